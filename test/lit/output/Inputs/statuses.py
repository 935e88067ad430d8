"""usage: statuses.py BANKLINT

Runs the examples in the table of exit statuses of docs/ci.md, in copies of the
working directory.
"""

import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

PAGE = pathlib.Path(__file__).resolve().parents[4] / "docs/ci.md"


def main():
    banklint = sys.argv[1]
    rows = re.findall(r"^\| (\d) \| .* \| (`banklint .*`) \|$", PAGE.read_text(), re.M)
    assert [row[0] for row in rows] == ["0", "1", "2"], rows
    for status, examples in rows:
        for example in re.findall("`banklint ([^`]*)`", examples):
            with tempfile.TemporaryDirectory() as folder:
                shutil.copytree(".", folder, dirs_exist_ok=True)
                done = subprocess.run(
                    [banklint, *shlex.split(example)], cwd=folder,
                    capture_output=True, text=True,
                )
            assert done.returncode == int(status), (
                f"'banklint {example}': status {done.returncode}, not {status}\n"
                f"{done.stdout}{done.stderr}"
            )


main()
