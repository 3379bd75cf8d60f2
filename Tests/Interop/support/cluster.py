"""Several nodes over one PostgreSQL database, and HAProxy before them with the configuration of examples/cluster."""

import os
import signal
import socket
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

from support.server import REPOSITORY, Server, free_port

EXAMPLES = REPOSITORY / "examples/cluster"


class Postgres:
    """A PostgreSQL cluster of the tests' own, by scripts/postgres: it is there as long as this object's process."""

    def __enter__(self):
        # The command keeps the cluster until its input ends.
        command = [REPOSITORY / "scripts/postgres", "sh", "-c", 'echo "$GATEHOUSE_TEST_POSTGRES"; cat']
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("postgres:"), "no PostgreSQL can be started; scripts/setup postgres installs it"
        self.databases = 0
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(timeout=60)

    def database(self) -> str:
        """The address of a new and empty database."""
        self.databases += 1
        name = f"cluster{self.databases}"
        self.ask(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'")
        return self.address.replace("/postgres?", f"/{name}?")

    def ask(self, statement: str, address: str | None = None) -> list[list[str]]:
        """The rows that a statement gives, as texts."""
        command = ["psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--field-separator=\t", address or self.address]
        done = subprocess.run([*command, "--command", statement], capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return [line.split("\t") for line in done.stdout.splitlines()]


def rendered(name: str, own: dict[str, str]) -> str:
    """A file of examples/cluster with other addresses and files."""
    text = (EXAMPLES / name).read_text()
    for original, replacement in own.items():
        assert original in text, f"{original} in examples/cluster/{name}"
        text = text.replace(original, replacement)
    return text


class Node(Server):
    """One of several servers over a database, with the settings of examples/cluster/gatehouse.yaml. The cluster's directory has the master key."""

    def __init__(self, directory: Path, name: str, database: str, public: str, options: tuple[str, ...] = (), password: str = "not asked for"):
        super().__init__(directory / name)
        self.data.parent.mkdir(parents=True, exist_ok=True)
        # Several that start together make a new database's tables, or wait until another has.
        self.name, self.options, self.patience = name, list(options), 120
        key, secret, self.settings = directory / "master.key", directory / "database-password", self.data.parent / "gatehouse.yaml"
        if not key.exists():
            key.touch(mode=0o600)
            subprocess.run(["openssl", "rand", "-base64", "-out", key, "32"], check=True)
            secret.touch(mode=0o600)
            secret.write_text(password + "\n")
        self.settings.write_text(rendered("gatehouse.yaml", {
            "host: node1.example.com": "host: 127.0.0.1",
            "port: 8080": f"port: {self.address.split(':')[1]}",
            "https://login.example.com": public,
            "postgres://gatehouse@db1.example.com:5432,db2.example.com:5432/gatehouse": database,
            "/etc/gatehouse/database-password": str(secret),
            "/etc/gatehouse/master.key": str(key),
        }))  # fmt: skip
        self.place += ["--config", str(self.settings)]

    @property
    def address(self) -> str:
        return self.base.removeprefix("http://")


class Balancer:
    """HAProxy with examples/cluster/haproxy.cfg, where only addresses and files are others."""

    def __init__(self, directory: Path):
        self.port, self.directory = free_port(), directory
        self.base = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen | None = None

    def start(self, addresses: list[str]) -> None:
        self.socket, file = self.directory / "haproxy.sock", self.directory / "haproxy.cfg"
        file.write_text(rendered("haproxy.cfg", {
            "/run/haproxy/admin.sock": str(self.socket),
            "bind :443 ssl crt /etc/haproxy/login.example.com.pem alpn h2,http/1.1": f"bind 127.0.0.1:{self.port}",
            **{f"node{number}.example.com:8080": address for number, address in enumerate(addresses, 1)},
        }))  # fmt: skip
        log = (self.directory / "haproxy.log").open("w")
        self.process = subprocess.Popen(["/usr/sbin/haproxy", "-db", "-f", file], stdout=log, stderr=subprocess.STDOUT)

    def _say(self, command: str) -> str:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(str(self.socket))
            connection.sendall(command.encode() + b"\n")
            return b"".join(iter(lambda: connection.recv(1 << 16), b"")).decode()

    def states(self) -> dict[str, str]:
        """What HAProxy thinks of each node: UP or DOWN, or that it is about to change its mind."""
        names, *rows = (line.removeprefix("# ").split(",") for line in self._say("show stat").splitlines() if line)
        rows = [dict(zip(names, row)) for row in rows]
        return {row["svname"]: row["status"] for row in rows if row["pxname"] == "gatehouse" and row["svname"] != "BACKEND"}

    def steer(self, *names: str) -> None:
        """Lets requests go to these nodes alone; to all when none is named."""
        for name in self.states():
            self._say(f"set server gatehouse/{name} state {'ready' if not names or name in names else 'drain'}")

    def wait_for(self, name: str, state: str, seconds: float = 20) -> float:
        """Waits until HAProxy thinks so of a node; how many seconds it took."""
        started = time.monotonic()
        while time.monotonic() < started + seconds:
            try:
                if self.states().get(name) == state:
                    return time.monotonic() - started
            except OSError:
                pass  # its socket isn't there yet
            time.sleep(0.02)
        raise AssertionError(f"HAProxy doesn't find {name} {state} within {seconds} s: {self.states()}")

    def stop(self) -> None:
        if self.process:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=10)


class Cluster:
    """Three nodes behind HAProxy. Requests go to the balancer as to any server; a node by its number is `cluster[0]`."""

    def __init__(self, directory: Path, database: str, count: int = 3, **more):
        self.database, self.balancer = database, Balancer(directory)
        self.nodes = [Node(directory, f"node{number}", database, self.balancer.base, **more) for number in range(1, count + 1)]

    def __getitem__(self, number: int) -> Node:
        return self.nodes[number]

    @property
    def base(self) -> str:
        return self.balancer.base

    @property
    def alpha(self) -> str:
        return f"{self.base}/am/oauth2/realms/root/realms/alpha"

    def start(self) -> None:
        for node in self.nodes:
            node.start()
        self.balancer.start([node.address for node in self.nodes])
        for node in self.nodes:
            self.balancer.wait_for(node.name, "UP")

    def command(self, *arguments: str, input: str = ""):
        return self[0].command(*arguments, input=input)

    def stop(self) -> None:
        self.balancer.stop()
        for node in self.nodes:
            if node.process and node.process.poll() is None:
                node.stop()


@contextmanager
def cluster_of(directory: Path, database: str):
    made = Cluster(directory, database)
    try:
        made.start()
        yield made
    finally:
        made.stop()


# haproxy is a program of the system's, which a user's PATH may not name.
os.environ["PATH"] += os.pathsep + "/usr/sbin"
