#===- exits_with.py - Demands an exit status ------------------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Runs a command:  exits_with.py STATUS COMMAND...

Succeeds if the command ends with just that status. LLVM's 'not' takes any
failure, while banklint's statuses 1 and 2 mean different things.
"""

import subprocess
import sys

expected = int(sys.argv[1])
status = subprocess.call(sys.argv[2:])
if status != expected:
    sys.exit(f"exits_with.py: status {status}; expected {expected}")
