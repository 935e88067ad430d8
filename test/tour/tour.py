#!/usr/bin/env python3
#===- tour.py - A CUDA project meets banklint -----------------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Takes the CMake project in project/ through docs/ci.md, in a git repository of
its own, with an installed banklint: the first run, a baseline, a new conflict
that the diff shows and every integration refuses, its fix, and a suppression.

CMake writes the compilation database for an nvcc that can't compile anything,
so that neither a toolkit nor a build is needed. The steps build on each other
and run in the order of this file. What the page shows of a console is run as it
stands there, and prints what stands there.
"""

import argparse
import json
import pathlib
import re
import shlex
import shutil
import sys
import tempfile

from documented import Page, difference
from harness import ROOT, Tour, expect, expect_findings

HERE = pathlib.Path(__file__).resolve().parent

# What CMake would have found out by running a real nvcc.
CUDA_COMPILER = """\
set(CMAKE_CUDA_COMPILER "{nvcc}")
set(CMAKE_CUDA_COMPILER_ID NVIDIA)
set(CMAKE_CUDA_COMPILER_VERSION 12.4)
set(CMAKE_CUDA_COMPILER_LOADED 1)
set(CMAKE_CUDA_COMPILER_ID_RUN 1)
set(CMAKE_CUDA_COMPILER_FORCED 1)
set(CMAKE_CUDA_COMPILER_WORKS 1)
set(CMAKE_CUDA_SOURCE_FILE_EXTENSIONS cu)
set(CMAKE_CUDA_STANDARD_COMPUTED_DEFAULT 17)
set(CMAKE_CUDA_EXTENSIONS_COMPUTED_DEFAULT ON)
set(CMAKE_CUDA_ARCHITECTURES 90)
set(CMAKE_CUDA_RUNTIME_LIBRARY_DEFAULT STATIC)
"""

# The change under review: a kernel that reads a tile by columns.
NEW_KERNEL = """
__global__ void sumColumns(float *out, const float *in) {
  __shared__ float block[32][32];
  for (int row = 0; row < 32; ++row)
    block[row][threadIdx.x] = in[row * 32 + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int column = 0; column < 32; ++column)
    sum += block[threadIdx.x][column];
  out[threadIdx.x] = sum;
}

