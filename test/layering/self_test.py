#===- self_test.py - Breaks each rule of check_layers.py ------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Small trees, each with one broken rule, and what check_layers.py must say."""

import collections
import pathlib
import tempfile

import check_layers

# changes: files that are added or replaced in the clean tree; expected: the
# (rule, file, part of the message) of every problem that must be found.
Case = collections.namedtuple("Case", "name changes expected")


def header(path, body=""):
    name = path.rpartition("/")[2]
    guard = path.removeprefix("include/").replace("/", "_").replace(".", "_").upper()
    return (
        f"//===- {name} - A header -*- C++ -*-===//\n"
        f"#ifndef {guard}\n#define {guard}\n{body}\n#endif // {guard}\n"
    )


def headers(**bodies):
    """Public headers by library: {path: text} of include/banklint/X/X.h."""
    paths = {name: f"include/banklint/{name}/{name}.h" for name in bodies}
    return {paths[name]: header(paths[name], body) for name, body in bodies.items()}


def source(library, body):
    return {f"lib/{library}/{library}.cpp": body}


def cmake(library, uses="", rest=""):
    text = f"banklint_library({library} SOURCES {library}.cpp {rest} USES {uses})"
    return {f"lib/{library}/CMakeLists.txt": text}


INCLUDE_PROGRAM = '#include "banklint/Program/Program.h"\n'
INCLUDE_HARDWARE = '#include "banklint/Hardware/Hardware.h"\n'
INCLUDE_INTERPRETER = '#include "banklint/Interpreter/Interpreter.h"\n'

TABLE = "".join(
    f"| {library} | {', '.join(allowed) or '-'} | none |\n"
    for library, allowed in check_layers.MAY_USE.items()
)

# Everything in it is close to a broken rule and breaks none.
CLEAN = {
    **headers(Support="", Hardware="", Program="", Interpreter=INCLUDE_PROGRAM),
    **headers(Analysis=INCLUDE_HARDWARE + INCLUDE_INTERPRETER, Frontend=""),
    **cmake("Support"),
    **source("Support", 'const char *Name = "printf("; // llvm::errs()\n'),
    **cmake("Hardware", "Support"),
    **source("Hardware", 'bool isIt(S Name) { return Name == "sm_90"; }\n'),
    **cmake("Program", "Support"),
    **source("Program", "/* getenv() of\n std::cout */ int snprintf();\n"),
    **cmake("Interpreter", "Program"),
    # Support is linked by way of Program.
    **source("Interpreter", '#include "banklint/Support/Support.h"\n'),
    **cmake("Analysis", "Hardware Interpreter"),
    **source("Analysis", '#include "Local.h"\nauto R = R"(errs() " )";\n'),
    "lib/Analysis/Local.h": "",
    **cmake("Frontend", "Program", rest="CLANG"),
    **source(
        "Frontend",
        "#include <clang/AST/Expr.h>\n"
        'bool virtualOne(S &Name) { return Name.consume_front("sm_"); }\n',
    ),
    "lib/Frontend/Recovery/Lost.h": "",
    "lib/Frontend/Launches/Host.h": '#include "Recovery/Lost.h"\n',
    "lib/CudaHeaders/include/stdio.h": "#include <cstdio>\nint printf(S, ...);\n",
    # Clang is linked by way of Frontend.
    **cmake("Driver", "Frontend Analysis"),
    **source("Driver", '#include "clang/Tooling/Tooling.h"\nauto &O = llvm::errs();\n'),
    "tool/banklint/Main.cpp": '#include "banklint/Hardware/Hardware.h"\n',
    "test/unit/LongTest.cpp": "\n" * check_layers.MOST_LINES,
    "docs/contributing.md": "| library | may use | Clang |\n" + TABLE,
}

