"""Three nodes over one PostgreSQL database, behind HAProxy with the configuration of examples/cluster: what one node begins another continues, and
no node is missed when it is killed, restarted or of another version."""

import http.cookiejar
import json
import os
import re
import secrets
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from pathlib import Path
from urllib.parse import urlencode

import pytest

from support import oauth
from support.browser import chromium, sign_in as fill_in
from support.cluster import Cluster, Node, Postgres, cluster_of
from support.curl import curl
from support.journey import SDK, fill, session_header, sign_in, start, submit
from support.phone import Phone
from support.server import PASSWORD, USER

# Bounds on the figures that are printed: a machine that does much else is slow, and a wake-up that is lost costs more.
SOON = 5
OLDER = os.environ.get("PROGRAM_BEFORE", "")


@pytest.fixture(scope="module")
def postgres():
    with Postgres() as made:
        yield made


@pytest.fixture(scope="module")
def cluster(postgres, tmp_path_factory):
    with cluster_of(tmp_path_factory.mktemp("cluster"), postgres.database()) as made:
        yield made


@pytest.fixture(autouse=True)
def all_nodes(request):
    """After each test requests go to all nodes again."""
    yield
    if "cluster" in request.fixturenames:
        request.getfixturevalue("cluster").balancer.steer()


def until(what, seconds: float = 20, pause: float = 0.005):
    """Waits until something is so; how many seconds it took."""
    started = time.monotonic()
    while time.monotonic() < started + seconds:
        if what():
            return time.monotonic() - started
        time.sleep(pause)
    raise AssertionError(f"it did not come about within {seconds} s")


def show(what: str, seconds: float) -> None:
    print(f"cluster: {what}: {seconds * 1000:.0f} ms")


def status_of(server, token: str) -> bool:
    """Whether a node has the session."""
    url = f"{server.base}/am/json/realms/alpha/sessions?_action=validate"
    reply = curl("POST", url, body="{}", headers={**SDK, "iPlanetDirectoryPro": token})
    return reply.status == 200 and reply.json["valid"] is True


def state_of(cluster) -> dict:
    """What `gatehouse cluster status` says."""
    done = cluster[0].run("cluster", "status", *cluster[0].place, "--json")
    assert done.returncode in (0, 1), done.stderr
    state = json.loads(done.stdout)
    assert (done.returncode == 1) == bool(state["problems"])
    return state


# Steps at different nodes


def test_the_steps_of_a_journey_go_to_alternating_nodes(cluster):
    for first, second, third in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        step = fill(start(cluster[first]), USER, PASSWORD)
        success = submit(cluster[second], step).json
        assert status_of(cluster[third], success["tokenId"]) and status_of(cluster[first], success["tokenId"])
        # The same answer again, at another node, makes no second session.
        assert submit(cluster[third], step).json["tokenId"] == success["tokenId"]
        code, verifier = oauth.code(cluster[first], success)
        form = {"grant_type": "authorization_code", "client_id": oauth.PUBLIC_CLIENT, "code": code, "redirect_uri": oauth.REDIRECT,
                "code_verifier": verifier}
        tokens = oauth.token(cluster[second], urlencode(form))
        assert tokens.status == 200, tokens.body
        refreshing = {"grant_type": "refresh_token", "client_id": oauth.PUBLIC_CLIENT, "refresh_token": tokens.json["refresh_token"]}
        assert oauth.token(cluster[third], urlencode(refreshing)).status == 200
        assert oauth.token(cluster[first], urlencode(form)).json["error"] == "invalid_grant"


def test_a_journey_goes_round_by_the_balancer(cluster):
    for _ in range(6):
        assert status_of(cluster, sign_in(cluster)["tokenId"])


def test_who_signs_out_at_one_node_is_refused_by_all(cluster):
    success = sign_in(cluster[0])
    tokens = oauth.tokens(cluster[1], success)
    assert all(status_of(node, success["tokenId"]) for node in cluster.nodes)
    left = curl("POST", f"{cluster[1].base}/am/json/realms/alpha/sessions?_action=logout", body="{}", headers={**SDK, **session_header(success)})
    assert left.status == 200
    for node in cluster.nodes:
        assert not status_of(node, success["tokenId"])
        reply = curl("GET", f"{node.alpha}/userinfo", headers={"Authorization": f"Bearer {tokens['access_token']}"})
        assert reply.status == 401, reply.body