void launchSumColumns(float *out, const float *in) {
  sumColumns<<<1, 32>>>(out, in);
}
"""

# Blocks of docs/ci.md that nothing here runs.
NOT_RUN = (
    "$ scripts/setup demo",  # test/tour/package.py makes the packages.
    "$ sha256sum --check",  # Likewise.
    "$ cmake -B build",  # Needs nvcc: see configure.
    "$ banklint src/thirdparty",  # Of public repositories.
    "$ pre-commit run",  # run_hook runs the entries of the hooks.
    "$ npm install",  # Needs the package; test/tour/package.py installs it.
    "$ python3 -m venv",  # The same.
    "$ scripts/build-arm64",  # Takes half an hour of processor time.
    "$ clang-tidy-19",  # Of an installed package: see refuse_in_clang_tidy.
)

FAILING = "--warnings-as-errors=*,-shared-possible-*"


OLD = "transpose.cu:9 shared-bank-conflict"
NEW = "reduce.cu:24 shared-bank-conflict"


def install(tour):
    """The build is installed, with all that comes with the program."""
    tour.run(tour.cmake, "--install", tour.build, "--prefix", tour.prefix)
    for file in (
        "bin/banklint",
        "bin/banklint-banks",
        "share/man/man1/banklint.1",
        "share/man/man1/banklint-banks.1",
        "share/man/man1/banklint-audit.1",
        "share/bash-completion/completions/banklint",
        "share/zsh/vendor-completions/_banklint",
        "share/zsh/vendor-completions/_banklint_audit",
        "share/cmake/banklint/Banklint.cmake",
        "share/doc/banklint/copyright",
        "share/doc/banklint/ci.md",
    ):
        expect((tour.prefix / file).stat().st_size > 0, f"no {file}")


def configure(tour):
    """CMake writes the compilation database; nothing is compiled."""
    nvcc = tour.folder / "nvcc"
    nvcc.write_text("#!/bin/sh\necho 'nvcc was run' >&2\nexit 1\n")
    nvcc.chmod(0o755)
    version = tour.run(tour.cmake, "--version").split()[2]
    facts = tour.project / "build" / "CMakeFiles" / version
    facts.mkdir(parents=True)
    (facts / "CMakeCUDACompiler.cmake").write_text(
        CUDA_COMPILER.format(nvcc=nvcc)
    )
    tour.run(
        tour.cmake, "-G", "Ninja", "-S", ".", "-B", "build",
        "-DCMAKE_PLATFORM_INFO_INITIALIZED=1",
    )
    commands = json.loads(
        (tour.project / "build/compile_commands.json").read_text()
    )
    expect(
        len(commands) == 2 and all(str(nvcc) in c["command"] for c in commands),
        f"no database of nvcc's: {commands}",
    )


def start_repository(tour):
    tour.git("init", "--quiet", "--initial-branch=main")
    (tour.project / ".gitignore").write_text("/build/\n/banklint.sarif\n/report.txt\n")
    tour.commit("A project")


def first_screen(tour):
    """What README.md shows of the example in the documentation."""
    tour.show(
        "banklint docs/examples/square.cu", page=Page(ROOT / "README.md"),
        folder=ROOT,
    )


def first_run(tour):
    """Findings are warnings, until someone wants them to fail."""
    tour.show("banklint -p build")
    tour.show("banklint src/*.cu -- -Iinclude")
    expect_findings(tour.lint(FAILING, status=1), OLD)


def choose_checks(tour):
    (tour.project / ".banklint").write_text(
        "WarningsAsErrors: '*,-shared-possible-*'\n"
    )
    tour.show("banklint --verify-config src/*.cu")
    tour.show(
        "banklint --fail-on=parse-errors,missing-headers,lost-shared -p build",
        status=1,
    )
    expect_findings(tour.lint(status=1), OLD)


def accept_baseline(tour):
    tour.show("banklint -p build --write-baseline=.banklint-baseline.json")
    expect_findings(tour.lint("--baseline=.banklint-baseline.json"))


def introduce_conflict(tour):
    """The diff has the new conflict alone, and so has the baseline."""
    tour.git("switch", "--quiet", "--create", "columns")
    path = tour.project / "src/reduce.cu"
    path.write_text(path.read_text() + NEW_KERNEL)
    expect_findings(tour.lint("--baseline=.banklint-baseline.json", status=1), NEW)


def refuse_in_hook(tour):
    """The staged lines fail the commit, as the hooks' entries say."""
    tour.git("add", "--all")
    expect_findings(run_hook(tour, "banklint-diff", status=1), NEW)
    text = run_hook(tour, "banklint", "src/reduce.cu", status=1)
    expect_findings(text, NEW)
    tour.git("commit", "--quiet", "--message", "Sums of columns")
    tour.show(
        "git diff main...HEAD | banklint -p build --diff=-; echo ${PIPESTATUS[1]}"
    )


def run_hook(tour, name, *files, status):
    """What pre-commit runs for a hook of the repository."""
    import yaml

    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    (hook,) = [hook for hook in hooks if hook["id"] == name]
    return tour.run(
        *shlex.split(hook["entry"]), *hook["args"], *files, status=status
    )


