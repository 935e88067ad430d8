#!/usr/bin/env python3
#===- compare.py - banklint's report against what was recorded ------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Compares banklint's JSON report with the oracle's record of the same launches.

Accesses of one line and operation are compared as sets: each recorded access
needs an entry of its own that permits it, and each entry that claims requests
for sure needs a recorded access of its own (where an entry stands for several
inlined copies, their sums are compared). An entry permits an access if

  exact        the block's totals and the worst request are equal (the worst
               alone, if the entry gives no totals)
  upper-bound  the worst request has no more wavefronts, or no more in excess; if
               only what the compiler may merge or spare keeps it from being
               exact, it is equal
  depends      the same, with the worst that is told, or, if the value is known to
               the comparison, with what is told for that value
  unknown      always, and any number of them; wherever they are, if the entry
               stands for accesses that were not followed

An entry that the compiler is expected to merge with its neighbours
(fused_bytes) has figures of its own kind: it is counted and not compared. So are
narrower entries, of members of structs: what is used of a struct is not recorded.

  compare.py --banklint BIN --build DIR FILE.cu...
"""

import argparse
import collections
import concurrent.futures
import json
import os
import sys

from conditions import refutes
from oracle import Oracle, OracleError, run_limited, with_launches

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../truth"))
from score import normal_name  # noqa: E402

Disagreement = collections.namedtuple("Disagreement", "kernel line text")


def analyze(banklint, path, arguments=()):
    """banklint's report on a file."""
    done = run_limited([banklint, "--format=json", "--quiet", *arguments, path])
    try:
        return json.loads(done.stdout)
    except ValueError:
        raise OracleError(
            f"no report (exit status {done.returncode}): {done.stderr[:500]}"
        ) from None


def is_merged(entry):
    return entry["fused_bytes"] != entry["bytes"]


def stands_for_others(entry):
    """Whether the entry is for accesses that are elsewhere."""
    return (entry["reason"] or "").endswith(
        (
            "accesses through this pointer were not found",
            "the accesses of a destructor are not followed",
        )
    )


def is_bound_by_merging(entry):
    """Whether its figures are those of the source; what is removed as a whole may
    have other reasons to be a bound, which are not told."""
    reason = entry["reason"] or ""
    is_removed = reason.startswith("may-reuse: the compiler may remove it")
    return reason.startswith(("may-merge", "may-reuse")) and not is_removed


def excess(worst):
    """What makes a request the worst; among equals any may be told."""
    return worst["wavefronts"] - worst["ideal"], worst["ways"]


def permits(entry, recorded):
    alternatives = [recorded, *recorded.get("if_joined", [])]
    return any(permits_figures(entry, its) for its in alternatives)


def may_be_part(entry, recorded):
    """Whether the entry may be for a part of what is recorded: of a struct, the
    compiler loads the members that are used, as only its machine code tells."""
    if entry["bytes"] >= recorded["bytes"]:
        return False
    is_member = entry["operation"] == "load" and entry["bytes"] >= 4
    return recorded["may_be_in_parts"] or is_member


def permits_figures(entry, recorded):
    if entry["result"] == "unknown" or is_merged(entry):
        return True
    if may_be_part(entry, recorded):
        return True
    if entry["bytes"] != recorded["bytes"]:
        return False
    worst = recorded["worst"]
    total = entry["block_total"]
    if entry["result"] == "exact" and total:
        if total != recorded["block_total"] or not recorded["all_alike"]:
            return False
    if entry["result"] == "exact" or is_bound_by_merging(entry):
        return excess(entry["worst"]) == excess(worst)
    if entry["result"] == "depends" and refutes(
        entry["condition"], recorded["values"], worst["wavefronts"]
    ):
        return False
    # With inactive lanes, 8- and 16-byte loads may take fewer passes: the request
    # with the most excess and the one with the most wavefronts may differ.
    return (
        excess(worst)[0] <= excess(entry["worst"])[0]
        or worst["wavefronts"] <= entry["worst"]["wavefronts"]
    )


