"""The image: what it says of itself, and that its server runs as its user on a file system that is only to be read."""

import json
import os
import re
import shutil
import subprocess
import threading
import urllib.request
from pathlib import Path

import pytest
from conftest import ROOT, run


@pytest.fixture(scope="module")
def image(packages, tmp_path_factory) -> tuple[dict, Path]:
    """The configuration and the unpacked files."""
    archive = next(packages.glob("*.oci.tar"))
    config = json.loads(run("skopeo", "inspect", "--config", f"oci-archive:{archive}").stdout)
    folder = tmp_path_factory.mktemp("image")
    run("skopeo", "copy", "--quiet", f"oci-archive:{archive}", f"dir:{folder}/layers")
    (folder / "root").mkdir()
    if os.geteuid() != 0:
        pytest.skip("only root unpacks it with its owners")
    for layer in json.loads((folder / "layers/manifest.json").read_text())["layers"]:
        run("tar", "--extract", "--numeric-owner", "--file", folder / "layers" / layer["digest"].removeprefix("sha256:"), "--directory", folder / "root")
    return config, folder / "root"


def test_it_runs_as_a_user_without_rights(image):
    config, root = image
    assert config["config"]["User"] == "65532:65532" and config["config"]["Entrypoint"] == ["/usr/bin/gatehouse"]
    assert config["config"]["Volumes"] == {"/var/lib/gatehouse": {}}
    data = (root / "var/lib/gatehouse").stat()
    assert (data.st_uid, data.st_gid, data.st_mode & 0o777) == (65532, 65532, 0o700)
    assert not any((root / path).exists() for path in ("bin/sh", "usr/bin/sh", "usr/bin/env"))
    for file in root.rglob("*"):
        assert file.is_symlink() or not file.lstat().st_mode & 0o6000, file


def started(root: Path, data: Path, arguments: str) -> list[str]:
    """The command that runs the image's program without a container's engine: the root is mounted for reading, the data for writing, the devices are
    those that every engine gives, and the process is its user's."""
    script = f"""
set -e
mount --bind {root} {root}
mount -o remount,bind,ro {root}
mount --bind {data} {root}/var/lib/gatehouse
mount -t proc proc {root}/proc
mount -t tmpfs -o mode=755 tmpfs {root}/dev
for device in null zero full random urandom; do
    touch {root}/dev/$device
    mount --bind /dev/$device {root}/dev/$device
done
exec setpriv --no-new-privs chroot --userspec=65532:65532 {root} /usr/bin/gatehouse {arguments}
"""
    return ["unshare", "--mount", "sh", "-c", script]


def test_its_server_runs_with_a_volume_alone(image, tmp_path):
    _, root = image
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    os.chown(data, 65532, 65532)
    environment = {"GATEHOUSE_BEHIND_PROXY": "true", "GATEHOUSE_PUBLIC_URL": "https://login.example.com", "SWIFT_BACKTRACE": "enable=no"}
    server = subprocess.Popen(
        started(root, data, "serve --port 18999"), env=environment | {"PATH": os.environ["PATH"]}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    limit = threading.Timer(120, server.kill)
    limit.start()
    lines = []
    try:
        for line in server.stdout:
            lines.append(line)
            if "the server is listening" in line:
                break
        assert server.poll() is None and lines, lines
        # All that the server says is JSON, and nothing of it is the password that it made up.
        said = [json.loads(line) for line in lines]
        password = (data / "first-password").read_text().split()[-1]
        assert all(password not in str(entry) for entry in said)
        with urllib.request.urlopen("http://127.0.0.1:18999/ready", timeout=60) as answer:
            assert answer.status == 200
        asked = run(*started(root, data, "health --port 18999"), env=environment | {"PATH": os.environ["PATH"]})
        assert "ready" in asked.stdout
        server.terminate()
        rest = server.stdout.read()
        assert server.wait() == 0, rest
    finally:
        limit.cancel()
        server.kill()
        server.wait()
    assert {"gatehouse.db", "master.key"} <= {file.name for file in data.iterdir()}


def test_it_reads_pictures_and_their_words(image, tmp_path):
    """By its own libraries, and its own data of words: the process that reads has no others."""
    _, root = image
    tmp_path.chmod(0o755)
    for name in ("licence.png", "faultless.jpg"):
        shutil.copy(ROOT / "Tests/Support/TestVectors/Files/vision" / name, tmp_path)
    done = run(*started(root, tmp_path, "document read /var/lib/gatehouse/licence.png /var/lib/gatehouse/faultless.jpg --json"))
    licence, passport = ({part["part"]: part["found"] for part in report["parts"]} for report in json.loads(done.stdout))
    assert licence["barcode"] == "PDF417, a licence or identification card"
    assert "PASSPORT" in passport["print"] and passport["zone"] == "TD3"


def test_what_it_holds_is_written_down(image):
    _, root = image
    components = json.loads((root / "usr/share/doc/gatehouse/sbom.cdx.json").read_text())
    assert components["specVersion"] == "1.6" and re.search("UNICODE LICENSE", (root / "usr/share/doc/gatehouse/NOTICE").read_text())