def refuse_in_action(tour):
    """What the steps of the GitHub Action run, in a pull request."""
    check = ROOT / "scripts/ci-check"
    env = dict(BANKLINT_BUILD_DIR="build", BANKLINT_DIFF_BASE="main")
    # One analysis writes both.
    text = tour.run(check, "github", "sarif:banklint.sarif", status=1, **env)
    errors = "".join(
        line for line in text.splitlines(keepends=True) if line.startswith("::error")
    )
    wrong = difference(tour.page.take("::error"), errors)
    expect(not wrong, wrong)
    tour.run("node", ROOT / "test/sarif/validate.js", "banklint.sarif")
    report = json.loads((tour.project / "banklint.sarif").read_text())
    (result,) = report["runs"][0]["results"]
    location = result["locations"][0]["physicalLocation"]
    expect(
        result["ruleId"] == "shared-bank-conflict"
        and result["level"] == "error"
        and location["artifactLocation"]["uri"] == "src/reduce.cu"
        and location["region"]["startLine"] == 24
        and result["fixes"],
        f"not the new conflict: {result}",
    )
    expect(
        re.findall(r"^::(\w+) file=([^,]+),line=(\d+)", text, re.M)
        == [("error", "src/reduce.cu", "24")],
        text,
    )
    # What later steps and the page of the run get.
    outputs, page = tour.folder / "outputs", tour.folder / "page.md"
    for file in (outputs, page):
        file.write_text("")
    with_outputs = dict(env, GITHUB_OUTPUT=outputs, GITHUB_STEP_SUMMARY=page)
    again = tour.run(check, "github", "sarif:banklint.sarif", status=1,
                     **with_outputs)
    expect(sorted(again.splitlines()) == sorted(text.splitlines()), again)
    expect(
        outputs.read_text() == "findings=1\nreport=banklint.sarif\n",
        outputs.read_text(),
    )
    expect_findings(page.read_text(), NEW)
    expect(re.search(r"^1 finding \(1 fixable", page.read_text(), re.M), page)
    page.write_text("")
    with_outputs.update(BANKLINT_BUILD_DIR="missing", BANKLINT_DIFF_BASE="")
    tour.run(check, "github", status=2, **with_outputs)
    expect("banklint: error: -p: 'missing'" in page.read_text(), page.read_text())
    # A push has no base: all that the baseline does not accept is told.
    del env["BANKLINT_DIFF_BASE"]
    text = tour.run(check, "github", status=1, **env)
    expect(len(re.findall("^::error ", text, re.M)) == 2, text)
    env["BANKLINT_BASELINE"] = ".banklint-baseline.json"
    text = tour.run(check, "github", status=1, **env)
    expect(len(re.findall("^::error ", text, re.M)) == 1, text)
    # Without a database, the options are given.
    text = tour.run(
        check, "github", status=1,
        BANKLINT_SOURCES="src/transpose.cu\nsrc/r*.cu\n",
        BANKLINT_ARGS="--extra-arg=-Iinclude --quiet",
    )
    expect(len(re.findall("^::error ", text, re.M)) == 2, text)
    # What can't be analyzed is no finding.
    tour.run(check, "github", status=2, BANKLINT_SOURCES="no*.cu")
    tour.run(check, "github", status=2, **{**env, "BANKLINT_REPORTS": "sarif"})


def refuse_in_gitlab(tour):
    """The script of the template, in a merge request."""
    gitlab_job(tour, status=1)
    report = json.loads(
        (tour.project / "gl-code-quality-report.json").read_text()
    )
    expect(
        [
            (f["check_name"], f["severity"], f["location"]["path"],
             f["location"]["lines"]["begin"])
            for f in report
        ]
        == [("shared-bank-conflict", "blocker", "src/reduce.cu", 24)],
        report,
    )


def gitlab_job(tour, status):
    import yaml

    job = yaml.safe_load((ROOT / ".ci/gitlab.yml").read_text())["banklint"]
    (script,) = job["script"]
    base = tour.git("merge-base", "main", "HEAD").strip()
    try:
        return tour.run(
            "sh", "-e", "-c", script, status=status,
            **{**job["variables"], "CI_MERGE_REQUEST_DIFF_BASE_SHA": base},
        )
    finally:
        (tour.project / "banklint.diff").unlink(missing_ok=True)


def refuse_in_cmake(tour):
    """The target of the CMake module; it has no baseline."""
    text = tour.run(
        tour.cmake, "--build", "build", "--target", "lint", status=1
    )
    expect_findings(text, NEW, OLD)
    expect("nvcc was run" not in text, f"something was built\n{text}")


