import DeviceFoundation
import Foundation
import Primitives
import ServerTesting
import Testing

@testable import gatehouse

@Suite("gatehouse --server: the same commands by a server's administration API")
struct RemoteTests {
    /// Commands that leave everything as it is, or as the first of two runs makes it.
    private static let commands: [[String]] = [
        ["user", "list"], ["user", "list", "--json"], ["user", "list", "--limit", "1", "--json"], ["user", "show", "demo"],
        ["user", "show", "nope"], ["user", "get", "demo", "mail"], ["user", "get", "demo", "nope"],
        ["user", "set", "demo", "city=London", "preferences/marketing=false", "--dry-run", "--json"],
        ["user", "query", "mail pr", "--count"], ["user", "query", "true", "--sort", "userName", "--limit", "1", "--json"],
        ["user", "query", "mail is"], ["user", "create", "bob", "--no-password", "--dry-run"], ["user", "create", "demo", "--no-password"],
        ["user", "lock", "nope"], ["user", "delete", "demo"], ["user", "delete", "demo", "--yes", "--dry-run", "--json"],
        ["realm", "list"], ["realm", "list", "--json"], ["realm", "show", "alpha"], ["realm", "set", "alpha", "sessionLifetime=3600"],
        ["realm", "set", "alpha", "corsOrigins=https://a.example, https://b.example", "--dry-run", "--json"],
        ["realm", "set", "alpha", "terms=", "--dry-run"], ["realm", "create", "beta", "--dry-run"],
        ["realm", "remove", "alpha", "--yes", "--dry-run"], ["realm", "schema", "alpha"], ["realm", "schema", "alpha", "--json"],
        ["realm", "secret", "list", "alpha"], ["realm", "trust", "list", "alpha"], ["realm", "trust", "show", "alpha", "nope"],
        ["client", "list"], ["client", "show", "sdkPublicClient", "--json"],
        ["client", "set", "sdkPublicClient", "accessTokenLifetime=60", "scopes=a,b", "--dry-run", "--json"],
        ["client", "create", "robot", "--confidential", "--role", "Identity Data Read Only", "--dry-run", "--json"],
        ["client", "rotate-secret", "sdkPublicClient", "--yes"], ["client", "delete", "sdkPublicClient"],
        ["client", "delete", "sdkPublicClient", "--yes", "--dry-run"], ["journey", "list"], ["journey", "list", "--json"],
        ["journey", "show", "Login"], ["journey", "check", "Login", "--json"], ["journey", "graph", "Login"],
        ["journey", "export", "Login", "--format", "pingam"], ["journey", "export", "Login", "--json"], ["journey", "delete", "nope"],
        ["script", "list"], ["policy", "list"], ["provider", "list"], ["template", "list", "--json"], ["key", "list"],
        ["key", "rotate", "nope"], ["session", "list", "demo"], ["session", "end", "--user", "demo"], ["consent", "list", "demo"],
        ["mail", "show"], ["mail", "set", "host=mail.example.com", "from=a@example.com", "--dry-run", "--json"],
        ["mail", "unset", "--yes"],
        ["sms", "show"], ["push", "credentials", "list", "--client", "sdkPublicClient"], ["pingid", "key", "list"],
        ["orchestration", "key", "list"], ["risk", "policies"],
    ]

    @Test("commands tell the same, and end the same, by the open file and by the server")
    func same() async throws {
        try await withRemote { remote async throws in
            for command in Self.commands {
                let (here, there) = (try await remote.here(command), try await remote.there(command))
                #expect(here.code == there.code, "\(command): \(here.complaints), \(there.complaints)")
                #expect(here.output == there.output, "\(command)")
                #expect(here.complaints == there.complaints, "\(command)")
            }
        }
    }

    @Test("a change by the server is there on the open file; a dry run leaves nothing")
    func changes() async throws {
        try await withRemote { remote async throws in
            #expect(try await remote.there(["user", "create", "ann", "--password-stdin", "--dry-run"], input: "Analyt1c!\n").code == 0)
            #expect(try await remote.here(["user", "show", "ann"]).code == 1)
            let made = try await remote.there(["user", "create", "ann", "--password-stdin", "--json"], input: "Analyt1c!\n")
            #expect(made.code == 0 && made.json?["username"] == "ann", "\(made.complaints)")
            #expect(try await remote.there(["user", "set", "ann", "mail=ann@example.com", "--json"]).code == 0)
            #expect(try await remote.here(["user", "show", "ann", "--json"]).json?["attributes"]?["mail"] == "ann@example.com")
            let client = try await remote.there(["client", "create", "robot", "--confidential", "--json"])
            #expect(client.json?["secret"]?.string?.isEmpty == false, "\(client.complaints)")
            #expect(try await remote.there(["realm", "set", "alpha", "sessionLifetime=1800"]).code == 0)
            #expect(try await remote.here(["realm", "show", "alpha", "--json"]).json?["sessionLifetime"] == 1800)
            #expect(try await remote.there(["user", "delete", "ann", "--yes"]).output == "removed ann\n")
            #expect(try await remote.here(["user", "show", "ann"]).code == 1)
        }
    }

