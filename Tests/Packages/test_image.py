"""The image: what it says of itself, and that its server runs as its user on a file system that is only to be read."""

import json
import os
import re
import subprocess
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
    """The command that runs the image's program without a container's engine: the root is mounted for reading, the data for writing, and the process
    is its user's."""
    script = f"""
set -e
mount --bind {root} {root}
mount -o remount,bind,ro {root}
mount --bind {data} {root}/var/lib/gatehouse
mount -t proc proc {root}/proc
exec setpriv --no-new-privs chroot --userspec=65532:65532 {root} /usr/bin/gatehouse {arguments}
"""
    return ["unshare", "--mount", "sh", "-c", script]


def test_its_server_runs_with_a_volume_alone(image, tmp_path):
    _, root = image
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    os.chown(data, 65532, 65532)
    environment = {"GATEHOUSE_BEHIND_PROXY": "true", "GATEHOUSE_PUBLIC_URL": "https://login.example.com", "SWIFT_BACKTRACE": "enable=no"}
    with open(tmp_path / "log", "w") as log:
        server = subprocess.Popen(started(root, data, "serve --port 18999"), env=environment | {"PATH": os.environ["PATH"]}, stdout=log, stderr=log)
    try:
        for _ in range(600):
            try:
                with urllib.request.urlopen("http://127.0.0.1:18999/ready", timeout=5) as answer:
                    assert answer.status == 200
                    break
            except OSError:
                assert server.poll() is None, (tmp_path / "log").read_text()
        else:
            pytest.fail((tmp_path / "log").read_text())
    finally:
        server.terminate()
        assert server.wait(60) == 0
    assert {"gatehouse.db", "master.key"} <= {file.name for file in data.iterdir()}


def test_it_reads_pictures_and_their_words(image, tmp_path):
    """By its own libraries, and its own data of words: the process that reads has no others."""
    _, root = image
    with open(ROOT / "Tests/Support/TestVectors/Files/vision/licence.png", "rb") as picture:
        done = run(*started(root, tmp_path, "document read - --json"), stdin=picture)
    report = json.loads(done.stdout)[0]
    assert report["barcodes"] and report["words"], report


def test_what_it_holds_is_written_down(image):
    _, root = image
    components = json.loads((root / "usr/share/doc/gatehouse/sbom.cdx.json").read_text())
    assert components["specVersion"] == "1.6" and re.search("UNICODE LICENSE", (root / "usr/share/doc/gatehouse/NOTICE").read_text())
