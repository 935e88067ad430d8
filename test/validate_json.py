#!/usr/bin/env python3
"""Validates JSON reports of banklint against docs/json-report.schema.json.

usage: validate_json.py REPORT...        ("-" is standard input)

Exit status: 0 all are valid; 1 some are not, each violation on a line of its
own; 2 a file can't be read, or the Python package jsonschema is missing.
"""

import json
import pathlib
import sys

SCHEMA = (
    pathlib.Path(__file__).resolve().parent.parent
    / "docs"
    / "json-report.schema.json"
)


def stop(message):
    print(f"validate_json.py: {message}", file=sys.stderr)
    sys.exit(2)


def load(path):
    try:
        if path == "-":
            return json.load(sys.stdin)
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except OSError as error:
        stop(error)
    except ValueError as error:
        print(f"{path}: not JSON: {error}")
        return None


def count_violations(validator, path):
    report = load(path)
    if report is None:
        return 1
    violations = sorted(validator.iter_errors(report), key=lambda e: e.json_path)
    for violation in violations:
        print(f"{path}: {violation.json_path}: {violation.message}")
    return len(violations)


def main(paths):
    try:
        from jsonschema import Draft202012Validator
    except ImportError:
        stop(
            "the Python package jsonschema (4.0 or newer) is missing; "
            "Debian has it as python3-jsonschema"
        )
    if not paths:
        stop("no report named; see the comment at the top of this script")
    schema = load(SCHEMA)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    total = sum(count_violations(validator, path) for path in paths)
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