def unmatched(left, right, fits, has_room):
    """The members of 'left' that have no partner of their own in 'right'."""
    partner = {}

    def place(i, tried):
        for j, candidate in enumerate(right):
            if j in tried or not fits(left[i], candidate):
                continue
            if has_room(candidate):
                return True
            tried.add(j)
            if j not in partner or place(partner[j], tried):
                partner[j] = i
                return True
        return False

    return [item for i, item in enumerate(left) if not place(i, set())]


def must_happen(entry):
    total = entry["block_total"]
    return entry["result"] == "exact" and total and not is_merged(entry)


def describe(access):
    worst, total = access["worst"], access["block_total"]
    text = f"{access['operation']} of {access['bytes']} bytes"
    if worst:
        text += f", worst {worst['wavefronts']}/{worst['ideal']} {worst['ways']}-way"
    if total:
        text += f", {total['requests']} requests {total['wavefronts']}/{total['ideal']}"
    if "sites" in access:
        lines = [str(site[1]) for site in access["sites"][:-1]]
        return text + (f", called from {' '.join(lines)}" if lines else "")
    return f"{access['result']} {text}" + (
        f" ({access['reason']})" if access["reason"] else ""
    )


def compare_copies(entries, recorded):
    """What is wrong where an entry stands for several inlined copies: its totals
    are sums, its worst the worst of all."""
    if any(e["result"] == "unknown" or is_merged(e) for e in entries):
        return []
    if any(access["may_be_in_parts"] for access in recorded):
        return []
    if any(may_be_part(e, access) for e in entries for access in recorded):
        return []
    texts = []
    for size in {access["bytes"] for access in entries + recorded}:
        claims = [entry for entry in entries if entry["bytes"] == size]
        facts = [access for access in recorded if access["bytes"] == size]
        worst = max((excess(access["worst"]) for access in facts), default=(0, 0))
        bound = max((excess(entry["worst"]) for entry in claims), default=(-1, 0))
        is_sure = claims and all(map(must_happen, claims))
        is_wrong = worst != bound if is_sure else worst[0] > bound[0]
        if is_wrong:
            texts.append(f"recorded excess and ways {worst}, permitted {bound}")
        if is_sure:
            texts += [
                f"{field} of all copies: recorded {its}, claimed {total}"
                for field in ("requests", "wavefronts", "ideal")
                for its in [sum(a["block_total"][field] for a in facts)]
                for total in [sum(e["block_total"][field] for e in claims)]
                if its != total
            ]
    return texts


def compare_line(entries, recorded):
    """What is wrong with the accesses of one line and operation."""
    if any(entry["calls"] > 1 for entry in entries):
        texts = compare_copies(entries, recorded)
        joined = [a.get("if_joined", [a])[0] for a in recorded]
        if texts and not compare_copies(entries, joined):
            texts = []
    else:
        texts = compare_one_to_one(entries, recorded)
    if texts:
        texts += [f"  all entries: {describe(entry)}" for entry in entries]
        texts += [f"  all recorded: {describe(access)}" for access in recorded]
    return texts


def compare_one_to_one(entries, recorded):
    # What an access that was not lowered does is not known either.
    missed = unmatched(
        recorded,
        entries,
        lambda access, entry: permits(entry, access),
        lambda entry: entry["result"] == "unknown",
    )
    claimed = unmatched(
        [entry for entry in entries if must_happen(entry)],
        recorded,
        permits,
        lambda access: access["may_be_in_parts"],
    )
    texts = [f"recorded, not permitted: {describe(access)}" for access in missed]
    return texts + [f"claimed, not recorded: {describe(entry)}" for entry in claimed]


def by_line(accesses, place):
    lines = collections.defaultdict(list)
    for access in accesses:
        file, line = place(access)
        lines[os.path.realpath(file), line, access["operation"]].append(access)
    return lines


def compare_launch(entries, recorded, values):
    """The disagreements of one launch."""
    grid, blocks = recorded["grid"], recorded["blocks_run"]
    if grid == [blocks, 1, 1]:
        values = {**values, "blockIdx.x": list(range(blocks))}
    for access in recorded["accesses"]:
        access["values"] = values
    claims = by_line(entries, lambda a: (a["file"], a["line"]))
    facts = by_line(recorded["accesses"], lambda a: a["sites"][-1][:2])
    not_followed = list(filter(stands_for_others, entries))
    wrong = []
    for key in sorted(claims.keys() | facts.keys()):
        # An access nobody understood counts as a load.
        here = claims.get(key, [])
        if key[2] != "load":
            others = claims.get((*key[:2], "load"), [])
            here = here + [e for e in others if e["result"] == "unknown"]
        if key not in claims:
            here = here + not_followed
        wrong += [
            Disagreement(recorded["kernel"], key[1], text)
            for text in compare_line(here, facts.get(key, []))
        ]
    return wrong


