import GatehouseServer
import Primitives
import ServerTesting
import Testing

@testable import gatehouse
import Services
import SignIn
import Directory
import Foundations

@Suite("gatehouse login")
struct LoginTests {
    private static let credentials = "\(Demo.username)\n\(Demo.password)\n"

    @Test("it asks the journey's questions and shows tokens; the next run refreshes them and asks nothing")
    func login() async throws {
        try await withLogin { login async throws in
            let first = try await login("--json", input: Self.credentials)
            #expect(first.code == 0 && first.json?["username"] == "demo")
            let second = try await login("--json")
            #expect(second.code == 0 && second.complaints.isEmpty)
            #expect(second.json?["refresh_token"]?.string != nil)
            #expect(second.json?["refresh_token"] != first.json?["refresh_token"], "the refresh token rotates")
            #expect(second.json?["access_token"] != first.json?["access_token"])
        }
    }

    @Test("with the journey named it refreshes too; another journey asks anew")
    func journeys() async throws {
        try await withLogin { login async throws in
            #expect(try await login("--journey", "sdkUsernamePasswordJourney", input: Self.credentials).code == 0)
            #expect(try await login("--journey", "sdkUsernamePasswordJourney").code == 0)
            #expect(try await login("--journey", "Login").code == 1, "nobody answers")
            #expect(try await login("--journey", "Login", input: Self.credentials).code == 0)
        }
    }

    @Test("a journey that there isn't: one line, also for somebody who is signed in")
    func unknownJourney() async throws {
        try await withLogin { login async throws in
            _ = try await login(input: Self.credentials)
            let ending = try await login("--journey", "nope")
            #expect(ending.code == 1)
            #expect(ending.complaints == ["error: the realm alpha has no journey nope that apps may begin"])
        }
    }

    @Test("without --journey a realm that lacks the usual one has its own run")
    func ownJourney() async throws {
        try await withLogin { login async throws in
            let domain = login.server.domain
            let realm = try await domain.directory.realms.realm(at: Demo.realm)
            try await domain.signIn.journeys.delete("sdkUsernamePasswordJourney", in: realm.id)
            #expect(try await login(input: Self.credentials).code == 0)
            #expect(try await login().code == 0, "the tokens are kept")
        }
    }

    @Test("a wrong password: one line, and nothing is kept")
    func wrongPassword() async throws {
        try await withLogin { login async throws in
            let ending = try await login("--json", input: "demo\nwrong\n")
            #expect(ending.code == 1 && ending.output.isEmpty)
            #expect(ending.complaints.last?.contains("\"sdkUsernamePasswordJourney in realm alpha: Login failure\"") == true)
            #expect(try await login().code == 1, "nobody answers")
        }
    }

    @Test("tokens are shown shortened, unless asked for")
    func shortened() async throws {
        try await withLogin { login async throws in
            let shown = try await login(input: Self.credentials)
            #expect(shown.output.hasPrefix("✓ signed in as demo in realm alpha\n"))
            let token = try #require(try await login("--json").json?["access_token"]?.string)
            #expect(try await !login().output.contains(token.suffix(40)))
            #expect(try await login("--show-tokens").output.split(separator: "\n").contains { $0.count > 200 })
        }
    }

    @Test("after --logout it asks again")
    func logout() async throws {
        try await withLogin { login async throws in
            _ = try await login(input: Self.credentials)
            #expect(try await login("--logout", "--json").json?["signedOut"] == true)
            #expect(try await login().code == 1, "nobody answers")
        }
    }

    @Test("the tokens pipe into token inspect, which verifies them with the server's keys")
    func inspect() async throws {
        try await withLogin { login async throws in
            let token = try #require(try await login("--json", input: Self.credentials).json?["access_token"]?.string)
            let keys = login.server.url + "/am/oauth2/realms/root/realms/alpha/connect/jwk_uri"
            let inspected = try await Program.run("token", "inspect", "-", "--jwks", keys, "--json", input: token + "\n")
            #expect(inspected.code == 0 && inspected.json?["verified"] == true && inspected.json?["expired"] == false)
            let forged = String(token.dropLast(4)) + (token.hasSuffix("AAAA") ? "BBBB" : "AAAA")
            let refused = try await Program.run("token", "inspect", "-", "--jwks", keys, "--json", input: forged)
            #expect(refused.code == 1 && refused.json?["verified"] == false)
            #expect(try await Program.run("token", "inspect", "-", input: "hello").code == 1)
        }
    }

