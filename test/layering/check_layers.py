#!/usr/bin/env python3
#===- check_layers.py - Which library may know what -----------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Checks the rules that keep banklint's libraries apart:

  includes      a library includes only headers of libraries that it may use
  names         a library names only what libraries that it may use declare, even
                if a header of another one includes the declaration for it
  equal         no two types of one namespace have one name in different files:
                the linker would take one for the other
  parts         the same for the directories in a library
  cycles        no two libraries include each other, directly or around corners
  clang         Clang's headers stay in the front end and the adapters
  streams       nothing below Driver touches standard streams or the environment
  architecture  only lib/Hardware compares names of architectures
  cmake         a library builds all of its files and links what it includes
  header        a header names itself, and its guard follows from its path
  size          no C++ file is longer than 800 lines (from 500 on it is named)
  docs          docs/contributing.md tells the same table of libraries

  check_layers.py ROOT          checks the tree at ROOT; 1 if a rule is broken
  check_layers.py --self-test   breaks each rule in small trees of its own
"""

import argparse
import collections
import os
import pathlib
import re
import sys

# In dependency order: a library may use earlier ones only.
MAY_USE = {
    "Support": [],
    "Hardware": ["Support"],
    "Program": ["Support"],
    "Compiler": ["Program", "Support"],
    "Interpreter": ["Program", "Support"],
    "Analysis": ["Hardware", "Interpreter", "Program", "Support"],
    "Commands": ["Hardware", "Support"],
    "Profile": ["Program", "Support"],
    "CudaHeaders": ["Support"],
    "Parse": ["CudaHeaders", "Support"],
    # Commands for the headers that a header spells.
    "Frontend": ["Commands", "Compiler", "Parse", "Program", "Support"],
    # Hardware for wording only: a bank map says which lanes meet where.
    # Interpreter for the layouts that fixes choose, and the budget of a run.
    "Checks": ["Analysis", "Hardware", "Interpreter", "Program", "Support"],
    # It prints what a report holds: verdicts, launches, programs, bank maps.
    "Output": [
        *("Analysis", "Checks", "Hardware", "Interpreter", "Program", "Support"),
    ],
    "Driver": [
        *("Analysis", "Checks", "Commands", "Frontend", "Hardware"),
        *("Interpreter", "Output", "Profile", "Program", "Support"),
    ],
    "Audit": [
        *("Checks", "Commands", "Driver", "Frontend", "Hardware"),
        *("Interpreter", "Output", "Program", "Support"),
    ],
    "Tidy": ["Checks", "Driver", "Support"],
    "JsonRpc": ["Support"],
    # Frontend for the options of a unit only.
    "Lsp": [
        *("Analysis", "Checks", "Driver", "Frontend", "Hardware", "Interpreter"),
        *("JsonRpc", "Output", "Parse", "Program", "Support"),
    ],
    "Mcp": ["JsonRpc", "Support"],
}

# The same for the directories in a library. "" are the files outside of them;
# without a row, those may use all.
PARTS_MAY_USE = {
    "Analysis": {
        "Costs": ["", "Compiler"],
        "Compiler": ["", "Costs"],
        "Layouts": ["", "Costs"],
        "Blocks": ["", "Costs"],
        "": ["Compiler", "Costs"],
    },
    "Interpreter": {
        "Values": [""],
        "": ["Values"],
    },
    "Checks": {
        "Fixes": [""],
        "": ["Fixes"],
    },
    "Frontend": {
        "Ast": [],
        "Recovery": ["Ast"],
        "Launches": ["Ast", "Recovery"],
        "Lowering": ["Ast", "Recovery"],
        "FixFacts": ["Ast", "Lowering", "Recovery"],
        "": ["Ast", "FixFacts", "Launches", "Lowering", "Recovery"],
    },
    "Driver": {
        "Files": [],
        "Config": [],
        "Filter": ["Config", "Files"],
        "Fixes": ["Files"],
        "Run": ["Config", "Files", "Filter", "Fixes"],
    },
}

# Which of Clang's headers a library may include; the others none. The driver
# reads compilation databases and knows no syntax tree.
MAY_USE_CLANG = {
    "Parse": "clang/",
    "Frontend": "clang/",
    # Its scanner of directives, which knows no language.
    "Commands": ("clang/Lex/DependencyDirectivesScanner.h", "clang/Basic/TokenKinds.h"),
    "Driver": ("clang/Tooling/", "clang/Basic/"),
    "Tidy": ("clang/", "clang-tidy/"),
}

MAY_USE_STREAMS = {"Driver", "Audit", "Tidy", "Lsp"}

LISTED_LINES = 500
MOST_LINES = 800

# Not code of banklint but what user code sees instead of a CUDA toolkit.
CUDA_HEADERS = pathlib.PurePath("lib/CudaHeaders/include")

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]', re.MULTILINE)
STREAM = re.compile(
    r"\b(?:outs|fouts|errs|dbgs)\s*\(\s*\)"
    r"|\bstd::(?:cout|cerr|clog|cin)\b"
    r"|\b(?:f|v|vf)?printf\s*\(|\b(?:puts|putchar|fputs)\s*\("
    r"|\b(?:stdin|stdout|stderr)\b"
    r"|\bget(?:STDIN|FileOrSTDIN)\b"
    r"|\b(?:secure_)?getenv\s*\(|\bProcess::GetEnv\b"
)
STREAM_HEADERS = {"iostream", "cstdio", "stdio.h"}
# A name with its number; taking the prefix "sm_" off a word compares nothing.
ARCH_NAME = r'"(?:sm|compute)_\d\w*"'
ARCHITECTURE = re.compile(
    rf"[=!]=\s*{ARCH_NAME}|{ARCH_NAME}\s*[=!]="
    rf"|\b(?:Case|Cases|compare|equals|equals_insensitive|starts_with|"
    rf"consume_front|contains|find)\s*\(\s*{ARCH_NAME}"
    r"|\bArch(?:itecture)?(?:\.|->)Name\s*[=!]=|[=!]=\s*[\w.>-]*\bArch(?:\.|->)Name\b"
    r"|[=!]=\s*(?:clang::)?(?:Cuda|Offload)Arch::SM_"
)
TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"([^()\s\\]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"'
    r"|(?<!\w)'(?:\\.|[^'\\\n])+'",
    re.DOTALL,
)

# What a public header declares in the namespace, whose contents are not indented:
# types, aliases, constants, functions.
DECLARED_TYPE = re.compile(
    r"^(?:template <[^\n]*>\s)?(?:struct|class|enum|enum class) (\w+)"
    r"(?: final)?(?: : [^;{]*)?\s*\{"
    r"|^using (\w+) =|^(?:inline )?constexpr [\w:]+ (\w+) =",
    re.MULTILINE,
)
DECLARED_FUNCTION = re.compile(
    r"^(?!using\b|return\b|#)[\w:][\w:<>,*& \n]*?[\s*&](\w+)\([^;{]*[;{]", re.MULTILINE
)
# A name, unless it is a member, and whether it is called.
NAME = re.compile(r"(?<![\w.>])(\w+)\b(\(?)")
# A type, a function, a method or a lambda called NAME that a file declares.
OWN_NAME = (
    r"\b(?:struct|class|enum|using) NAME\b(?!\s*;)|\bauto &?NAME = |^[ \t]*"
    r"(?!return\b|else\b|case\b|new\b|delete\b|not\b)[\w:]+(?:<[^;{}()]*>)?"
    r"(?:[ \t]+(?:const\b)?[ \t]*[\w:]*)?[\s*&]+(?:\w+::)?NAME\("
)

Problem = collections.namedtuple("Problem", "path line rule message")


def blank(text, keep_strings):
    """The text with comments, and unless kept string literals, made spaces;
    line numbers stay."""

    def replace(match):
        token = match.group()
        if token[0] != "/" and keep_strings:
            return token
        return re.sub(r"[^\n]", " ", token)

    return TOKEN.sub(replace, text)


class SourceFile:
    """A C++ file; its path is relative to the root."""

    def __init__(self, root, path):
        self.path = path.relative_to(root)
        self.text = path.read_text(encoding="utf-8")
        self.code = blank(self.text, keep_strings=True)

    @property
    def folder(self):
        return self.path.parts[0]

    @property
    def is_public_header(self):
        return self.folder == "include"

    @property
    def library(self):
        """The library that the file belongs to; None for tools and tests."""
        depth = {"include": 2, "lib": 1}.get(self.folder)
        if depth is None or len(self.path.parts) <= depth + 1:
            return None
        return self.path.parts[depth]

    @property
    def part(self):
        """The directory in the library; "" outside of those, and of libraries."""
        if self.library is None:
            return ""
        depth = {"include": 3, "lib": 2}[self.folder]
        return self.path.parts[depth] if len(self.path.parts) > depth + 1 else ""

    def used_parts(self, root):
        """(line number, part) of each include of the own library."""
        for line, header in self.includes():
            candidates = (
                root / "include" / header,
                root / self.path.parent / header,
                root / "lib" / self.library / header,
            )
            for path in candidates:
                if path.is_file() and root in path.resolve().parents:
                    used = SourceFile(root, path.resolve())
                    if used.library == self.library:
                        yield line, used.part
                    break

    def matches(self, pattern, code=None):
        """(line number, match) of each match."""
        code = self.code if code is None else code
        for match in pattern.finditer(code):
            yield code.count("\n", 0, match.start()) + 1, match

    def includes(self):
        """(line number, header) of each include."""
        for line, match in self.matches(INCLUDE):
            yield line, match.group(1)

    def included_paths(self, by_path):
        """The paths of what it includes, of those that exist."""
        for _, header in self.includes():
            beside = self.path.parent / header
            for path in (
                pathlib.PurePath("include", header),
                pathlib.PurePath("lib", self.library or "", header),
                pathlib.PurePath(os.path.normpath(beside)),
            ):
                if str(path) in by_path:
                    yield str(path)
                    break

    def used_libraries(self):
        """(line number, library) of each include of a public header."""
        for line, header in self.includes():
            parts = header.split("/")
            if parts[0] == "banklint" and len(parts) > 2:
                yield line, parts[1]


class Tree:
    """The C++ files and CMake lists below a root."""

    def __init__(self, root):
        self.root = root
        self.files = [
            SourceFile(root, path)
            for folder in ("include", "lib", "tool", "test")
            for path in sorted((root / folder).rglob("*"))
            if path.suffix in (".h", ".cpp")
        ]
        self.code_files = [
            file for file in self.files if CUDA_HEADERS not in file.path.parents
        ]
        self.by_path = {str(file.path): file for file in self.code_files}
        self.libraries = {
            file.library for file in self.code_files if file.library is not None
        }

    def reached_headers(self, file):
        """The paths of the public headers that a file includes, directly or by way
        of others."""
        reached = set()
        work = [file]
        while work:
            for path in work.pop().included_paths(self.by_path):
                if path not in reached:
                    reached.add(path)
                    work.append(self.by_path[path])
        return {path for path in reached if self.by_path[path].is_public_header}

    def files_of(self, library):
        return [file for file in self.code_files if file.library == library]


def check_includes(tree):
    for file in tree.code_files:
        if file.library is None:
            continue
        allowed = MAY_USE.get(file.library)
        if allowed is None:
            message = f"library '{file.library}' is not in check_layers.py's table"
            yield Problem(file.path, 1, "includes", message)
            continue
        for line, used in file.used_libraries():
            if used != file.library and used not in allowed:
                message = f"{file.library} may not use {used}"
                yield Problem(file.path, line, "includes", message)
        yield from check_private_includes(tree, file)


def declared_names(header):
    """({types and the like}, {functions}) that a public header declares."""
    code = blank(header.text, keep_strings=False)
    types = {
        next(name for name in match.groups() if name)
        for match in DECLARED_TYPE.finditer(code)
    }
    functions = {match.group(1) for match in DECLARED_FUNCTION.finditer(code)}
    return types, functions - types


def check_names(tree):
    declared = {
        path: declared_names(file)
        for path, file in tree.by_path.items()
        if file.is_public_header
    }
    for file in tree.code_files:
        allowed = MAY_USE.get(file.library)
        if allowed is None:
            continue
        may_use = {file.library, *allowed}
        # name: library, of those that are not to be used.
        types, functions = {}, {}
        for path in tree.reached_headers(file):
            library = tree.by_path[path].library
            for names, into in zip(declared[path], (types, functions)):
                into.update({name: library for name in names if library not in may_use})
        yield from check_names_in(tree, file, types, functions)


def check_names_in(tree, file, types, functions):
    seen = set()
    code = blank(file.text, keep_strings=False)
    for line, match in file.matches(NAME, code):
        name = match.group(1)
        used = types.get(name) or (match.group(2) and functions.get(name))
        if not used or name in seen:
            continue
        seen.add(name)
        if not is_own_name(tree, file, name):
            message = f"{file.library} may not use {used}, which declares '{name}'"
            yield Problem(file.path, line, "names", message)


UNNAMED = re.compile(r"^namespace \{.*?^\} // namespace$", re.MULTILINE | re.DOTALL)


def check_equal(tree):
    known = {}
    for file in tree.code_files:
        if file.folder == "test":
            continue
        code = blank(file.text, keep_strings=False)
        # The end of an unnamed namespace is told by its comment.
        for block in UNNAMED.finditer(file.text):
            hidden = re.sub(r"[^\n]", " ", block.group())
            code = code[: block.start()] + hidden + code[block.end() :]
        spaces = re.findall(r"^namespace ([\w:]+) \{", code, re.MULTILINE)
        for line, match in file.matches(DECLARED_TYPE, code):
            name = match.group(1)
            if not name:
                continue
            key = (spaces[0] if spaces else "", name)
            other = known.setdefault(key, file.path)
            if other != file.path:
                message = f"'{name}' is a type of {other} as well"
                yield Problem(file.path, line, "equal", message)


def is_own_name(tree, file, name):
    """True if the library of a file declares the name, too."""
    own = re.compile(OWN_NAME.replace("NAME", name), re.MULTILINE)
    return any(own.search(other.code) for other in tree.files_of(file.library))


def check_private_includes(tree, file):
    """What lies in lib is private to its folder."""
    home = tree.root / "lib" / file.library
    for line, header in file.includes():
        reached = (tree.root / file.path.parent / header).resolve()
        beside = tree.root / "lib" / header
        for path in (reached, beside):
            inside_lib = (tree.root / "lib").resolve() in path.parents
            if path.is_file() and inside_lib and home not in path.parents:
                message = f"'{header}' is private to another library"
                yield Problem(file.path, line, "includes", message)
                break


def check_parts(tree):
    for file in tree.code_files:
        allowed = PARTS_MAY_USE.get(file.library, {})
        if file.part not in allowed:
            if file.part:
                message = f"'{file.part}' is not in check_layers.py's table of parts"
                yield Problem(file.path, 1, "parts", message)
            continue
        for line, used in file.used_parts(tree.root):
            if used != file.part and used not in allowed[file.part]:
                message = (
                    f"{file.library}/{file.part} may not use {file.library}/{used}"
                )
                yield Problem(file.path, line, "parts", message)


def check_cycles(tree):
    uses = {library: set() for library in sorted(tree.libraries)}
    for library in uses:
        for file in tree.files_of(library):
            uses[library] |= {used for _, used in file.used_libraries()}
        uses[library].discard(library)

    def way_back(start):
        """A shortest chain of libraries from start to itself."""
        chains = collections.deque([[start]])
        seen = set()
        while chains:
            chain = chains.popleft()
            for used in sorted(uses.get(chain[-1], ())):
                if used == start:
                    return chain + [start]
                if used not in seen:
                    seen.add(used)
                    chains.append(chain + [used])
        return None

    for library in uses:
        chain = way_back(library)
        # Told once, at the first library by name.
        if chain and library == min(chain):
            message = "libraries include each other: " + " -> ".join(chain)
            yield Problem(pathlib.PurePath("lib", library), 1, "cycles", message)


def check_clang(tree):
    for file in tree.code_files:
        if file.folder == "test":
            continue
        allowed = MAY_USE_CLANG.get(file.library, ())
        for line, header in file.includes():
            is_clang = re.match(r"clang(-c|-tidy)?/|mlir/", header)
            if is_clang and not (allowed and header.startswith(allowed)):
                message = f"<{header}> does not belong in {file.library or 'tools'}"
                yield Problem(file.path, line, "clang", message)


def check_streams(tree):
    for file in tree.code_files:
        if file.library is None or file.library in MAY_USE_STREAMS:
            continue
        code = blank(file.text, keep_strings=False)
        for line, match in file.matches(STREAM, code):
            message = f"'{match.group()}' below Driver"
            yield Problem(file.path, line, "streams", message)
        for line, header in file.includes():
            if header in STREAM_HEADERS:
                message = f"<{header}> below Driver"
                yield Problem(file.path, line, "streams", message)


def check_architecture(tree):
    for file in tree.code_files:
        if file.folder == "test" or file.library == "Hardware":
            continue
        for line, match in file.matches(ARCHITECTURE):
            message = (
                f"'{match.group()}' compares architectures; a field of the "
                "table in lib/Hardware should say what differs"
            )
            yield Problem(file.path, line, "architecture", message)


def parse_library(text):
    """The sections of the banklint_library() call: {keyword: [words]}; None if
    there is none."""
    text = re.sub(r"#[^\n]*", "", text)
    call = re.search(r"\bbanklint_library\s*\(([^)]*)\)", text)
    if not call:
        return None
    sections = {"NAME": [], "SOURCES": [], "USES": [], "CLANG": [], "PRECOMPILE": []}
    keyword = "NAME"
    for word in call.group(1).split():
        if word in ("SOURCES", "USES", "PRECOMPILE"):
            keyword = word
        elif word == "CLANG":
            sections["CLANG"] = [word]
        else:
            sections[keyword].append(word)
    return sections


def check_cmake(tree):
    lists = {}
    for library in sorted(tree.libraries):
        path = pathlib.PurePath("lib", library, "CMakeLists.txt")
        if (tree.root / path).is_file():
            lists[library] = parse_library((tree.root / path).read_text())
        # A folder that has headers only so far is not built yet.
        elif any(file.folder == "lib" for file in tree.files_of(library)):
            yield Problem(path, 1, "cmake", "missing; nothing builds its folder")
    lists = {library: call for library, call in lists.items() if call}

    def linked(library, seen):
        """The libraries that a library links, those of its own USES included:
        CMake passes public libraries on."""
        for used in lists.get(library, {"USES": []})["USES"]:
            if used not in seen:
                seen.add(used)
                linked(used, seen)
        return seen

    for library, call in lists.items():
        path = pathlib.PurePath("lib", library, "CMakeLists.txt")
        reachable = linked(library, {library})
        links_clang = any(lists[used]["CLANG"] for used in reachable if used in lists)
        yield from check_library_call(tree, library, call, path, links_clang)
        for file in tree.files_of(library):
            for line, used in file.used_libraries():
                if used not in reachable:
                    message = f"{used} is missing in USES of {path}"
                    yield Problem(file.path, line, "cmake", message)


def check_library_call(tree, library, call, path, links_clang):
    if call["NAME"] != [library]:
        message = f"the library is not named {library}, as its folder is"
        yield Problem(path, 1, "cmake", message)
    for used in call["USES"]:
        if used not in MAY_USE.get(library, []):
            yield Problem(path, 1, "cmake", f"{library} may not use {used}")
    for file in tree.files_of(library):
        name = str(file.path.relative_to(path.parent)) if file.folder == "lib" else ""
        if name.endswith(".cpp") and name not in call["SOURCES"]:
            yield Problem(file.path, 1, "cmake", f"missing in SOURCES of {path}")
        uses_clang = any(header.startswith("clang") for _, header in file.includes())
        if uses_clang and not links_clang:
            yield Problem(file.path, 1, "cmake", f"CLANG is missing in {path}")


def check_header(tree):
    for file in tree.code_files:
        if not file.is_public_header:
            continue
        lines = file.text.splitlines() or [""]
        opening = rf"//===-+ {re.escape(file.path.name)} - .+ -*\*- C\+\+ -\*-===//"
        if not re.fullmatch(opening, lines[0]):
            message = "the first line should hold the file's name and summary"
            yield Problem(file.path, 1, "header", message)
        guard = "_".join(file.path.with_suffix("").parts[1:]).upper() + "_H"
        guard = re.sub(r"\W", "_", guard)
        directives = re.findall(r"^[ \t]*#.*$", file.code, re.MULTILINE)
        if directives[:2] != [f"#ifndef {guard}", f"#define {guard}"]:
            message = f"the include guard should be {guard}"
            yield Problem(file.path, 1, "header", message)


def check_size(tree):
    for file in tree.files:
        lines = file.text.count("\n")
        if lines > MOST_LINES:
            message = f"{lines} lines; {MOST_LINES} are the most"
            yield Problem(file.path, lines, "size", message)


def check_docs(tree):
    """Rows '| library | may use | ... |'; '-' stands for none."""
    path = pathlib.PurePath("docs/contributing.md")
    try:
        text = (tree.root / path).read_text(encoding="utf-8")
    except OSError:
        yield Problem(path, 1, "docs", "missing")
        return
    rows = dict(re.findall(r"^\| (\w+) \| (-|\w+(?:, \w+)*) \|", text, re.MULTILINE))
    for library, allowed in MAY_USE.items():
        is_there = library in tree.libraries
        if is_there and rows.get(library) != (", ".join(allowed) or "-"):
            message = f"the row of {library} is not that of check_layers.py"
            yield Problem(path, 1, "docs", message)


CHECKS = [
    check_includes,
    check_names,
    check_equal,
    check_parts,
    check_cycles,
    check_clang,
    check_streams,
    check_architecture,
    check_cmake,
    check_header,
    check_size,
    check_docs,
]


def find_problems(tree):
    return [problem for check in CHECKS for problem in check(tree)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", nargs="?", type=pathlib.Path)
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    if options.self_test:
        # Only here: it imports this file.
        import self_test

        sys.exit(self_test.run())
    if options.root is None:
        parser.error("a root or --self-test is needed")

    tree = Tree(options.root.resolve())
    if not tree.libraries:
        sys.exit(f"check_layers.py: no library below {options.root}")
    for file in tree.files:
        lines = file.text.count("\n")
        if LISTED_LINES < lines <= MOST_LINES:
            print(f"{file.path}: note: {lines} lines; split it along an idea")
    problems = find_problems(tree)
    for problem in problems:
        print(
            f"{problem.path}:{problem.line}: {problem.message} [{problem.rule}]"
        )
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
