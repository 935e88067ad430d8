#===- harness.py - Programs that run in a project -------------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""The project of tour.py, programs that run in it, and what they must say."""

import os
import pathlib
import re
import shlex
import subprocess

from documented import Page, commands_of, difference, has_output

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Tour:
    """The project, and programs that run in it."""

    def __init__(self, folder, build, cmake, clang_tidy):
        self.build = build
        self.cmake = cmake
        # None where the build has no module for it.
        self.clang_tidy = clang_tidy
        self.folder = folder
        self.prefix = folder / "prefix"
        self.project = folder / "imaging"
        self.page = Page(ROOT / "docs/ci.md")
        self.env = dict(os.environ)
        for name in [n for n in self.env if n.startswith(("GIT_", "GITHUB_"))]:
            del self.env[name]
        self.env.update(
            PATH=f"{self.prefix}/bin{os.pathsep}{os.environ['PATH']}",
            CMAKE_PREFIX_PATH=str(self.prefix),
            GIT_CONFIG_GLOBAL=os.devnull,
            GIT_CONFIG_NOSYSTEM="1",
            LC_ALL="C.UTF-8",
            **{
                f"GIT_{who}_{what}": value
                for who in ("AUTHOR", "COMMITTER")
                for what, value in (("NAME", "Tour"), ("EMAIL", "t@example.com"))
            },
        )

    def run(self, *command, status=0, stdin=None, **env):
        """The standard output and error of a command, which must end with that
        status."""
        done = subprocess.run(
            [str(word) for word in command],
            cwd=self.project,
            env={**self.env, **env},
            input=stdin,
            capture_output=True,
            text=True,
        )
        text = done.stdout + done.stderr
        expect(
            done.returncode == status,
            f"status {done.returncode} instead of {status}: {command}\n{text}",
        )
        return text

    def show(self, command, status=0, page=None, folder=None):
        """Runs the block of the page, or another one, that starts with that
        command, in the project or another folder. The last command must end with
        that status."""
        folder = folder or self.project
        block = (page or self.page).console(command)
        lines = [
            line
            for each in commands_of(block)
            for line in (f"printf '%s\\n' {shlex.quote('$ ' + each)}", each)
        ]
        done = subprocess.run(
            ["bash", "-c", "\n".join(lines)], cwd=folder, env=self.env,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        # The page omits the project directory.
        text = done.stdout.replace(f"{folder}/", "")
        expect(done.returncode == status, text)
        if has_output(block):
            expect(not difference(block, text), difference(block, text))

    def git(self, *arguments):
        return self.run("git", *arguments)

    def commit(self, message):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", message)

    def lint(self, *options, **how):
        return self.run("banklint", "-p", "build", *options, **how)

    def edit(self, file, old, new):
        path = self.project / file
        text = path.read_text()
        expect(text.count(old) == 1, f"'{old}' is not once in {file}")
        path.write_text(text.replace(old, new))


def expect(holds, message):
    if not holds:
        raise AssertionError(message)


def findings(text):
    """The places and checks of a text report, such as 'reduce.cu:26
    shared-bank-conflict'."""
    return [
        f"{pathlib.Path(file).name}:{line} {check}"
        for file, line, check in re.findall(
            r"^(\S+?):(\d+):\d+: (?:warning|error): .* \[([\w-]+)[],]", text, re.M
        )
    ]


def expect_findings(text, *wanted):
    found = findings(text)
    expect(found == list(wanted), f"{found} instead of {list(wanted)}\n{text}")