    @Test("the machine tells what it is like, binds a key behind a PIN, and signs in with it")
    func bound() async throws {
        try await withLogin { login async throws in
            let realm = try await login.server.domain.directory.realms.realm(at: try #require(RealmPath("/alpha")))
            let failing: JSONObject = ["failure": "failure", "Unsupported": "failure", "Abort": "failure", "Timeout": "failure"]
            func node(_ node: JSONObject, _ further: JSONObject = [:]) -> JSONValue {
                var whole = node
                for member in failing.members + further.members { whole[member.name] = member.value }
                return .object(whole)
            }
            let sign = node(
                ["deviceSigningVerifier": ["applicationIds": ["gatehouse"]], "success": "success"],
                ["noDeviceRegistered": "failure", "keyNotFound": "failure", "ClientNotRegistered": "failure"])
            let journeys: [(String, String, JSONObject)] = [
                (
                    "Bind", "name",
                    [
                        "name": ["page": [["username": [:]], ["password": [:]]], "next": "check"],
                        "check": ["dataStoreDecision": [:], "true": "collect", "false": "failure"],
                        "collect": ["deviceProfileCollector": ["maximumSize": "16"], "next": "bind"],
                        "bind": node(["deviceBinding": ["authenticationType": "APPLICATION_PIN"], "success": "success"]),
                    ]
                ), ("Sign", "sign", ["sign": sign]),
            ]
            for (name, start, nodes) in journeys {
                let journey: JSONValue = ["name": .string(name), "start": .string(start), "nodes": .object(nodes)]
                try await login.server.domain.signIn.journeys.save(journey, named: name, in: realm.id)
            }
            let bound = try await login("--journey", "Bind", "--json", input: Self.credentials + "1234\n")
            #expect(bound.code == 0, "\(bound.complaints)")
            let signed = try await login("--journey", "Sign", "--force", "--json", input: "1234\n")
            #expect(signed.code == 0 && signed.json?["username"] == "demo", "\(signed.complaints)")
            #expect(try await login("--journey", "Sign", "--force", input: "0000\n").code == 1)
        }
    }

    @Test("no server: one line that says so")
    func noServer() async throws {
        let ending = try await Program.run("login", "--server", "http://127.0.0.1:\(try await FreePort.find())/am")
        #expect(ending.code == 1 && ending.complaints.count == 1)
        #expect(ending.complaints.first?.contains("is the server running?") == true)
    }

    @Test("a server of a private authority: one line that says so; with --authorities it signs in, and its tokens are verified")
    func privateAuthority() async throws {
        let files = try TemporaryDirectory()
        let (certificate, key) = try SelfSigned().write(to: files)
        try await withLogin(["tls-cert": certificate, "tls-key": key]) { login async throws in
            let unknown = try await login()
            #expect(unknown.code == 1 && unknown.complaints.count == 1)
            #expect(unknown.complaints.first?.contains("none of the trusted authorities has signed") == true, "\(unknown.complaints)")
            #expect(try await login("--authorities", files.path + "/missing").code == 1)
            let token = try #require(
                try await login("--json", "--authorities", certificate, input: Self.credentials).json?["access_token"]?.string)
            let keys = login.server.url + "/am/oauth2/realms/root/realms/alpha/connect/jwk_uri"
            let inspect = ["token", "inspect", "-", "--jwks", keys, "--json"]
            #expect(try await Program.run(inspect, input: token).code == 1)
            let inspected = try await Program.run(inspect + ["--authorities", certificate], input: token)
            #expect(inspected.json?["verified"] == true)
        }
        files.remove()
    }

    /// Runs logins at one server, with one vault.
    struct Login: Sendable {
        let server: TestServer
        let state: String

        func callAsFunction(_ arguments: String..., input: String = "") async throws -> Program.Ending {
            try await Program.run(
                ["login", "--server", server.url + "/am"] + arguments, input: input, environment: ["XDG_STATE_HOME": state])
        }
    }

    private func withLogin(_ settings: [String: String] = [:], _ body: (Login) async throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        try await TestServer.run(settings: settings) { server in try await body(Login(server: server, state: directory.path)) }
        directory.remove()
    }
}