    @Test("an import brings along the scripts that stand in files of their own, by the open file and by the server")
    func scriptFiles() async throws {
        let folder = try TemporaryDirectory()
        func write(_ name: String, _ text: String) throws { try Data(text.utf8).write(to: URL(filePath: folder.path + "/" + name)) }
        try write("check.js", "outcome = 'true' // from a file")
        let script: JSONValue = [
            "_id": "01e1a3c0-038b-4c16-956a-6c9d89328cff", "_type": ["_id": "scripts"], "name": "Beside", "language": "JAVASCRIPT",
            "context": "AUTHENTICATION_TREE_DECISION_NODE", "script": ["file": "check.js"],
        ]
        try write("script.json", script.text)
        try await withRemote { remote async throws in
            let command = ["journey", "import", folder.path + "/script.json", "--json"]
            let (here, there) = (
                try await remote.here(command + ["--dry-run"]), try await remote.there(command + ["--dry-run"])
            )
            #expect(here.code == 0 && here.output == there.output, "\(here.complaints) \(there.complaints) \(there.output)")
            #expect(try await remote.there(command).code == 0)
            #expect(try await remote.here(["script", "show", "Beside"]).output.contains("from a file"))
        }
        folder.remove()
    }

    @Test("a value that can't be is told with the name that was typed")
    func refusedValues() async throws {
        try await withRemote { remote async throws in
            let ending = try await remote.there(["realm", "set", "alpha", "sessionLifetime=long"])
            #expect(ending.code == 1 && ending.output.isEmpty)
            #expect(ending.complaints.first?.hasPrefix("error: sessionLifetime: ") == true, "\(ending.complaints)")
        }
    }

    @Test("gatehouse api sends any other request")
    func api() async throws {
        try await withRemote { remote async throws in
            let list = try await remote.there(["api", "GET", "users?limit=1"])
            #expect(list.code == 0 && list.json?["items"]?.array?.count == 1, "\(list.complaints)")
            #expect(try await remote.there(["api", "GET", "server/realms"]).json?["items"]?.array?.count == 2)
            let refused = try await remote.there(["api", "DELETE", "users/demo"])
            #expect(refused.code == 1 && refused.complaints.first?.contains("If-Match") == true)
            #expect(try await remote.there(["api", "DELETE", "users/demo", "--force", "--dry-run"]).code == 0)
            #expect(try await remote.there(["api", "GET", "../../am"]).code == 1)
        }
    }

