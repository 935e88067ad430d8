"""The seeds of the fuzzers, made from the inputs of other tests."""
import ast
import json
import pathlib
import re
import subprocess

TEST = pathlib.Path(__file__).resolve().parent.parent
LIT = TEST / "lit"
UNIT = TEST / "unit"

RAW = re.compile(r'R"(\w*)\((.*?)\)\1"', re.S)
# Adjacent literals are one.
LITERALS = re.compile(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*')
LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"')


def literals(path):
    """The string literals of a C++ source."""
    text = path.read_text()
    found = [match[2] for match in RAW.finditer(text)]
    text = "\n".join(line for line in RAW.sub("", text).splitlines()
                     if not line.lstrip().startswith(("//", "#")))
    for group in LITERALS.findall(text):
        try:
            found.append("".join(ast.literal_eval(one)
                                 for one in LITERAL.findall(group)))
        except (SyntaxError, ValueError):
            pass  # An escape that only C++ has.
    return found


def parts(pattern, name=""):
    """The files that split-file makes of lit tests, if their names contain
    NAME."""
    for path in sorted(LIT.glob(pattern)):
        pieces = re.split(r"(?m)^(?://|#|;)--- (\S+)\n", path.read_text())
        for file, text in zip(pieces[1::2], pieces[2::2]):
            if name in file:
                yield text


def sources(banklint):
    for path in sorted(LIT.rglob("*.cu")):
        yield path.read_text(errors="replace")


def programs(banklint):
    for path in ("Program/Samples.cpp", "Interpreter/LoopsTest.cpp",
                 "Interpreter/SweepsTest.cpp", "Analysis/VerdictTest.cpp",
                 "Analysis/DependsTest.cpp"):
        for text in literals(UNIT / path):
            if text.startswith("kernel "):
                yield text
    files = sorted((LIT / "language").glob("*.cu"))
    files += sorted((LIT / "checks").glob("*.cu"))
    for path in files:
        # What cannot be analyzed is printed nowhere; the rest is enough.
        printed = subprocess.run(
            [banklint, "--print-program", path, "--"], capture_output=True,
            text=True, errors="replace").stdout
        for text in re.split(r'(?m)^(?=kernel ")', printed):
            if text.startswith("kernel "):
                yield text


def diffs(banklint):
    yield from literals(UNIT / "Driver/UnifiedDiffTest.cpp")
    yield from parts("suppression/*.test", "diff")


def baselines(banklint):
    yield from literals(UNIT / "Driver/BaselineTest.cpp")
    yield from parts("suppression/*.test", "json")


def configs(banklint):
    yield from literals(UNIT / "Driver/ConfigTest.cpp")
    yield from parts("config/*.test", "banklint")


def commands(banklint):
    for name in ("CompileArguments", "CommandText", "OptionsFiles",
                 "CompilerCommand"):
        words = literals(UNIT / f"Commands/{name}Test.cpp")
        yield from words
        # Tests spell commands as lists.
        for first in range(0, len(words), 8):
            yield " ".join(words[first:first + 8])


def databases(banklint):
    yield from literals(UNIT / "Commands/CompileDatabaseTest.cpp")
    yield from parts("databases/*.test", "json")
    for command in commands(banklint):
        yield json.dumps([{"directory": "/d", "file": "a.cu",
                           "command": "nvcc " + command}])


def comments(banklint):
    yield from literals(UNIT / "Driver/SuppressionCommentsTest.cpp")
    yield from (text for text in sources(banklint) if "NOLINT" in text)


def annotations(banklint):
    for path in sorted(LIT.rglob("*.cu")) + [
            UNIT / "Frontend/AnnotationsTest.cpp"]:
        yield from re.findall(r"banklint:(.*)", path.read_text(errors="replace"))


def profiles(banklint):
    texts = [path.read_text()
             for path in sorted((UNIT / "Profile/data").glob("*.csv"))]
    for text in texts:
        lines = text.splitlines(keepends=True)
        yield text
        # Short ones are tried more often.
        for first in range(0, len(lines), 12):
            yield "".join(lines[:3] + lines[max(first, 3):first + 12])
    yield "\n---\n".join(texts[:3])
    yield from (text for text in literals(UNIT / "Profile/ProfileTest.cpp")
                if text.count("\n") > 1)


def messages(banklint):
    bodies = literals(UNIT / "JsonRpc/TransportTest.cpp")
    for places in (((0, 0, 0, 1),), ((0, 1, 1, 0), (2, 0, 9, 9)),
                   ((0, 2, 0, 3), (1, 0, 1, 0))):
        changes = [{"range": {"start": {"line": a, "character": b},
                              "end": {"line": c, "character": d}},
                    "text": "x\n\U0001f600"} for a, b, c, d in places]
        bodies.append(json.dumps({"jsonrpc": "2.0", "method": "m", "params": {
            "textDocument": {"uri": "file:///a%20b", "version": 1},
            "contentChanges": [{"text": "a\r\n\U0001f600b\n"}, *changes]}},
            ensure_ascii=False))
    for body in bodies:
        yield body
        yield f"Content-Length: {len(body.encode())}\r\n\r\n{body}"


def planted(banklint):
    return ["int tile[32];"]


MAKERS = {
    "annotation": annotations,
    "baseline": baselines,
    "commands": commands,
    "config": configs,
    "cuda": sources,
    "database": databases,
    "diff": diffs,
    "lsp": messages,
    "nolint": comments,
    "planted": planted,
    "profile": profiles,
    "program": programs,
}


def write(name, banklint, folder, max_bytes):
    """Writes the seeds of a fuzzer; returns their number. Longer ones than
    MAX_BYTES would be cut."""
    texts = {text.encode("utf-8", "surrogateescape")
             for text in MAKERS[name](banklint)}
    kept = sorted(text for text in texts if 0 < len(text) <= max_bytes)
    for number, text in enumerate(kept):
        (folder / f"{number:04}").write_bytes(text)
    return len(kept)
