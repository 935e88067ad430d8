#!/usr/bin/env python3
#===- test_verify_hardware.py - The script without a GPU ------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Runs scripts/verify-hardware with what a GPU, nvcc and ncu did once
(recorded/, test/unit/Profile/data).

  test_verify_hardware.py BANKLINT
"""

import csv
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SCRIPT = ROOT / "scripts/verify-hardware"
PAGES = HERE.parent / "unit/Profile/data"
BANKLINT = ""


class VerifyHardware(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        # A program whose name no measured kernel has; with its launch, as it ran.
        self.source = self.folder / "columns.cu"
        text = (ROOT / "docs/examples/transpose.cu").read_text()
        self.source.write_text(
            text + "\nint main() {\n"
            "  transposeOnDevice(nullptr, nullptr, 512, 256, 0);\n"
            "  transposeOnDevice(nullptr, nullptr, 100, 70, 0);\n}\n"
        )
        for page in ("raw", "source"):
            recorded = (PAGES / f"transpose.{page}.csv").read_text()
            self.page(page).write_text(
                recorded.replace("/tmp/p/transpose.cu", "columns.cu")
            )

    def page(self, name):
        return self.folder / f"columns.{name}.csv"

    def run_script(self, *arguments):
        return subprocess.run(
            [sys.executable, SCRIPT, "--banklint", BANKLINT, *arguments],
            capture_output=True,
            text=True,
            env={
                **os.environ,
                "PATH": f"{HERE / 'recorded'}:{os.environ['PATH']}",
                "RECORDED_PROFILES": str(self.folder),
            },
        )

    def double(self, page, column, marker):
        """Doubles the figures of COLUMN in the rows that have MARKER."""
        with open(self.page(page), newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        number = None
        for row in rows:
            if column in row:
                number = row.index(column)
            elif number is not None and any(marker in field for field in row):
                figure = row[number].replace(",", "")
                self.assertTrue(figure.isdigit(), figure)
                row[number] = str(2 * int(figure))
        self.assertIsNotNone(number)
        with open(self.page(page), "w", newline="", encoding="utf-8") as file:
            csv.writer(file, quoting=csv.QUOTE_ALL).writerows(rows)

    def test_agrees(self):
        done = self.run_script(self.source)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn(
            "Measured on NVIDIA H100 80GB HBM3 (sm_90), driver 580.159.04, nvcc "
            "13.0.88, ncu 2025.3.1.0.",
            done.stdout,
        )
        self.assertIn("columns.cu", done.stdout)
        self.assertIn("exact and wrong 0", done.stdout)

    def test_names_what_disagrees(self):
        # Twice what the stores to rows took.
        self.double("source", "L1 Wavefronts Shared", " STS ")
        counter = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"
        self.double("raw", counter, "transpose(")
        done = self.run_script(self.source)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertRegex(
            done.stdout, r"(WRONG|BELOW) +columns.cu:20 store .*measured 8192"
        )

    def test_knows_figures_that_the_hardware_refutes(self):
        self.double("source", "L1 Wavefronts Shared", " STS ")
        done = self.run_script(self.source)
        self.assertIn("the hardware counts 4096", done.stdout)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_two_machines(self):
        table = self.folder / "table.tsv"
        done = self.run_script(f"--measure={table}", self.source)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("columns.cu\t0\ttranspose", table.read_text())
        done = self.run_script(f"--table={table}", self.source)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        # A wrong figure in the table is found as well.
        table.write_text(table.read_text().replace("\t4096\t4096\t4096\t", "\t4096\t9999\t4096\t"))
        done = self.run_script(f"--table={table}", self.source)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)

    def test_unknown_architecture(self):
        table = self.folder / "table.tsv"
        self.run_script(f"--measure={table}", self.source)
        table.write_text(table.read_text().replace("(sm_90)", "(sm_987)"))
        done = self.run_script(f"--table={table}", self.source)
        self.assertIn("banklint has no rules for sm_987", done.stdout)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_a_program_that_does_not_compile(self):
        broken = self.folder / "broken.cu"
        shutil.copyfile(self.source, broken)
        done = self.run_script(self.source, broken)
        self.assertEqual(done.returncode, 1)
        self.assertIn("broken.cu: not compiled", done.stdout)
        self.assertIn("columns.cu", done.stdout)

    def test_mistakes(self):
        for arguments, text in (
            ([self.folder / "none.cu"], "no file"),
            ([self.folder / "tile_column.cu"], "two programs are called"),
            (["--banklint=/nowhere"], "no program /nowhere"),
        ):
            done = self.run_script(*arguments)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(text, done.stderr)


if __name__ == "__main__":
    BANKLINT = sys.argv.pop(1)
    unittest.main()