def is_same_kernel(kernel, recorded):
    if kernel["line"] != recorded["line"]:
        return False
    base, arguments = normal_name(kernel["name"])
    its_base, its_arguments = normal_name(recorded["kernel"])
    return base == its_base and (
        arguments == its_arguments or not arguments or not its_arguments
    )


def candidates(report, recorded):
    """The launches of the report that may be the recorded one."""
    for kernel in report["kernels"]:
        if is_same_kernel(kernel, recorded):
            for launch in kernel["launches"]:
                if launch["block"] == recorded["block"] and launch["grid"] in (
                    None,
                    recorded["grid"],
                ):
                    yield launch


def compare(report, launches, values=None):
    """The disagreements, and counts of what was compared. 'values' are those of
    parameters that the report does not know, each a list, by name."""
    wrong, count = [], collections.Counter()
    for recorded in launches:
        if recorded["failure"]:
            count[f"launches that failed ({recorded['failure']})"] += 1
            continue
        found = list(candidates(report, recorded))
        if not found and recorded["accesses"]:
            count["launches not in the report"] += 1
        if not found:
            continue
        best = min(
            ((compare_launch(l["accesses"], recorded, values or {}), l) for l in found),
            key=lambda pair: len(pair[0]),
        )
        wrong += best[0]
        count["launches"] += 1
        count["requests"] += sum(
            access["total"]["requests"] for access in recorded["accesses"]
        )
        for entry in best[1]["accesses"]:
            kind = "merged" if is_merged(entry) else entry["result"]
            if kind == "upper-bound" and is_bound_by_merging(entry):
                kind = "exact but for merging"
            count[kind] += 1
    return wrong, count


def missing_launches(report, launches):
    """Launches that the report judges and the program does not make, or not with
    arguments that it can run with. They get made-up arguments, so that what was
    judged with known ones is left out."""
    failed = [launch for launch in launches if launch["failure"]]
    for kernel in report["kernels"]:
        again = any(is_same_kernel(kernel, launch) for launch in failed)
        for launch in kernel["launches"]:
            is_missing = launch["origin"] != "launch-site" or again
            if is_missing and not launch["arguments"]:
                block = ", ".join(map(str, launch["block"]))
                yield (
                    f"oracle::Launch(1, dim3({block}), 4096)->*"
                    f"[&] {{ oracle::callAny({kernel['name']}); }}"
                )


def compare_file(oracle, banklint, path, arguments=()):
    """Runs one file; launches that only the report knows are run, too."""
    report = analyze(banklint, path, arguments)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    launches = oracle.run(text, path, arguments)
    extra = list(missing_launches(report, launches))
    if extra:
        launches += oracle.run(with_launches(text, extra), path, arguments)
    return compare(report, launches)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--banklint", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--compiler", default="clang++-19")
    parser.add_argument("--min-launches", type=int, default=1)
    parser.add_argument("--skip-broken", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    oracle = Oracle(options.build, options.compiler)

    def outcome_of(path):
        try:
            return compare_file(oracle, options.banklint, path)
        except OracleError as error:
            return error

    all_wrong, count = [], collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        outcomes = list(pool.map(outcome_of, options.files))
    for path, outcome in zip(options.files, outcomes):
        if isinstance(outcome, OracleError):
            count["files that do not compile"] += 1
            if not options.skip_broken:
                print(f"{path}: {outcome}")
                all_wrong.append(outcome)
            continue
        wrong, its = outcome
        for kernel, line, text in wrong:
            print(f"{path}:{line}: in {kernel}: {text}")
        all_wrong += wrong
        count += its
    print(", ".join(f"{key} {value}" for key, value in sorted(count.items())))
    sys.exit(1 if all_wrong or count["launches"] < options.min_launches else 0)


if __name__ == "__main__":
    main()