    @Test("what is about this machine refuses a server, and so does an address by which a token could be read")
    func refusals() async throws {
        try await withRemote { remote async throws in
            let run = try await remote.there(["journey", "run", "Login"])
            #expect(run.code == 64 && run.complaints.first?.hasPrefix("error: journey.run can't be done by --server: ") == true)
            let server = "https://login.example.com"
            #expect(try await Program.run("serve", "--server", server).complaints.first?.contains("takes no --server") == true)
            #expect(try await Program.run("user", "list", "--server", "http://login.example.com").code == 64)
            #expect(try await Program.run("user", "list", "--server", server, "--data-directory", remote.data.path).code == 64)
            let unknown = try await Program.run("user", "list", "--server", server)
            #expect(unknown.code == 1 && unknown.complaints.first?.contains("gatehouse context login --server \(server)") == true)
            #expect(
                try await Program.run("user", "list", "--as", "nope").complaints.first?.hasPrefix("error: there is no context nope") == true
            )
            // Flags of the data to open go before the environment.
            let here = try await Program.run(
                ["user", "list", "--data-directory", remote.data.path], environment: [RemoteOptions.serverVariable: server])
            #expect(here.code == 0)
        }
    }

    @Test("a token that doesn't count is refused in one line, and never shown")
    func forged() async throws {
        try await withRemote { remote async throws in
            let ending = try await Program.run(
                ["--server", remote.data.server.url, "user", "list"], environment: [RemoteOptions.tokenVariable: "forged-s3cret"])
            #expect(ending.code == 1 && ending.output.isEmpty && ending.complaints.count == 1, "\(ending.complaints)")
            #expect(!ending.complaints.joined().contains("s3cret"))
        }
    }

    @Test("a context is kept encrypted, in a file that only its owner can read")
    func kept() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/gatehouse/contexts"
        let contexts = ContextStore(try FileVault(path, key: .file(path + ".key")))
        let context = RemoteContext(
            name: "shop", server: "https://login.example.com", realm: "alpha", client: "gatehouse-cli", authorities: nil)
        try await contexts.save(context)
        try await contexts.tokens(of: context).set(Secret("a token"), for: StoreKey("tokens", "access"))
        #expect(try await contexts.all() == [context])
        #expect(try await contexts.context("shop") == context)
        for file in [path, path + ".key"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: file)
            #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o077 } == 0)
        }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(bytes.range(of: Data("a token".utf8)) == nil && bytes.range(of: Data("login.example.com".utf8)) == nil)
        try await contexts.remove("shop")
        #expect(try await contexts.all().isEmpty)
        directory.remove()
    }

    @Test("where contexts are kept")
    func directory() {
        #expect(ContextStore.directory(["XDG_CONFIG_HOME": "/etc/ann"]) == "/etc/ann/gatehouse")
        #expect(ContextStore.directory(["XDG_CONFIG_HOME": "relative"]).hasSuffix("/.config/gatehouse"))
    }

    @Test("an address of a server", arguments: ["https://login.example.com", "https://LOGIN.example.com/", "https://login.example.com"])
    func address(text: String) throws { #expect(try RemoteOptions.address(text) == "https://login.example.com") }

    @Test(
        "no address of a server",
        arguments: [
            "login.example.com", "http://login.example.com", "ftp://127.0.0.1", "https://", "https://u:p@login.example.com",
            "https://login.example.com/am", "https://login.example.com?x", "http://127.0.0.1.example.com",
        ])
    func noAddress(text: String) { #expect(throws: (any Error).self) { try RemoteOptions.address(text) } }

    @Test("flags before the command are taken as if they stood in it")
    func arranged() throws {
        #expect(try RemoteArguments.arranged(["--server", "s", "--as=a", "user", "list"]) == ["user", "list", "--server", "s", "--as=a"])
        #expect(try RemoteArguments.arranged(["--as", "a", "user", "show", "--", "-x"]) == ["user", "show", "--as", "a", "--", "-x"])
        #expect(try RemoteArguments.arranged(["user", "list", "--as", "a"]) == ["user", "list", "--as", "a"])
        #expect(throws: CommandFailure.self) { try RemoteArguments.arranged(["--server", "s", "serve"]) }
    }

    @Test("the flag of an input", arguments: [("minutes", "--minutes"), ("redirectURIs", "--redirect-uris"), ("newIDs", "--new-ids")])
    func flag(name: String, flag: String) { #expect(ProblemText.flag(name) == flag) }

    /// A server, with an administrator's token.
    private struct Remote: Sendable {
        let data: ServerData
        let environment: [String: String]

        func here(_ arguments: [String], input: String = "") async throws -> Program.Ending {
            try await Program.run(arguments + ["--data-directory", data.path], input: input)
        }

        func there(_ arguments: [String], input: String = "") async throws -> Program.Ending {
            try await Program.run(arguments, input: input, environment: environment)
        }
    }

    private func withRemote(_ body: (Remote) async throws -> Void) async throws {
        try await withData { data async throws in
            let (name, password) = ("chief", "Analyt1c!engine-of-hers")
            #expect(try await data("user", "create", name, "--realm", "root", "--password-stdin", input: password + "\n").code == 0)
            #expect(try await data("user", "administrator", name, "--realm", "root").code == 0)
            let login = try await Program.run(
                "login", "--server", data.server.url + "/am", "--realm", "root", "--scope", "openid fr:idm:*", "--json",
                input: "\(name)\n\(password)\n")
            let token = try #require(login.json?["access_token"]?.string, "\(login.complaints)")
            try await body(
                Remote(
                    data: data,
                    environment: [RemoteOptions.serverVariable: data.server.url, RemoteOptions.tokenVariable: token]))
        }
    }
}