def test_a_token_revoked_at_one_node_is_refused_by_all(cluster):
    tokens = oauth.tokens(cluster[2], sign_in(cluster[2]))
    bearer = {"Authorization": f"Bearer {tokens['access_token']}"}
    assert all(curl("GET", f"{node.alpha}/userinfo", headers=bearer).status == 200 for node in cluster.nodes)
    form = urlencode({"client_id": oauth.PUBLIC_CLIENT, "token": tokens["access_token"]})
    assert curl("POST", f"{cluster[0].alpha}/token/revoke", body=form, headers=oauth.FORM).status == 200
    assert [curl("GET", f"{node.alpha}/userinfo", headers=bearer).status for node in cluster.nodes] == [401] * 3


def test_configuration_is_used_by_all_within_a_second(cluster):
    """The program changes it beside the nodes, as an administrator does; the first node that has it isn't told otherwise than the others."""
    delays = []
    for name in (f"made-{number}-{secrets.token_hex(4)}" for number in range(5)):
        cluster.command("client", "create", name, "--realm", "alpha", "--redirect", "https://localhost/callback")
        started = time.monotonic()

        def is_known(node) -> bool:
            query = urlencode({"client_id": name, "response_type": "code", "redirect_uri": "https://localhost/callback", "scope": "openid"})
            return curl("GET", f"{node.alpha}/authorize?{query}").status == 302

        for node in cluster.nodes:
            until(lambda: is_known(node), SOON)
        delays.append(time.monotonic() - started)
        assert delays[-1] < SOON
    show("configuration of one process used by all nodes", max(delays))


def test_configuration_changed_by_a_node_is_used_by_all(cluster):
    worker = cluster.command("client", "create", f"worker-{secrets.token_hex(4)}", "--confidential", "--realm", "alpha",
                             "--role", "Identity Data Admin", "--role", "Environment Admin")
    environment = next(realm["id"] for realm in cluster.command("realm", "list") if realm["path"] == "/alpha")
    form = urlencode({"grant_type": "client_credentials", "client_id": worker["id"], "client_secret": worker["secret"]})
    for node in cluster.nodes:
        until(lambda: curl("POST", f"{node.base}/{environment}/as/token", body=form, headers=oauth.FORM).status == 200, SOON)
    access = curl("POST", f"{cluster[0].base}/{environment}/as/token", body=form, headers=oauth.FORM).json["access_token"]
    headers = {"Authorization": f"Bearer {access}", "Content-Type": "application/json"}
    policies = "/v1/environments/" + environment + "/deviceAuthenticationPolicies"
    off, on = {"enabled": False}, {"enabled": True}
    body = {"name": secrets.token_hex(8), "sms": off, "voice": off, "email": off, "totp": on, "mobile": on}
    made = curl("POST", cluster[0].base + policies, body=json.dumps(body), headers=headers)
    assert made.status == 201, made.body
    waited = [until(lambda: curl("GET", f"{node.base}{policies}/{made.json['id']}", headers=headers).status == 200, SOON) for node in cluster.nodes]
    show("configuration of one node seen by all", max(waited))


# A phone


class Worker:
    """A customer's service, which asks the platform's API at one node or another."""

    def __init__(self, cluster):
        made = cluster.command("client", "create", f"worker-{secrets.token_hex(4)}", "--confidential", "--realm", "alpha",
                               "--role", "Identity Data Admin", "--role", "Environment Admin")
        self.environment = next(realm["id"] for realm in cluster.command("realm", "list") if realm["path"] == "/alpha")
        form = urlencode({"grant_type": "client_credentials", "client_id": made["id"], "client_secret": made["secret"]})
        token_at = lambda node: curl("POST", f"{node.base}/{self.environment}/as/token", body=form, headers=oauth.FORM)  # noqa: E731
        for node in cluster.nodes:
            until(lambda: token_at(node).status == 200, SOON)
        self.headers = {"Authorization": f"Bearer {token_at(cluster[0]).json['access_token']}", "Content-Type": "application/json"}

    def ask(self, node, method: str, path: str, body: dict | None = None):
        reply = curl(method, node.base + path.replace("ENV", self.environment), body=json.dumps(body) if body is not None else None, headers=self.headers)
        assert reply.status < 300, f"{method} {path}: {reply.status} {reply.body}"
        return reply.json

    def user(self, node) -> tuple[str, str]:
        name = f"user-{secrets.token_hex(4)}"
        user = self.ask(node, "POST", "/v1/environments/ENV/users", {"username": name, "email": f"{name}@example.com"})["id"]
        self.ask(node, "PUT", f"/v1/environments/ENV/users/{user}/mfaEnabled", {"mfaEnabled": True})
        return user, name


