"""The curl lines of the documentation, run as they are printed."""

import re
import shutil
import subprocess

import pytest
from synthetic import ROOT

SAMPLES = ROOT / "sample_images"
pytestmark = pytest.mark.skipif(not (shutil.which("curl") and shutil.which("jq")), reason="curl or jq is not installed")


@pytest.fixture
def shell(served, tmp_path):
    """Runs a script in a folder with the files that the documentation speaks of; any answer but 2xx ends it."""
    shutil.copy(SAMPLES / "phone_03.jpg", tmp_path / "round.jpg")
    shutil.copy(SAMPLES / "sets" / "phone_03.json", tmp_path / "club.json")
    (tmp_path / ".curlrc").write_text("fail-with-body\nsilent\nshow-error\n")

    def run(lines):
        script = "set -euo pipefail\n" + "\n".join(lines).replace("http://127.0.0.1:8000", served[0])
        environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "CURL_HOME": str(tmp_path)}
        return subprocess.run(
            ["bash", "-x", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )

    return run


@pytest.mark.parametrize("name", ["README.md", "docs/api.md"])
def test_curl_lines_work_as_printed(shell, name):
    blocks = re.findall(r"```sh\n(.*?)```", (ROOT / name).read_text(), re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if re.match(r"curl |\w+=", line)]
    assert len(lines) >= 2
    done = shell(lines)
    assert done.returncode == 0, done.stdout[-1000:] + done.stderr[-1000:]
