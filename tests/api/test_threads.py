"""The command line leaves a processor to others, unless the user says otherwise."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SAYS_THREADS = """
import os, sys
from api.cli import main
sys.argv = ["crokinole", "--help"]
try:
    main()
finally:
    print("threads", os.environ["OPENBLAS_NUM_THREADS"], file=sys.stderr)
"""


@pytest.mark.parametrize(("own", "used"), [({}, "1"), ({"OPENBLAS_NUM_THREADS": "2"}, "2")])
def test_small_products_use_one_thread_unless_the_user_says_otherwise(own, used):
    others = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    ran = subprocess.run(
        [sys.executable, "-c", SAYS_THREADS], cwd=ROOT, env=others | own, capture_output=True, text=True, check=True
    )
    assert ran.stderr.strip() == f"threads {used}"
