"""The files that were made: bytes, signature, sizes, components, Debian's rules."""

import hashlib
import json
import os
import re
import shutil
from pathlib import Path

from conftest import ROOT, run
from cyclonedx.schema import OutputFormat, SchemaVersion
from cyclonedx.validation import make_schemabased_validator

MEGABYTE = 1_000_000


def sums(folder: Path) -> dict[str, str]:
    return {line.split()[1]: line.split()[0] for line in (folder / "SHA256SUMS").read_text().splitlines()}


def test_the_sums_are_those_of_the_files(packages):
    listed = sums(packages)
    kinds = {".deb", ".zst", ".tar", ".json"}
    assert {file.name for file in packages.iterdir() if file.suffix in kinds} == set(listed)
    for name, value in listed.items():
        assert hashlib.sha256((packages / name).read_bytes()).hexdigest() == value, name


def test_a_second_run_makes_the_same_bytes_and_signs_them(packages, tmp_path):
    before = sums(packages)
    key = tmp_path / "key"
    run("minisign", "-G", "-W", "-p", tmp_path / "key.pub", "-s", key)
    run("scripts/packages", "--built", cwd=ROOT, env=dict(os.environ, GATEHOUSE_MINISIGN_KEY=str(key)))
    assert sums(packages) == before
    verified = run("minisign", "-V", "-p", tmp_path / "key.pub", "-m", packages / "SHA256SUMS")
    assert re.search(r"Trusted comment: gatehouse [0-9.]+", verified.stdout)
    other = tmp_path / "SHA256SUMS"
    other.write_text((packages / "SHA256SUMS").read_text().replace("a", "b", 1))
    shutil.copy(packages / "SHA256SUMS.minisig", tmp_path)
    assert run("minisign", "-V", "-p", tmp_path / "key.pub", "-m", other, check=False).returncode == 1


def test_programs_are_small_and_hardened(packages, tmp_path):
    for package, limit in [("gatehouse", 99), ("gatehouse-script", 20), ("gatehouse-vision", 20)]:
        run("dpkg-deb", "--extract", next(packages.glob(f"{package}_*.deb")), tmp_path)
        program = tmp_path / "usr/libexec/gatehouse" / package
        assert program.stat().st_size <= limit * MEGABYTE, (package, program.stat().st_size)
        dynamic = run("readelf", "-d", program).stdout
        assert "BIND_NOW" in dynamic and "RELR" in dynamic, package
    assert (tmp_path / "usr/bin/gatehouse").is_symlink()


def test_debug_symbols_lie_apart_and_belong_to_the_program(packages, tmp_path):
    run("dpkg-deb", "--extract", next(packages.glob("gatehouse_*.deb")), tmp_path)
    run("dpkg-deb", "--extract", next(packages.glob("gatehouse-dbgsym_*.deb")), tmp_path)
    program = tmp_path / "usr/libexec/gatehouse/gatehouse"
    identity = re.search(r"Build ID: ([0-9a-f]+)", run("readelf", "-n", program).stdout)[1]
    assert (tmp_path / "usr/lib/debug/.build-id" / identity[:2] / f"{identity[2:]}.debug").exists()
    assert ".symtab" not in run("readelf", "-SW", program).stdout


def test_components_are_all_and_valid(packages):
    text = next(packages.glob("*.cdx.json")).read_text()
    assert make_schemabased_validator(OutputFormat.JSON, SchemaVersion.V1_6).validate_str(text) is None
    named = {component["name"].lower() for component in json.loads(text)["components"]}
    absent = {"swift-nio-transport-services"}
    pins = {pin["identity"] for pin in json.loads((ROOT / "Package.resolved").read_text())["pins"]}
    assert pins - absent <= named and not absent & named
    assert {"swift-runtime", "icu", "libsqlite3-0", "libc6", "libtesseract5", "tesseract-ocr-eng"} <= named


def test_notices_go_along(packages, tmp_path):
    run("dpkg-deb", "--extract", next(packages.glob("gatehouse_*.deb")), tmp_path)
    notice = (tmp_path / "usr/share/doc/gatehouse/NOTICE").read_text()
    for checkout in (ROOT / ".build/checkouts").iterdir():
        for file in checkout.glob("NOTICE*"):
            if checkout.name != "swift-nio-transport-services":
                assert file.read_text().strip() in notice, checkout.name
    assert "UNICODE LICENSE V3" in notice and "Gwendal Rou" in notice


def test_debian_finds_nothing_to_say(packages):
    checked = run("lintian", "--fail-on", "error,warning", "--allow-root", *packages.glob("*.deb"), check=False)
    assert checked.returncode == 0, checked.stdout


def test_manual_pages_are_all_and_well_formed(packages, tmp_path):
    run("dpkg-deb", "--extract", next(packages.glob("gatehouse_*.deb")), tmp_path)
    pages = list((tmp_path / "usr/share/man/man1").glob("*.1.gz"))
    assert len(pages) > 20 and any(page.name == "gatehouse-setup.1.gz" for page in pages)


def test_the_tarball_runs_where_it_is_unpacked(packages, tmp_path):
    run("tar", "--extract", "--file", next(packages.glob("*.tar.zst")), "--directory", tmp_path)
    folder = next(tmp_path.iterdir())
    assert "libsqlite3-0" in (folder / "README").read_text()
    assert re.fullmatch(r"[0-9.]+\n", run(folder / "bin/gatehouse", "--version").stdout)
    (tmp_path / "s.js").write_text('outcome = "yes";\n')
    told = run(folder / "bin/gatehouse", "script", "check", tmp_path / "s.js", check=False)
    assert told.returncode == 0, told.stderr
