#!/usr/bin/env python3
#===- sarif.py - SARIF reports against their sources ----------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Reads a SARIF report as its consumers do.

usage: sarif.py check REPORT    snippets are the text of their regions, indices
                                point to what they name, messages link to
                                related locations, and GitHub's limits hold
       sarif.py apply REPORT    applies the first fix of each result, where it
                                does not touch an earlier one's text
       sarif.py uris REPORT     prints the URIs of the results' locations

Exit status: 0 all is well; 1 it is not, and why.
"""

import json
import re
import sys
import urllib.parse


def fail(message):
    sys.exit(f"sarif.py: {message}")


class Text:
    """A file in lines; columns count UTF-16 code units."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        self.text = data.decode("utf-8-sig", errors="replace")
        self.lines = self.text.split("\n")

    def offset(self, line, column):
        before = "".join(text + "\n" for text in self.lines[: line - 1])
        rest = self.lines[line - 1].encode("utf-16-le")
        head = rest[: 2 * (column - 1)]
        if len(head) != 2 * (column - 1):
            fail(f"column {column} of line {line} is behind the end")
        return len(before) + len(head.decode("utf-16-le"))

    def of(self, region):
        begin = self.offset(region["startLine"], region["startColumn"])
        end = self.offset(region["endLine"], region["endColumn"])
        return self.text[begin:end]


def path_of(run, location):
    uri = location["uri"]
    if "uriBaseId" in location:
        base = run["originalUriBaseIds"][location["uriBaseId"]]["uri"]
        uri = urllib.parse.urljoin(base, uri)
    parts = urllib.parse.urlsplit(uri)
    if parts.scheme != "file" or parts.query or parts.fragment:
        fail(f"'{uri}' is no file")
    return urllib.parse.unquote_to_bytes(parts.path)


def check_artifact(run, location):
    artifact = run["artifacts"][location["index"]]["location"]
    if artifact["uri"] != location["uri"]:
        fail(f"index {location['index']} is '{artifact['uri']}'")


def check_physical(run, location):
    check_artifact(run, location["artifactLocation"])
    region = location["region"]
    if "snippet" not in region:
        return
    found = Text(path_of(run, location["artifactLocation"])).of(region)
    if found != region["snippet"]["text"]:
        fail(f"snippet {region['snippet']['text']!r} is not {found!r}")


def check_result(run, result):
    rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
    if rule["id"] != result["ruleId"]:
        fail(f"rule {result['ruleIndex']} is '{rule['id']}'")
    if len(result["locations"]) != 1:
        fail("a result has one location")
    related = result.get("relatedLocations", [])
    for location in result["locations"] + related:
        check_physical(run, location["physicalLocation"])
    ids = {location["id"] for location in related}
    links = re.findall(r"\]\((\d+)\)", result["message"]["text"])
    if len(ids) != len(related) or not {int(link) for link in links} <= ids:
        fail(f"links {links} to locations {sorted(ids)}")


def check_rule(rule):
    for key in ("shortDescription", "fullDescription"):
        if not 0 < len(rule[key]["text"]) <= 1024:
            fail(f"{key} of '{rule['id']}' has {len(rule[key]['text'])} letters")
    if not rule["help"]["text"] or len(rule["properties"]["tags"]) > 10:
        fail(f"rule '{rule['id']}'")


def check(run):
    for rule in run["tool"]["driver"]["rules"]:
        check_rule(rule)
    for result in run["results"]:
        check_result(run, result)
    prints = [
        result["partialFingerprints"]["banklint/v1"] for result in run["results"]
    ]
    if len(set(prints)) != len(prints):
        fail("two results have one fingerprint")


def apply(run):
    """As offsets, so that edits of one file don't move each other."""
    edits = {}
    for result in run["results"]:
        for change in (result.get("fixes") or [{}])[0].get("artifactChanges", []):
            path = path_of(run, change["artifactLocation"])
            text = Text(path)
            for replacement in change["replacements"]:
                region = replacement["deletedRegion"]
                begin = text.offset(region["startLine"], region["startColumn"])
                end = text.offset(region["endLine"], region["endColumn"])
                new = replacement["insertedContent"]["text"]
                edits.setdefault(path, {})[begin, end] = new
    for path, changes in edits.items():
        text = Text(path).text
        for (begin, end), new in sorted(changes.items(), reverse=True):
            text = text[:begin] + new + text[end:]
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)


def uris(run):
    for result in run["results"]:
        print(
            result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        )


def main():
    command, report = sys.argv[1:]
    with open(report, encoding="utf-8") as file:
        (run,) = json.load(file)["runs"]
    {"check": check, "apply": apply, "uris": uris}[command](run)


main()
