#===- terminal.py - Runs a command whose messages go to a terminal ---------===#
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""terminal.py COMMAND...: prints what COMMAND writes to the standard error, a
terminal, with escapes spelled; the standard output is dropped. The status is
the command's."""

import os
import pty
import subprocess
import sys

ours, theirs = pty.openpty()
process = subprocess.Popen(
    sys.argv[1:], stdout=subprocess.DEVNULL, stderr=theirs, close_fds=True
)
os.close(theirs)
text = b""
while True:
    try:
        part = os.read(ours, 4096)
    except OSError:  # Linux says so when the other end is closed.
        break
    if not part:
        break
    text += part
print(text.decode().replace("\r\n", "\n").replace("\r", "<CR>").replace("\x1b", "<ESC>"))
sys.exit(process.wait())
