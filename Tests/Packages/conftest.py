"""What `make packages` made, and a system that it is installed in."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
OUT = ROOT / ".build" / "packages"


def run(*command: str, check: bool = True, **options) -> subprocess.CompletedProcess:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    assert not check or done.returncode == 0, f"{command}: {done.returncode}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done


@pytest.fixture(scope="session")
def packages() -> Path:
    assert (OUT / "SHA256SUMS").exists(), "run make packages first"
    return OUT


class System:
    """A Debian of its own below a folder, in which root acts."""

    def __init__(self, path: Path):
        self.path = path

    def run(self, *command: str, **options) -> subprocess.CompletedProcess:
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8", "HOME": "/root"}
        return run("chroot", self.path, *command, env=environment | options.pop("env", {}), **options)


@pytest.fixture(scope="session")
def system(packages: Path):
    """With the packages installed, by apt with what they depend on. The bare system is kept for the next time."""
    if os.geteuid() != 0:
        pytest.skip("only root installs packages")
    bare = ROOT / ".build" / "packages-system.tar"
    path = ROOT / ".build" / "packages-system"
    subprocess.run(["umount", path / "proc"], capture_output=True)
    shutil.rmtree(path, ignore_errors=True)
    if not bare.exists():
        run("debootstrap", "--variant=minbase", "--include=systemd,systemd-sysv,dbus,curl", "bookworm", path)
        run("tar", "--create", "--file", bare, "--directory", path, ".")
    else:
        path.mkdir()
        run("tar", "--extract", "--file", bare, "--directory", path)
    system = System(path)
    (path / "usr/sbin/policy-rc.d").write_text("#!/bin/sh\nexit 101\n")
    (path / "usr/sbin/policy-rc.d").chmod(0o755)
    run("mount", "-t", "proc", "proc", path / "proc")
    try:
        for package in packages.glob("gatehouse*.deb"):
            if "dbgsym" not in package.name and "vision" not in package.name:
                shutil.copy(package, path / "root")
        system.run("apt-get", "install", "-y", "--no-install-recommends", *[f"/root/{file.name}" for file in (path / "root").glob("*.deb")])
        yield system
    finally:
        subprocess.run(["umount", path / "proc"], capture_output=True)
        shutil.rmtree(path, ignore_errors=True)
