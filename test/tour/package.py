#!/usr/bin/env python3
#===- package.py - The packages -------------------------------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""usage: package.py [--static] BUILD CPACK

Makes the packages of a build and checks what is in them, what they depend on,
and that the programs in them run; with --static, also that they need libc alone,
and that npm and pip install theirs.
"""

import json
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

FILES = """
usr/bin/banklint
usr/bin/banklint-banks
usr/bin/banklint-lsp
usr/bin/banklint-mcp
usr/share/banklint/cuda-headers/banklint_cuda.h
usr/share/bash-completion/completions/banklint
usr/share/bash-completion/completions/banklint-banks
usr/share/cmake/banklint/Banklint.cmake
usr/share/cmake/banklint/banklint-config-version.cmake
usr/share/cmake/banklint/banklint-config.cmake
usr/share/doc/banklint/LICENSE
usr/share/doc/banklint/ci.md
usr/share/doc/banklint/copyright
usr/share/man/man1/banklint-audit.1
usr/share/man/man1/banklint-banks.1
usr/share/man/man1/banklint-compare.1
usr/share/man/man1/banklint-mcp.1
usr/share/man/man1/banklint-merge.1
usr/share/man/man1/banklint-try.1
usr/share/man/man1/banklint-wrap.1
usr/share/man/man1/banklint.1
usr/share/zsh/vendor-completions/_banklint
usr/share/zsh/vendor-completions/_banklint-banks
usr/share/zsh/vendor-completions/_banklint_audit
usr/share/zsh/vendor-completions/_banklint_compare
usr/share/zsh/vendor-completions/_banklint_merge
usr/share/zsh/vendor-completions/_banklint_try
usr/share/zsh/vendor-completions/_banklint_wrap
""".split()

# What every system has, whatever else is installed.
LIBC = {"linux-vdso.so.1", "libm.so.6", "libc.so.6", "/lib64/ld-linux-x86-64.so.2",
        "/lib/ld-linux-aarch64.so.1"}
KERNEL = """
#include <stddef.h>
__global__ void k(float *out, size_t n) {
  __shared__ float tile[32][32];
  out[threadIdx.x] = tile[threadIdx.x][0];
}
void launch(float *out) { k<<<1, 32>>>(out, 0); }
"""


def output(*command, **how):
    return subprocess.run(
        [str(word) for word in command], check=True, capture_output=True,
        text=True, **how,
    ).stdout


def check_analysis(folder, *command, **how):
    kernel = folder / "kernel.cu"
    kernel.write_text(KERNEL)
    report = output(*command, kernel, **how)
    expected = "takes 32 wavefronts per block instead of 1: 32-way"
    assert expected in report and "incomplete" not in report, report


def check_programs(binaries, is_static, folder):
    used = {line.split()[0] for line in
            output("ldd", binaries / "banklint").splitlines()}
    assert not is_static or used <= LIBC, f"banklint needs {used - LIBC}"
    check_analysis(folder, binaries / "banklint")
    output(binaries / "banklint-banks", input="")


def depends_of(package):
    fields = output("dpkg-deb", "--field", package, "Depends")
    return {entry.split()[0] for entry in fields.split(",")}


def check_checksum(path):
    name = path.name + ".sha256"
    assert path.with_name(name).is_file(), f"no {name}"
    output("sha256sum", "--check", "--strict", name, cwd=path.parent)


def check_install(archive, folder):
    """What pipelines do with the archive."""
    path = folder / "github-path"
    (line,) = archive.with_name(archive.name + ".sha256").read_text().splitlines()

    def install(checksum):
        return subprocess.run(
            [ROOT / "scripts/ci-install"], capture_output=True, text=True,
            env={**os.environ, "BANKLINT_PACKAGE": str(archive),
                 "BANKLINT_SHA256": checksum, "GITHUB_PATH": str(path),
                 "BANKLINT_CACHE": str(folder / "cache")},
        )

    done = install(line.split()[0])
    assert done.returncode == 0 and "banklint 0." in done.stdout, done
    assert (pathlib.Path(path.read_text().strip()) / "banklint").is_file()
    done = install("0" * 64)
    assert done.returncode == 1 and "does not have the checksum" in done.stderr, done


def check_npm(package, version, folder):
    """What a project with a package.json does."""
    assert shutil.which("npm"), "npm not found; scripts/setup installs it"
    project = folder / "npm"
    project.mkdir()
    (project / "package.json").write_text("{}")
    settings = {"npm_config_cache": str(folder / "npm-cache"),
                "npm_config_update_notifier": "false"}
    where = {"cwd": project, "env": {**os.environ, **settings}}
    output("npm", "install", "--ignore-scripts", "--offline", "--no-audit",
           "--no-fund", package, **where)
    installed = project / "node_modules/banklint"
    manifest = json.loads((installed / "package.json").read_text())
    assert (manifest["os"], manifest["cpu"]) == (["linux"], ["x64"]), manifest
    for name in ("LICENSE", "README.md", "copyright"):
        assert (installed / name).is_file(), f"no {name} in {package.name}"
    npx = ("npx", "--no-install")
    for program in ("banklint", "banklint-lsp", "banklint-mcp"):
        printed = output(*npx, program, "--version", **where)
        assert printed.split()[:2] == [program, version], printed
    check_analysis(project, *npx, "banklint", **where)


def ask_agent_server(program, folder):
    """banklint-mcp finds the banklint beside it, and that one answers."""
    (folder / "kernel.cu").write_text(KERNEL)
    call = {"name": "check", "arguments": {"path": "kernel.cu"}}
    request = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    answer = json.loads(output(program, input=json.dumps(request), cwd=folder,
                               env={"PATH": "/nowhere"}))
    (content,) = answer["result"]["content"]
    assert "takes 32 wavefronts per block instead of 1" in content["text"], answer


def check_pip(wheel, version, folder):
    """What a Python environment does that has nothing else."""
    environment = folder / "venv"
    output(sys.executable, "-m", "venv", environment)
    output(environment / "bin/pip", "install", "--no-index", "--no-deps",
           "--disable-pip-version-check", wheel)
    binaries = environment / "bin"
    for program in ("banklint", "banklint-banks", "banklint-lsp", "banklint-mcp"):
        printed = output(binaries / program, "--version")
        assert printed.split()[:2] == [program, version], printed
    check_analysis(folder, binaries / "banklint")
    ask_agent_server(binaries / "banklint-mcp", folder)
    shown = output(binaries / "pip", "show", "--files", "banklint")
    assert f"Version: {version}" in shown and "../../../bin/banklint-mcp" in shown, shown
    output(binaries / "pip", "uninstall", "--yes", "banklint")
    assert not (binaries / "banklint").exists()


def main():
    is_static = sys.argv[1] == "--static"
    build, cpack = sys.argv[1 + is_static:]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        output(cpack, "--config", pathlib.Path(build) / "CPackConfig.cmake",
               "-B", folder)
        # What .github/workflows/release.yml uploads, and checks before it
        # publishes.
        names = {path.name for path in folder.iterdir() if path.is_file()}
        workflow = (ROOT / ".github/workflows/release.yml").read_text()
        packages = {name for name in names
                    for suffix in (".deb", ".tar.gz", ".tgz", ".whl")
                    if name.endswith(suffix)
                    and f" build/release/*{suffix}\n" in workflow}
        assert names == packages | {f"{name}.sha256" for name in packages}, names
        (package,) = folder.glob("banklint_*_*.deb")
        (archive,) = folder.glob("banklint-*-linux-*.tar.gz")
        check_checksum(package)
        check_checksum(archive)
        root = folder / "root"
        output("dpkg-deb", "--extract", package, root)
        missing = [f for f in FILES if not (root / f).is_file()]
        assert not missing, f"not in the package: {missing}"
        check_programs(root / "usr/bin", is_static, folder)
        if is_static:
            assert depends_of(package) == {"libc6"}, depends_of(package)
        for module in folder.glob("banklint-tidy_*.deb"):
            needed = {"libllvm19", "libclang-cpp19", "banklint", "clang-tidy-19"}
            assert needed <= depends_of(module), depends_of(module)
            content = output("dpkg-deb", "--contents", module)
            assert "banklint/libBanklintTidy.so" in content, content
        output("tar", "-xzf", archive, "-C", folder)
        unpacked = folder / archive.name.removesuffix(".tar.gz")
        check_programs(unpacked / "bin", is_static, folder)
        ask_agent_server(unpacked / "bin/banklint-mcp", folder)
        check_install(archive, folder)
        if is_static:
            (wheel,) = folder.glob("banklint-*-py3-none-*.whl")
            check_checksum(wheel)
            version = wheel.name.split("-")[1]
            assert archive.name.startswith(f"banklint-{version}-linux-"), version
            check_pip(wheel, version, folder)
            if platform.machine() == "x86_64":
                npm_package = folder / f"banklint-{version}.tgz"
                check_checksum(npm_package)
                check_npm(npm_package, version, folder)
        assert (unpacked / "share/doc/banklint/copyright").is_file()
    print(f"{package.name} and {archive.name} have all that they need")


if __name__ == "__main__":
    main()