def refuse_in_clang_tidy(tour):
    """The clang-tidy module finds the same, under its own name."""
    if not tour.clang_tidy:
        print("refuse_in_clang_tidy: the build has no module")
        return
    (module,) = tour.prefix.glob("lib*/**/libBanklintTidy.so")
    # Clang, which parses here, knows none of nvcc's options.
    clang = [
        "-nocudainc", "-nocudalib", "-include", "banklint_cuda.h",
        "-isystem", tour.prefix / "share/banklint/cuda-headers", "-Iinclude",
    ]
    text = tour.run(
        tour.clang_tidy, f"--load={module}", "--checks=-*,cuda-shared-*",
        "--warnings-as-errors=*", "--quiet", "src/reduce.cu",
        "src/transpose.cu", "--", *clang, status=1,
    )
    names = [f"{place} cuda-{check}" for place, check in
             (finding.split() for finding in (NEW, OLD))]
    expect_findings(text, *names)


def apply_fix(tour):
    """The padding makes every integration green again."""
    tour.show(
        "git diff main...HEAD | banklint -p build --diff=- --fix > report.txt; "
        "echo $?"
    )
    tour.show("git diff --unified=0")
    tour.git("add", "--all")
    run_hook(tour, "banklint-diff", status=0)
    run_hook(tour, "banklint", "src/reduce.cu", status=0)
    tour.commit("A padding")
    check = ROOT / "scripts/ci-check"
    env = dict(BANKLINT_BUILD_DIR="build", BANKLINT_DIFF_BASE="main")
    tour.run(check, "github", "sarif:banklint.sarif", **env)
    gitlab_job(tour, status=0)
    (tour.project / "gl-code-quality-report.json").unlink()
    expect_findings(tour.lint("--baseline=.banklint-baseline.json"))


def pass_in_cmake(tour):
    """The target with the options that the page adds."""
    baseline = "ARGS --baseline=${PROJECT_SOURCE_DIR}/.banklint-baseline.json"
    tour.edit("CMakeLists.txt", "TARGETS imaging", f"TARGETS imaging {baseline}")
    tour.run(tour.cmake, "build")
    tour.show("cmake --build build --target lint")
    tour.git("checkout", "--quiet", "CMakeLists.txt")


def suppress(tour):
    """A comment takes the place of the baseline."""
    line = "out[x * width + y] = tile[threadIdx.x][threadIdx.y];"
    tour.edit(
        "src/transpose.cu",
        f"  {line}",
        f"  // NOLINTNEXTLINE(shared-bank-conflict): runs once\n  {line}",
    )
    (tour.project / ".banklint-baseline.json").unlink()
    expect_findings(tour.lint("--report-unused-nolint"))
    tour.run(tour.cmake, "--build", "build", "--target", "lint")
    tour.lint("--format=sarif", "--output=banklint.sarif")
    tour.run("node", ROOT / "test/sarif/validate.js", "banklint.sarif")
    report = json.loads((tour.project / "banklint.sarif").read_text())
    (result,) = report["runs"][0]["results"]
    expect(
        [s["kind"] for s in result["suppressions"]] == ["inSource"], result
    )
    # A comment that suppresses nothing is told.
    tour.edit("src/transpose.cu", "tile[TileSize][TileSize]",
              "tile[TileSize][TileSize + 1]")
    text = tour.lint("--report-unused-nolint", status=1)
    expect_findings(text, "transpose.cu:9 banklint-unused-nolint")


def finish_page(tour):
    """Nothing on the page was left out."""
    for start in NOT_RUN:
        tour.page.take(start)
    expect(not tour.page.unused, f"not run: {sorted(tour.page.unused)}")


STEPS = (
    install,
    configure,
    start_repository,
    first_screen,
    first_run,
    choose_checks,
    accept_baseline,
    introduce_conflict,
    refuse_in_hook,
    refuse_in_action,
    refuse_in_gitlab,
    refuse_in_cmake,
    refuse_in_clang_tidy,
    apply_fix,
    pass_in_cmake,
    suppress,
    finish_page,
)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--cmake", default="cmake")
    parser.add_argument("--clang-tidy")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        # Reports name files as they lie behind links.
        tour = Tour(
            pathlib.Path(folder).resolve(),
            arguments.build.resolve(),
            arguments.cmake,
            arguments.clang_tidy,
        )
        shutil.copytree(HERE / "project", tour.project)
        for step in STEPS:
            try:
                step(tour)
            except AssertionError as failure:
                print(f"{step.__name__}: {failure}")
                return 1
            print(f"{step.__name__}: passed", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