def test_a_push_asked_at_one_node_is_approved_at_another(cluster, tmp_path):
    worker, phone = Worker(cluster), Phone(tmp_path)
    user, name = worker.user(cluster[0])
    cluster.balancer.steer("node2")
    phone.pair(cluster, name)
    [device] = worker.ask(cluster[2], "GET", f"/v1/environments/ENV/users/{user}/devices")["_embedded"]["devices"]
    assert device["status"] == "ACTIVE"
    for _ in range(3):
        begun = worker.ask(cluster[0], "POST", "/ENV/deviceAuthentications", {"user": {"id": user}})
        waiting = phone.begin("wait", "--approve", "--number", str(begun["numberMatching"]["number"]), "--seconds", "30")
        state = lambda: worker.ask(cluster[0], "GET", f"/ENV/deviceAuthentications/{begun['id']}")["status"]  # noqa: E731
        until(lambda: state() == "COMPLETED", 30)
        assert waiting.wait(timeout=20) == 0, waiting.communicate()
        assert worker.ask(cluster[2], "GET", f"/ENV/deviceAuthentications/{begun['id']}")["status"] == "COMPLETED"


def test_a_push_sent_at_one_node_comes_by_the_stream_of_another(cluster, tmp_path):
    worker, phone = Worker(cluster), Phone(tmp_path)
    _, name = worker.user(cluster[0])
    phone.pair(cluster, name)
    subscription = json.loads(phone.command("subscribe", "--json"))
    cluster.balancer.steer("node2")
    listening = phone.begin("messages", "--count", "23", "--seconds", "60", "--json")
    path = subscription["endpoint"].removeprefix(cluster.base)
    delays = []
    try:
        # Every second one is sent at the node of the stream itself. The first is kept until the phone listens.
        for number in range(1 + 2 * 11):
            delays.append(delay_of(cluster[1 if number % 2 else 2 * (number // 2 % 2)], path, subscription, listening, f"message {number}"))
    finally:
        listening.kill()
        listening.communicate()
    own, others = sorted(delays[1::2]), sorted(delays[2::2])
    show("a push comes by the stream of the node where it is sent, median", own[len(own) // 2])
    show("a push comes by the stream of another node, median", others[len(others) // 2])
    show("a push comes by the stream of another node, slowest", others[-1])
    assert others[-1] < SOON


def delay_of(node, path: str, subscription: dict, listening, text: str) -> float:
    """How many seconds after its acknowledgement by a node a message is at a phone that listens at another."""
    import pywebpush

    there = {**subscription, "endpoint": node.base + path}
    message = pywebpush.WebPusher(there)
    sent = message.send(text, ttl=60)
    started = time.monotonic()
    assert sent.status_code == 201, sent.text
    assert json.loads(listening.stdout.readline())["content"] == text
    return time.monotonic() - started


# Nodes that end


def test_a_browser_s_sign_in_survives_the_kill_of_the_node_that_began_it(cluster):
    cluster.balancer.steer("node1")
    with chromium() as browser:
        browser.get(cluster.base)
        browser.find_element("link text", "Sign in").click()
        assert browser.find_element("id", "IDToken1")
        cluster[0].kill()
        cluster.balancer.steer()
        try:
            fill_in(browser)
            claims = browser.find_element("tag name", "table").text
            assert "sub" in claims and cluster.base in claims
        finally:
            cluster[0].start()
            cluster.balancer.wait_for("node1", "UP")


def test_a_session_cookie_is_good_at_the_other_nodes_when_its_node_is_killed(cluster):
    cluster.balancer.steer("node3")
    jar = http.cookiejar.CookieJar()
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(jar))
    page = opener.open(f"{cluster.base}/realms/alpha/login").read().decode()
    assert "IDToken1" in page
    form = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page))
    action = re.search(r'<form[^>]*action="([^"]*)"', page)
    cluster[2].kill()
    cluster.balancer.steer()
    try:
        address = urllib.request.urljoin(f"{cluster.base}/realms/alpha/login", action[1].replace("&amp;", "&") if action else "")
        fields = urlencode({**form, "IDToken1": USER, "IDToken2": PASSWORD}).encode()
        opener.open(urllib.request.Request(address, fields, {"Origin": cluster.base}))
        assert any(cookie.name == "iPlanetDirectoryPro" for cookie in jar), [cookie.name for cookie in jar]
    finally:
        cluster[2].start()
        cluster.balancer.wait_for("node3", "UP")


class Load:
    """Clients that sign in again and again through the balancer, each over a connection of its own that it keeps; counts what came of it."""

    def __init__(self, cluster, clients: int = 4):
        self.cluster, self.outcomes, self.problems, self.stopping = cluster, Counter(), [], threading.Event()
        self.slowest = 0.0
        self.threads = [threading.Thread(target=self._run) for _ in range(clients)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.stopping.set()
        for thread in self.threads:
            thread.join()

    def _run(self) -> None:
        import http.client

        path = "/am/json/realms/alpha/authenticate?authIndexType=service&authIndexValue=Login"
        host = self.cluster.base.removeprefix("http://")
        connection = http.client.HTTPConnection(host, timeout=40)
        while not self.stopping.is_set():
            started, step = time.monotonic(), "{}"
            try:
                for turn in range(2):
                    connection.request("POST", path, step, SDK)
                    answer = connection.getresponse()
                    body = answer.read()
                    if answer.status != 200:
                        raise ValueError(f"{answer.status} {body[:300]!r}")
                    if turn == 0:
                        step = json.dumps(fill(json.loads(body), USER, PASSWORD))
                assert "tokenId" in json.loads(body)
                self.outcomes["signed in"] += 1
                self.slowest = max(self.slowest, time.monotonic() - started)
            except (OSError, http.client.HTTPException, ValueError, AssertionError) as error:
                self.outcomes["failed"] += 1
                self.problems.append(f"{type(error).__name__}: {error}")
                connection.close()
        connection.close()


def test_a_rolling_restart_under_load_fails_no_sign_in(cluster):
    with Load(cluster) as load:
        until(lambda: load.outcomes["signed in"] >= 8, 60)
        for node in cluster.nodes:
            before = load.outcomes["signed in"]
            assert node.stop() == 0, node.log.read_text()
            cluster.balancer.wait_for(node.name, "DOWN")
            until(lambda: load.outcomes["signed in"] > before, 60)
            node.start()
            cluster.balancer.wait_for(node.name, "UP")
    show(f"{load.outcomes['signed in']} sign-ins during a rolling restart, the slowest", load.slowest)
    assert load.outcomes["failed"] == 0, load.problems[:5]


def test_a_node_that_stops_leaves_the_balancer_before_it_refuses_anything(cluster):
    node = cluster[1]
    node.process.terminate()
    took = cluster.balancer.wait_for(node.name, "DOWN", SOON)
    # It answers still when no request is sent to it any more.
    assert node.process.poll() is None and sign_in(node)["tokenId"]
    assert curl("GET", f"{node.base}/ready").status == 503
    show("a node that is told to stop is out of the balancer", took)
    assert node.process.wait(timeout=30) == 0
    node.start()
    cluster.balancer.wait_for(node.name, "UP")


def test_a_node_whose_clock_goes_wrong_leaves_the_balancer_and_does_not_start_again(cluster, tmp_path):
    library, shift, node = tmp_path / "shifted_clock.so", tmp_path / "shift", cluster[2]
    subprocess.run(["clang", "-shared", "-fPIC", "-o", library, Path(__file__).parent / "support/shifted_clock.c"], check=True)
    node.environment = {"LD_PRELOAD": str(library), "CLOCK_SHIFT_FILE": str(shift)}
    assert node.stop() == 0
    try:
        for seconds in ("+60", "-60"):
            shift.write_text("+0")
            node.start()
            cluster.balancer.wait_for("node3", "UP")
            shift.write_text(seconds)
            cluster.balancer.wait_for("node3", "DOWN", 30)
            assert curl("GET", f"{node.base}/ready").body == "the clock is wrong\n" and sign_in(cluster)["tokenId"]
            assert any(problem.startswith("the clock of node ") for problem in state_of(cluster)["problems"])
            assert node.stop() == 0
            with pytest.raises(RuntimeError, match=r"this machine's clock is (59|60)\.\d+ s (ahead of|behind) the database's"):
                node.start()
    finally:
        node.environment = {}
        if node.process.poll() is None:
            node.stop()
        node.start()
        cluster.balancer.wait_for("node3", "UP")


# Nodes that begin


def test_the_status_tells_who_serves_and_who_does_what_is_done_once(cluster):
    def sealer(state):
        return {lease["work"]: lease["node"] for lease in state["leases"]}.get("audit-sealing")

    # The node that sealed may have been stopped by the test before: another takes over within 15 s.
    until(lambda: len(state_of(cluster)["nodes"]) == 3 and not state_of(cluster)["problems"] and sealer(state_of(cluster)), 40, 0.5)
    state = state_of(cluster)
    assert {node["state"] for node in state["nodes"]} == {"serving"} and state["engine"] == "postgres"
    assert {node["address"].rsplit(":", 1)[1] for node in state["nodes"]} == {node.address.rsplit(":", 1)[1] for node in cluster.nodes}
    assert sealer(state) in {node["name"] for node in state["nodes"]}
    table = cluster[0].run("cluster", "status", *cluster[0].place).stdout
    assert "CLOCK MILLISECONDS" in table and all(node["name"] in table for node in state["nodes"])
    assert cluster[1].stop() == 0
    until(lambda: len(state_of(cluster)["nodes"]) == 2, 20, 0.5)
    # One that is killed is told of again by the one that takes its place.
    cluster[2].kill()
    for node in cluster.nodes[1:]:
        node.start()
        cluster.balancer.wait_for(node.name, "UP")
    until(lambda: len(state_of(cluster)["nodes"]) == 3 and not state_of(cluster)["problems"], 60, 0.5)


def test_ten_nodes_that_start_at_once_on_an_empty_database_migrate_once(postgres, tmp_path):
    address = postgres.database()
    nodes = [Node(tmp_path, f"node{number}", address, "http://127.0.0.1:1", ("--log-level", "info")) for number in range(10)]
    problems = []

    def begin(node):
        try:
            node.start()
        except (RuntimeError, OSError) as error:
            problems.append(f"{node.name}: {error}")

    threads = [threading.Thread(target=begin, args=(node,)) for node in nodes]
    started = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    try:
        show("ten nodes are ready after", time.monotonic() - started)
        assert problems == []
        # A step that is made twice fails, or makes its tables' rows twice. The sequence has no gap, and no node saw one fail.
        steps = [int(row[0]) for row in postgres.ask("SELECT id FROM schema_migration ORDER BY id", address)]
        assert steps == list(range(1, len(steps) + 1)) and len(steps) > 50
        assert not any("error" in node.log.read_text() for node in nodes), [node.log.read_text() for node in nodes]
        # The first start's realms, administrator and demonstration are there once.
        assert postgres.ask("SELECT path, COUNT(*) FROM realms GROUP BY path HAVING COUNT(*) > 1", address) == []
        assert [row[0] for row in postgres.ask("SELECT path FROM realms ORDER BY path", address)] == ["/", "/alpha"]
        assert len({sign_in(node)["tokenId"] for node in nodes}) == 10
        ways = [node.name for node in nodes if (node.data / "first-password").exists()]
        assert len(ways) <= 1, ways
    finally:
        for node in nodes:
            if node.process and node.process.poll() is None:
                node.process.terminate()
        for node in nodes:
            if node.process:
                assert node.process.wait(timeout=60) == 0, node.log.read_text()


@pytest.mark.skipif(not OLDER, reason="PROGRAM_BEFORE names no program of the version before")
def test_nodes_of_two_versions_serve_side_by_side_while_one_after_another_is_upgraded(postgres, tmp_path):
    made = Cluster(tmp_path, postgres.database())
    newer = made[0].program
    for node in made.nodes:
        node.program = Path(OLDER)
        if "--drain-time" not in node.run("serve", "--help").stdout:
            node.settings.write_text(node.settings.read_text().replace("drain-time: 5\n", ""))
    made.start()
    try:
        with Load(made) as load:
            until(lambda: load.outcomes["signed in"] >= 8, 60)
            for node in made.nodes:
                before = load.outcomes["signed in"]
                # The older version may know no drain-time: HAProxy sends nothing more to it before it stops.
                made.balancer.steer(*(other.name for other in made.nodes if other is not node))
                until(lambda: load.outcomes["signed in"] > before + 8, 60)
                assert node.stop() == 0, node.log.read_text()
                node.program = newer
                node.start()
                made.balancer.steer()
                made.balancer.wait_for(node.name, "UP")
                both = load.outcomes["signed in"]
                until(lambda: load.outcomes["signed in"] > both + 16, 60)
        show(f"{load.outcomes['signed in']} sign-ins during an upgrade, the slowest", load.slowest)
        assert load.outcomes["failed"] == 0, load.problems[:5]
    finally:
        made.stop()
