#!/usr/bin/env python3
"""Runs fuzzers on seeds that other tests provide, on those of test/fuzz/corpus,
and on what libFuzzer makes of them. The exit status is 0 only if nothing was
found. What makes a fuzzer fail is kept."""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

import seeds

HERE = pathlib.Path(__file__).resolve().parent
# The longest inputs, in bytes. Sources of 8 KiB take a tenth of a second.
MAX_BYTES = {"profile": 32768, "annotation": 512, "commands": 1024, "cuda": 8192,
             "program": 8192}


def prepare(name, args):
    """The folders of corpora, the one that grows first."""
    own = args.out / name
    if args.fresh:
        shutil.rmtree(own, ignore_errors=True)
    shutil.rmtree(own / "seeds", ignore_errors=True)
    for folder in ("corpus", "seeds"):
        (own / folder).mkdir(parents=True, exist_ok=True)
    if not seeds.write(name, args.banklint, own / "seeds",
                       MAX_BYTES.get(name, 4096)):
        sys.exit(f"no seeds for {name}")
    folders = [own / "corpus", own / "seeds"]
    # Inputs that made a fuzzer fail once, and others that no test has.
    if (HERE / "corpus" / name).is_dir():
        folders.append(HERE / "corpus" / name)
    return folders


def command(name, args):
    folders = prepare(name, args)
    words = [args.programs / f"fuzz-{name}", f"-max_total_time={args.time}",
             f"-max_len={MAX_BYTES.get(name, 4096)}", f"-timeout={args.timeout}",
             "-rss_limit_mb=2048", "-keep_seed=1", "-print_final_stats=1",
             f"-artifact_prefix={args.findings}/{name}-"]
    if args.seed is not None:
        words.append(f"-seed={args.seed}")
    if args.runs is not None:
        words.append(f"-runs={args.runs}")
    dictionary = HERE / "dictionaries" / f"{name}.dict"
    if dictionary.exists():
        words.append(f"-dict={dictionary}")
    return [str(word) for word in words + folders]


def run(name, args):
    """Runs one fuzzer and prints a row; true if nothing was found."""
    words = command(name, args)
    start = time.monotonic()
    # LLVM's libraries have allocators without sanitizers: they do not clear
    # what those in headers poison.
    options = "allow_user_poisoning=0:" + os.environ.get("ASAN_OPTIONS", "")
    done = subprocess.run(words, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, errors="replace",
                          env={**os.environ, "ASAN_OPTIONS": options})
    seconds = time.monotonic() - start
    runs = re.findall(r"stat::number_of_executed_units:\s*(\d+)", done.stderr)
    cover = re.findall(r"\bcov: (\d+)", done.stderr)
    print(f"{name:<12}{runs[-1] if runs else '?':>12}{seconds:>8.0f} s"
          f"{cover[-1] if cover else '-':>8}  "
          f"{'FOUND' if done.returncode else 'nothing'}", flush=True)
    if done.returncode and not args.must_fail:
        print(done.stderr[-6000:])
        print("again:", words[0], f"{args.findings}/{name}-*")
    return done.returncode == 0


def main():
    names = sorted(set(seeds.MAKERS) - {"planted"})
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=pathlib.Path, required=True,
                        help="the folder of the fuzzers")
    parser.add_argument("--banklint", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--findings", type=pathlib.Path,
                        help="where what fails is kept: OUT/findings")
    parser.add_argument("--time", type=int, default=60,
                        help="seconds for each fuzzer")
    parser.add_argument("--timeout", type=int, default=10,
                        help="seconds that one input may take")
    parser.add_argument("--runs", type=int, help="inputs for each fuzzer")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--fresh", action="store_true",
                        help="forget the inputs that earlier runs made")
    parser.add_argument("--must-fail", action="store_true",
                        help="succeed only if something is found")
    parser.add_argument("fuzzer", nargs="*", default=names,
                        help="; ".join(names))
    args = parser.parse_args()
    if unknown := set(args.fuzzer) - set(seeds.MAKERS):
        parser.error(f"no such fuzzer: {', '.join(sorted(unknown))}")
    args.findings = args.findings or args.out / "findings"
    args.findings.mkdir(parents=True, exist_ok=True)
    print(f"{'fuzzer':<12}{'executions':>12}{'time':>10}{'edges':>8}  found")
    results = [run(name, args) for name in args.fuzzer]
    return 0 if all(results) != args.must_fail else 1


if __name__ == "__main__":
    sys.exit(main())
