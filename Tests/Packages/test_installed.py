"""Installed in a system of its own, set up and started, under systemd where that can run."""

import re
import shutil
import subprocess

import pytest
from conftest import run

SETUP = ["gatehouse", "setup", "--public-url", "https://login.example.com", "--behind-proxy", "--password-stdin"]
PASSWORD = "correct horse battery staple"


def test_it_belongs_to_a_user_of_its_own(system):
    assert "/var/lib/gatehouse" in system.run("getent", "passwd", "gatehouse").stdout
    listed = system.run("stat", "-c", "%U %G %a", "/var/lib/gatehouse", "/etc/gatehouse", "/etc/gatehouse/tls").stdout.splitlines()
    assert listed == ["gatehouse gatehouse 700", "root root 755", "root gatehouse 750"]
    # Nothing is set up yet, and nothing was started.
    assert not (system.path / "etc/gatehouse/gatehouse.yaml").exists()
    assert list((system.path / "var/lib/gatehouse").iterdir()) == []


def test_it_is_set_up_by_root_for_its_user(system):
    dry = system.run(*SETUP, "--dry-run")
    assert "public-url" in dry.stdout and list((system.path / "var/lib/gatehouse").iterdir()) == []
    done = system.run(*SETUP, "--administrator", "ada", input=PASSWORD)
    assert "systemctl" in done.stdout
    owners = system.run("find", "/var/lib/gatehouse", "-type", "f", "-printf", "%u %m\n").stdout.split("\n")
    assert set(owners) - {""} == {"gatehouse 600"}
    assert system.run("stat", "-c", "%U %a", "/etc/gatehouse/gatehouse.yaml").stdout == "root 644\n"
    # Commands find the settings and the data by themselves.
    assert "ada" in system.run("gatehouse", "user", "list", "--realm", "root").stdout
    assert system.run(*SETUP, input=PASSWORD, check=False).returncode == 1
    refused = system.run("gatehouse", "serve", check=False)
    assert refused.returncode == 1 and "belongs to gatehouse" in refused.stderr
    stranger = system.run("setpriv", "--reuid=1234", "--regid=1234", "--clear-groups", "gatehouse", "user", "list", check=False)
    assert "sudo -u gatehouse" in stranger.stderr


def test_the_unit_is_sound(system):
    unit = system.path / "lib/systemd/system/gatehouse.service"
    if not unit.exists():
        unit = system.path / "usr/lib/systemd/system/gatehouse.service"
    verified = system.run("systemd-analyze", "verify", "--man=no", "/" + str(unit.relative_to(system.path)), check=False)
    assert "gatehouse.service" not in verified.stderr, verified.stderr
    system.run("systemd-analyze", "security", "--offline=true", "--threshold=15", "/" + str(unit.relative_to(system.path)))
    for example in ("port-443.conf", "tls-credentials.conf"):
        assert (system.path / "usr/share/doc/gatehouse/examples" / example).exists()


def test_it_runs_under_systemd_with_port_and_key_by_the_examples(system, tmp_path):
    """Boots the system: the unit with both drop-ins, readiness, a script, a stop; the answers are what a service in it wrote down."""
    if shutil.which("systemd-nspawn") is None:
        pytest.skip("no systemd-nspawn")
    root = system.path
    run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=login.example.com",
        "-keyout", root / "etc/gatehouse/tls/key.pem", "-out", root / "etc/gatehouse/tls/chain.pem")
    system.run("chown", "root:root", "/etc/gatehouse/tls/key.pem")
    (root / "etc/gatehouse/tls/key.pem").chmod(0o600)
    (root / "etc/gatehouse/tls/chain.pem").chmod(0o644)
    (root / "etc/gatehouse/gatehouse.yaml").unlink()
    done = system.run(
        "gatehouse", "setup", "--public-url", "https://login.example.com", "--tls-cert", "/etc/gatehouse/tls/chain.pem",
        "--tls-key", "/etc/gatehouse/tls/key.pem", "--log-level", "info")
    assert "stays as it is" in done.stdout and "tls-credentials.conf" in done.stdout and "port-443.conf" in done.stdout
    for line in done.stdout.splitlines():
        if ": install -D" in line:
            system.run(*line.split(": ", 1)[1].split())
    # Neither root's folder nor /tmp: that one is the booted system's own.
    (root / "srv/script.js").write_text('outcome = "true";\n')
    (root / "root/probe").write_text("""#!/bin/sh
exec >/root/report 2>&1
set -x
systemctl start gatehouse && echo STARTED
systemctl show -p ActiveState,SubState,StatusErrno,NRestarts gatehouse
gatehouse health && echo HEALTHY
curl -sk https://127.0.0.1/ready
systemctl show -p MainPID --value gatehouse | xargs -I@ sh -c 'grep -E "^(Uid|CapEff|Seccomp):" /proc/@/status; grep nice /proc/@/limits'
systemd-run --wait --pipe -q -p User=gatehouse -p SystemCallFilter='@system-service seccomp' -p MemoryDenyWriteExecute=yes \\
    gatehouse script check /srv/script.js && echo SCRIPT
systemctl reload gatehouse && gatehouse health && echo RELOADED
systemctl restart gatehouse && echo AGAIN
systemctl stop gatehouse && echo STOPPED
systemctl show -p Result gatehouse
journalctl -u gatehouse --no-pager
systemctl poweroff
""")
    (root / "root/probe").chmod(0o755)
    (root / "etc/systemd/system/probe.service").write_text(
        "[Unit]\nAfter=multi-user.target\n[Service]\nType=oneshot\nExecStart=/root/probe\nTimeoutStartSec=300\n[Install]\nWantedBy=graphical.target\n")
    (root / "usr/lib/tmpfiles.d").mkdir(exist_ok=True)
    system.run("systemctl", "enable", "probe.service")
    system.run("systemctl", "set-default", "graphical.target")
    system.run("systemctl", "disable", "gatehouse.service", check=False)
    subprocess.run(["umount", root / "proc"], check=True)
    try:
        booted = run("timeout", "400", "systemd-nspawn", "--register=no", "--keep-unit", "--private-network", "-b", "-D", root, "--console=pipe",
                     check=False, stdin=subprocess.DEVNULL)
    finally:
        subprocess.run(["mount", "-t", "proc", "proc", root / "proc"], check=True)
    report_file = root / "root/report"
    if not report_file.exists():
        pytest.skip(f"systemd doesn't boot here: {(booted.stdout + booted.stderr)[-600:]}")
    report = report_file.read_text()
    lines = report.splitlines()
    for word in ("STARTED", "ActiveState=active", "SubState=running", "HEALTHY", "ready", "SCRIPT", "RELOADED", "AGAIN", "STOPPED", "Result=success"):
        assert word in lines, (word, report)
    # A container whose root may raise no limits has 0 here, and then the first start says so.
    limit = re.search(r"^Max nice priority +(\d+)", report, re.MULTILINE)[1]
    assert limit == "0" or limit == "24" and "Failed to set thread priority" not in report, report
    # The right to bind ports below 1024, and no other.
    assert "CapEff:\t0000000000000400" in lines and "Seccomp:\t2" in lines, report


def test_removing_leaves_the_data(system):
    system.run("apt-get", "purge", "-y", "gatehouse", "gatehouse-script")
    assert (system.path / "var/lib/gatehouse/gatehouse.db").exists() and (system.path / "etc/gatehouse/gatehouse.yaml").exists()
