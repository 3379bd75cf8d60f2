"""PostgreSQL that survives its leader: Patroni with examples/cluster/patroni.yml, and etcd, all on loopback addresses."""

import json
import os
import pwd
import signal
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

from support.cluster import rendered
from support.server import REPOSITORY, free_port

PASSWORD = "a-password"


def programs() -> Path:
    """The newest PostgreSQL's programs, as scripts/postgres finds them."""
    return max(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[4])).parent


def owner() -> list[str]:
    """What goes before a command of the databases: PostgreSQL refuses root."""
    if os.geteuid() != 0:
        return []
    entry = pwd.getpwnam("postgres")
    return ["setpriv", "--reuid", str(entry.pw_uid), "--regid", str(entry.pw_gid), "--clear-groups"]


class Member:
    """A machine with PostgreSQL and Patroni, of which only the processes are real."""

    def __init__(self, directory: Path, name: str):
        self.directory, self.name = directory / name, name
        self.port, self.api = free_port(), free_port()
        self.process: subprocess.Popen | None = None

    def prepare(self, etcd: str) -> None:
        certificate = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2"]
        self.directory.mkdir()
        subprocess.run([*certificate, "-keyout", self.directory / "server.key", "-out", self.directory / "server.pem"], check=True, capture_output=True)
        (self.directory / "patroni.yml").write_text(rendered("patroni.yml", {
            "name: db1": f"name: {self.name}",
            "db1.example.com:8008": f"127.0.0.1:{self.api}",
            "db1.example.com:5432": f"127.0.0.1:{self.port}",
            "[ etcd1.example.com:2379, etcd2.example.com:2379, etcd3.example.com:2379 ]": f"[ {etcd} ]",
            "/usr/lib/postgresql/15/bin": str(programs()),
            "/var/lib/postgresql/15/gatehouse": str(self.directory / "data"),
            "/var/lib/postgresql/.pgpass-patroni": str(self.directory / "pgpass"),
            "/etc/patroni/db1.example.com.pem": str(self.directory / "server.pem"),
            "/etc/patroni/db1.example.com.key": str(self.directory / "server.key"),
            "local all all peer": "local all all reject",
            "  parameters:\n    ssl: ": f"  parameters:\n    unix_socket_directories: {self.directory}\n    ssl: ",
        }))  # fmt: skip
        if prefix := owner():
            subprocess.run(["chown", "-R", f"{prefix[2]}:{prefix[4]}", self.directory], check=True)

    def start(self) -> None:
        log = (self.directory / "patroni.log").open("a")
        command = [*owner(), REPOSITORY / ".build/patroni/bin/patroni", self.directory / "patroni.yml"]
        self.process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, cwd=self.directory, env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"})

    def processes(self) -> list[int]:
        """Patroni, PostgreSQL and all of its processes."""
        parents = {}
        for entry in Path("/proc").iterdir():
            try:
                if entry.name.isdigit():
                    parents[int(entry.name)] = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except OSError:
                continue
        found = [self.process.pid]
        try:
            found.append(int((self.directory / "data/postmaster.pid").read_text().split()[0]))
        except (OSError, ValueError, IndexError):
            pass
        for process in found:
            found += [child for child, parent in parents.items() if parent == process and child not in found]
        return found

    def send(self, what: signal.Signals) -> None:
        """Sends a signal to all processes of the machine."""
        for process in self.processes():
            try:
                os.kill(process, what)
            except ProcessLookupError:
                pass

    def kill(self) -> None:
        """Ends the machine as a loss of power does."""
        self.send(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(timeout=30)
            except subprocess.TimeoutExpired:
                self.kill()


class Patroni:
    """Some machines with PostgreSQL, of which one leads, and etcd."""

    def __init__(self, directory: Path, count: int = 2):
        self.directory, self.members = directory, [Member(directory, f"db{number}") for number in range(1, count + 1)]
        self.etcd: subprocess.Popen | None = None

    def start(self) -> None:
        # The directories above must let the databases' user through.
        self.directory.chmod(0o755)
        client, peer = free_port(), free_port()
        log = (self.directory / "etcd.log").open("w")
        options = {
            "name": "etcd1", "data-dir": self.directory / "etcd", "listen-client-urls": f"http://127.0.0.1:{client}",
            "advertise-client-urls": f"http://127.0.0.1:{client}", "listen-peer-urls": f"http://127.0.0.1:{peer}",
            "initial-advertise-peer-urls": f"http://127.0.0.1:{peer}", "initial-cluster": f"etcd1=http://127.0.0.1:{peer}",
        }  # fmt: skip
        self.etcd = subprocess.Popen(["/usr/bin/etcd", *(f"--{name}={value}" for name, value in options.items())], stdout=log, stderr=subprocess.STDOUT)
        for member in self.members:
            member.prepare(f"127.0.0.1:{client}")
            member.start()
        self.wait_for_standby(300)
        self.ask(f"CREATE ROLE gatehouse LOGIN PASSWORD '{PASSWORD}'")
        self.ask("CREATE DATABASE gatehouse OWNER gatehouse TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'")

    @property
    def address(self) -> str:
        hosts = ",".join(f"127.0.0.1:{member.port}" for member in self.members)
        return f"postgres://gatehouse@{hosts}/gatehouse"

    def roles(self) -> dict[str, str]:
        """What Patroni knows of each member that runs: leader, sync_standby or replica."""
        for member in self.members:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{member.api}/cluster", timeout=3) as answer:
                    found = json.load(answer)["members"]
                    return {each["name"]: each["role"] for each in found if each["state"] in ("running", "streaming")}
            except (OSError, urllib.error.URLError, ValueError):
                continue
        return {}

    @property
    def leader(self) -> Member:
        roles = self.roles()
        return next(member for member in self.members if roles.get(member.name) == "leader")

    def wait_for_standby(self, seconds: float = 300) -> float:
        """Waits until a leader has a synchronous standby; how many seconds it took."""
        started = time.monotonic()
        while time.monotonic() < started + seconds:
            if {"leader", "sync_standby"} <= set(self.roles().values()):
                return time.monotonic() - started
            time.sleep(0.2)
        raise AssertionError(f"no leader with a synchronous standby within {seconds} s: {self.roles()}; see {self.directory}/db1/patroni.log")

    def ask(self, statement: str, database: str = "postgres") -> list[list[str]]:
        """The rows that a statement gives at the leader."""
        hosts, ports = ",".join("127.0.0.1" for _ in self.members), ",".join(str(member.port) for member in self.members)
        address = f"host={hosts} port={ports} dbname={database} user=postgres target_session_attrs=read-write connect_timeout=5"
        command = ["psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--field-separator=\t", address, "--command", statement]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, env={**os.environ, "PGPASSWORD": PASSWORD})
        assert done.returncode == 0, done.stderr
        return [line.split("\t") for line in done.stdout.splitlines()]

    def stop(self) -> None:
        for member in self.members:
            member.stop()
        if self.etcd:
            self.etcd.terminate()
            self.etcd.wait(timeout=10)