CASES = [
    Case("nothing is broken", {}, []),
    Case(
        "two types of one name",
        {
            **headers(Support="namespace banklint {\nstruct Side {\n};\n}"),
            **source(
                "Program",
                "namespace banklint {\nnamespace {\nstruct Side {\n};\n"
                "} // namespace\nstruct Side {\n};\n}\n",
            ),
            # Another namespace, and one that has no name.
            **source("Hardware", "namespace banklint::hw {\nstruct Side {\n};\n}\n"),
            "lib/Analysis/Local.h": "namespace {\nclass Side {\n};\n} // namespace\n",
        },
        [("equal", "lib/Program/Program.cpp", "'Side' is a type of include")],
    ),
    Case(
        "a library that may not be used",
        {
            **source("Interpreter", INCLUDE_HARDWARE),
            **cmake("Interpreter", "Program Hardware"),
        },
        [
            ("includes", "lib/Interpreter/Interpreter.cpp", "not use Hardware"),
            ("cmake", "lib/Interpreter/CMakeLists.txt", "not use Hardware"),
        ],
    ),
    Case(
        "a later library in a public header",
        headers(Hardware='#include "banklint/Support/Support.h"\n' + INCLUDE_PROGRAM),
        [
            ("includes", "include/banklint/Hardware/Hardware.h", "use Program"),
            ("cmake", "include/banklint/Hardware/Hardware.h", "Program is missing"),
        ],
    ),
    Case(
        "a library that the table lacks",
        headers(Extras=""),
        [("includes", "include/banklint/Extras/Extras.h", "'Extras' is not in")],
    ),
    Case(
        "another library's private header",
        {
            "lib/Frontend/Frontend.cpp": '#include "../Analysis/Local.h"\n',
            "lib/Interpreter/Interpreter.cpp": '#include "Analysis/Local.h"\n',
        },
        [
            ("includes", "lib/Frontend/Frontend.cpp", "private"),
            ("includes", "lib/Interpreter/Interpreter.cpp", "private"),
        ],
    ),
    *(
        Case(
            f"what another library's header reaches is used: {use}",
            {
                **headers(
                    Program=f"{declared}\n",
                    Frontend='#include "banklint/Program/Program.h"\n',
                ),
                "lib/Tidy/Tidy.cpp": '#include "Here.h"\n' + f"void f() {{ {use}; }}\n",
                # What is only reached is not used.
                "lib/Tidy/Other.cpp": '#include "Here.h"\n'
                f"// {use}\nint g(X x) {{ return x.visit(1) + visits(2); }}\n",
                "lib/Tidy/Here.h": '#include "banklint/Driver/Driver.h"\n',
                "lib/Tidy/CMakeLists.txt": "banklint_library(Tidy SOURCES Tidy.cpp "
                "Other.cpp USES Driver CLANG)",
                **headers(Driver='#include "banklint/Frontend/Frontend.h"\n'),
            },
            [("names", "lib/Tidy/Tidy.cpp", f"use Program, which declares '{name}'")],
        )
        for declared, use, name in (
            ("struct Budget {\n};", "Budget B", "Budget"),
            ("class Budget final : public B {\n};", "const Budget *B", "Budget"),
            ("enum class Kind {\n};", "auto K = banklint::Kind::One", "Kind"),
            ("using Sizes =\n    int;", "std::vector<Sizes> S", "Sizes"),
            ("constexpr unsigned Most = 1;", "int I = Most", "Most"),
            ("void visit(int I,\n           int J = 0);", "visit(1)", "visit"),
            ("std::vector<X> visit(const Y &A);", "auto R = visit(a)", "visit"),
        )
    ),
    *(
        Case(
            f"another thing of a name that is reached: {own}",
            {
                **headers(
                    Program="struct Budget {\n};\nstruct Later;\nvoid visit(int I);\n",
                    Driver='#include "banklint/Program/Program.h"\n',
                ),
                **cmake("Tidy", "Driver"),
                **source("Tidy", '#include "banklint/Driver/Driver.h"\n' + own),
            },
            [],
        )
        for own in (
            "namespace {\nstruct Budget { int I; };\n} // namespace\nBudget B;\n",
            "using Budget = int;\nBudget B;\n",
            "Later *L;\n",
            "static int visit(int I);\nint I = visit(1);\n",
            "  bool A::visit(int I) { return visit(I); }\n",
            "auto visit = [] {};\nvisit();\n",
            "int visit = 1;\n",
        )
    ),
    Case(
        "a directory of a library that may not be used",
        {"lib/Frontend/Recovery/Lost.h": '#include "../Launches/Host.h"\n'},
        [("parts", "lib/Frontend/Recovery/Lost.h", "Recovery may not use")],
    ),
    Case(
        "a directory that the table lacks",
        {"lib/Frontend/Extras/Extras.h": ""},
        [("parts", "lib/Frontend/Extras/Extras.h", "'Extras' is not in")],
    ),
    Case(
        "a cycle of libraries",
        headers(Program=INCLUDE_INTERPRETER),
        [
            ("includes", "include/banklint/Program/Program.h", "not use Interpreter"),
            ("cmake", "include/banklint/Program/Program.h", "missing in USES"),
            ("cycles", "lib/Interpreter", "Interpreter -> Program -> Interpreter"),
        ],
    ),
    Case(
        "Clang below the front end",
        source("Program", '#  include "clang/AST/Expr.h"\n'),
        [
            ("clang", "lib/Program/Program.cpp", "does not belong in Program"),
            ("cmake", "lib/Program/Program.cpp", "CLANG is missing"),
        ],
    ),
    Case(
        "Clang's syntax tree in the driver and in a tool",
        {
            **source("Driver", '#include "clang/AST/Expr.h"\n'),
            "tool/banklint/Main.cpp": "#include <clang/Basic/Version.h>\n",
        },
        [
            ("clang", "lib/Driver/Driver.cpp", "in Driver"),
            ("clang", "tool/banklint/Main.cpp", "in tools"),
        ],
    ),
    *(
        Case(
            f"below the driver: {use}",
            source("Analysis", f'#include "Local.h"\n\nvoid f() {{ {use}; }}\n'),
            [("streams", "lib/Analysis/Analysis.cpp", "below Driver")],
        )
        for use in (
            "llvm::outs() << 1",
            "errs() << 1",
            "llvm::dbgs() << 1",
            "std::cout << 1",
            "std::cerr << 1",
            'printf("x")',
            'std::printf ("x")',
            'puts("x")',
            "int *P = stderr",
            "MemoryBuffer::getSTDIN()",
            'getenv("HOME")',
            'llvm::sys::Process::GetEnv("HOME")',
        )
    ),
    Case(
        "a header of streams below the driver",
        headers(Program="#include <iostream>"),
        [("streams", "include/banklint/Program/Program.h", "<iostream>")],
    ),
    *(
        Case(
            f"an architecture is compared: {use}",
            source("Driver", f"bool B = {use};\n"),
            [("architecture", "lib/Driver/Driver.cpp", "compares architectures")],
        )
        for use in (
            'Name == "sm_90"',
            '"compute_80" != Name',
            "Arch.Name == Other",
            "R.Arch->Name != Other",
            "Other == R.Arch->Name",
            'Name.starts_with("sm_9")',
            'StringSwitch<bool>(Name).Case("sm_80", true)',
            "A == clang::CudaArch::SM_80",
        )
    ),
    Case(
        "an architecture is compared in a tool",
        {"tool/banklint/Main.cpp": 'bool B = Name == "sm_90a";\n'},
        [("architecture", "tool/banklint/Main.cpp", "compares architectures")],
    ),
    Case(
        "USES lacks a library",
        cmake("Analysis", "Interpreter # Hardware\n"),
        [("cmake", "include/banklint/Analysis/Analysis.h", "Hardware is missing")],
    ),
    Case(
        "a file that nothing builds",
        {"lib/Program/Forgotten.cpp": ""},
        [("cmake", "lib/Program/Forgotten.cpp", "missing in SOURCES")],
    ),
    Case(
        "a folder that nothing builds",
        {"lib/Output/Output.cpp": ""},
        [("cmake", "lib/Output/CMakeLists.txt", "nothing builds")],
    ),
    Case(
        "a library under another name",
        {"lib/Support/CMakeLists.txt": "banklint_library(Base SOURCES Support.cpp)"},
        [("cmake", "lib/Support/CMakeLists.txt", "not named Support")],
    ),
    Case(
        "a header without an opening comment",
        {
            "include/banklint/Support/Support.h": "#ifndef BANKLINT_SUPPORT_SUPPORT_H\n"
            "#define BANKLINT_SUPPORT_SUPPORT_H\n#endif\n"
        },
        [("header", "include/banklint/Support/Support.h", "first line")],
    ),
    Case(
        "a header that names another file",
        {
            "include/banklint/Support/Support.h": header(
                "include/banklint/Support/Support.h"
            ).replace("Support.h -", "Base.h -")
        },
        [("header", "include/banklint/Support/Support.h", "first line")],
    ),
    Case(
        "a guard that is not the path",
        {
            "include/banklint/Support/Support.h": header(
                "include/banklint/Support/Support.h"
            ).replace("SUPPORT_SUPPORT", "SUPPORT")
        },
        [("header", "include/banklint/Support/Support.h", "BANKLINT_SUPPORT_SUPPORT_H")],
    ),
    Case(
        "a file that is too long",
        {"test/unit/LongTest.cpp": "\n" * (check_layers.MOST_LINES + 1)},
        [("size", "test/unit/LongTest.cpp", "801 lines")],
    ),
    Case(
        "a page that tells another table",
        {"docs/contributing.md": TABLE.replace("Frontend | Commands, ", "Frontend | ")},
        [("docs", "docs/contributing.md", "row of Frontend")],
    ),
    Case(
        "a page that lacks a library",
        {"docs/contributing.md": TABLE.replace("| Driver ", "| Diver ")},
        [("docs", "docs/contributing.md", "row of Driver")],
    ),
]


def problems_of(case):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve()
        for path, text in {**CLEAN, **case.changes}.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        return check_layers.find_problems(check_layers.Tree(root))


def is_met(expected, problem):
    rule, path, message = expected
    return (
        problem.rule == rule
        and str(problem.path) == path
        and message in problem.message
    )


def run():
    """0 if each case gives its problems and no others; says which does not."""
    wrong = 0
    for case in CASES:
        found = problems_of(case)
        is_right = len(found) == len(case.expected) and all(
            any(is_met(expected, problem) for problem in found)
            for expected in case.expected
        )
        if is_right:
            continue
        wrong += 1
        print(f"{case.name}:")
        for expected in case.expected:
            print("  expected", expected)
        for problem in found:
            print("  found   ", tuple(map(str, problem)))
    rules = {check.__name__.removeprefix("check_") for check in check_layers.CHECKS}
    for rule in sorted(rules - {rule for case in CASES for rule, _, _ in case.expected}):
        wrong += 1
        print(f"no case breaks the rule '{rule}'")
    print(f"{len(CASES)} cases, {wrong} wrong")
    return 1 if wrong else 0
