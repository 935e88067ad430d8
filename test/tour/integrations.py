#!/usr/bin/env python3
#===- integrations.py - The files that other tools read -------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""usage: integrations.py ROOT

Checks the form of action.yml, .pre-commit-hooks.yaml and .ci/gitlab.yml against
what their readers demand, and that what they name exists. tour.py runs what
they run.
"""

import pathlib
import re
import subprocess
import sys
import unittest

import yaml

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()


def read(name):
    return yaml.safe_load((ROOT / name).read_text())


def shell_syntax(script, shell):
    return subprocess.run(
        [shell, "-n"], input=script, capture_output=True, text=True
    ).stderr


class PreCommit(unittest.TestCase):
    # https://pre-commit.com/#creating-new-hooks
    KEYS = set(
        "id name entry language files exclude types types_or exclude_types "
        "always_run fail_fast verbose pass_filenames require_serial description "
        "language_version minimum_pre_commit_version args stages".split()
    )

    def test_hooks(self):
        hooks = read(".pre-commit-hooks.yaml")
        self.assertEqual(
            [hook["id"] for hook in hooks], ["banklint", "banklint-diff"]
        )
        for hook in hooks:
            self.assertLessEqual(set(hook), self.KEYS)
            self.assertTrue(hook["name"] and hook["entry"])
            self.assertEqual(hook["language"], "system")
            self.assertTrue(all(isinstance(a, str) for a in hook["args"]))

    def test_which_files(self):
        of_file, of_diff = (
            re.compile(hook["files"]) for hook in read(".pre-commit-hooks.yaml")
        )
        self.assertTrue(of_file.search("src/a.cu"))
        self.assertFalse(of_file.search("src/a.cuh"))
        self.assertTrue(of_diff.search("src/a.cuh"))
        self.assertFalse(of_diff.search("src/a.cpp"))


class Action(unittest.TestCase):
    def setUp(self):
        self.action = read("action.yml")

    def test_composite(self):
        self.assertEqual(
            set(self.action),
            {"name", "description", "branding", "inputs", "outputs", "runs"},
        )
        self.assertEqual(self.action["runs"]["using"], "composite")
        for step in self.action["runs"]["steps"]:
            # Of a composite action, each script must name its shell.
            self.assertEqual("run" in step, "shell" in step)
            self.assertNotEqual("run" in step, "uses" in step)

    def test_inputs(self):
        """What is declared is used and the other way round, and never inside of
        a script, where it would be code."""
        text = (ROOT / "action.yml").read_text()
        used = set(re.findall(r"inputs\.([a-z0-9-]+)", text))
        self.assertEqual(used, set(self.action["inputs"]))
        for value in self.action["inputs"].values():
            self.assertTrue(value["description"])
            self.assertIsInstance(value["default"], str)
        for step in self.action["runs"]["steps"]:
            self.assertNotIn("${{", step.get("run", ""))

    def test_cache(self):
        """What was built is saved before the step that findings fail."""
        steps = self.action["runs"]["steps"]
        names = [step.get("uses", step.get("id", "")) for step in steps]
        self.assertNotIn("actions/cache@v4", names)
        save = names.index("actions/cache/save@v4")
        self.assertLess(names.index("actions/cache/restore@v4"), save)
        self.assertLess(names.index("install"), save)
        self.assertLess(save, names.index("check"))
        self.assertNotIn("always()", steps[save]["if"])

    def test_outputs(self):
        """Each is an output of a step, which its script writes."""
        self.assertEqual(set(self.action["outputs"]), {"findings", "report"})
        script = (ROOT / "scripts/ci-check").read_text()
        for name, output in self.action["outputs"].items():
            self.assertTrue(output["description"])
            self.assertEqual(
                output["value"], f"${{{{ steps.check.outputs.{name} }}}}"
            )
            self.assertIn(f"{name}=", script)

    def test_versions(self):
        """Examples name releases; a branch is no version."""
        text = (ROOT / "docs/ci.md").read_text()
        named = re.findall(r"(?:OWNER/banklint@|rev: )(\S+)", text)
        project = (ROOT / "CMakeLists.txt").read_text()
        (version,) = re.findall(r"project\(banklint\s+VERSION ([\d.]+)", project)
        self.assertEqual(named, [f"v{version}"] * 2)

    def test_environment(self):
        """Each variable that a step sets is read by its script."""
        for step in self.action["runs"]["steps"]:
            if "run" not in step:
                continue
            (name,) = re.findall(r"\$GITHUB_ACTION_PATH/([^\s\"]+)", step["run"])
            script = ROOT / name
            self.assertTrue(script.stat().st_mode & 0o111, f"{name} can't run")
            self.assertEqual(
                set(step["env"]),
                set(re.findall(r"\$\{(BANKLINT_\w+)", script.read_text())),
            )
            self.assertEqual(shell_syntax(script.read_text(), "bash"), "")


class GitLab(unittest.TestCase):
    def test_job(self):
        template = read(".ci/gitlab.yml")
        self.assertEqual(list(template), ["banklint"])
        job = template["banklint"]
        self.assertEqual(
            set(job),
            {"stage", "image", "variables", "before_script", "script",
             "artifacts"},
        )
        for value in job["variables"].values():
            self.assertIsInstance(value, str)
        lines = "\n".join(job["before_script"] + job["script"])
        self.assertEqual(shell_syntax(lines, "sh"), "")
        self.assertEqual(
            set(re.findall(r"\$\{?(BANKLINT_\w+)", lines)) | {"GIT_DEPTH"},
            set(job["variables"]),
        )
        self.assertIn(job["artifacts"]["reports"]["codequality"], lines)


if __name__ == "__main__":
    unittest.main()
