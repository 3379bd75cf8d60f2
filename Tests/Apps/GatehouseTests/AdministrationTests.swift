import AttestationTesting
import Foundation
import GatehouseServer
import Primitives
import ServerTesting
import Testing
import Services
import Directory

@Suite("Administration in the terminal, beside a running server")
struct AdministrationTests {
    @Test("a user from the cradle to the grave")
    func user() async throws {
        try await withData { data async throws in
            let made = try await data(
                "user", "create", "ada", "--attribute", "mail=ada@example.com", "--password-stdin", "--json", input: "Analyt1c!\n")
            #expect(made.code == 0 && made.json?["username"] == "ada" && made.json?["attributes"]?["mail"] == "ada@example.com")
            #expect(try await data("user", "create", "ADA", "--no-password").code == 1)
            #expect(try await data("user", "lock", "ada", "--json").json?["status"] == "locked")
            #expect(try await data("user", "unlock", "ada", "--json").json?["status"] == "active")
            #expect(try await data("user", "deactivate", "ada", "--json").json?["status"] == "inactive")
            #expect(try await data("user", "activate", "ada", "--json").json?["status"] == "active")
            #expect(try await data("user", "list", "--json").json?.array?.compactMap { $0["username"]?.string } == ["ada", "demo"])
            #expect(try await data("user", "delete", "ada").code == 1, "nobody said yes")
            #expect(try await data("user", "delete", "ada", "--yes").code == 0)
            #expect(try await data("user", "show", "ada").code == 1)
        }
    }

    @Test("a password comes from standard input, and works")
    func password() async throws {
        try await withData { data async throws in
            #expect(try await data("user", "set-password", "demo", "--password-stdin", input: "N3w-secret\n").code == 0)
            #expect(try await data("user", "set-password", "demo", "--password-stdin").code == 1, "nothing on standard input")
            #expect(try await data("user", "set-password", "demo").code == 1, "nobody to ask")
            let realm = try await data.server.domain.directory.realms.realm(at: Demo.realm)
            let user = try #require(try await data.server.domain.directory.users.user(named: "demo", in: realm.id))
            #expect(try await data.server.domain.directory.hasher.verify(Secret("N3w-secret"), against: try #require(user.passwordHash)))
        }
    }

    @Test("a confidential client, whose secret is told once")
    func client() async throws {
        try await withData { data async throws in
            let made = try await data(
                "client", "create", "backend", "--confidential", "--grant", "client_credentials", "--scope", "orders", "--json")
            let secret = try #require(made.json?["secret"]?.string)
            #expect(try await !data("client", "show", "backend", "--json").output.contains(secret))
            let rotated = try await data("client", "rotate-secret", "backend", "--yes", "--json")
            #expect(rotated.json?["secret"]?.string != nil && rotated.json?["secret"]?.string != secret)
            #expect(try await data("client", "set", "backend", "accessTokenLifetime=60", "--json").json?["accessTokenLifetime"] == 60)
            #expect(try await data("client", "set", "backend", "accessTokenLifetime=", "--json").json?["accessTokenLifetime"] == nil)
            #expect(try await data("client", "set", "backend", "scopes=a, b", "--json").json?["scopes"] == ["a", "b"])
            #expect(try await data("client", "rotate-secret", "sdkPublicClient", "--yes").code == 1)
            #expect(try await data("client", "delete", "backend", "--yes").code == 0)
        }
    }

    @Test("a client that signs users in has the usual scopes unless told otherwise; one that doesn't, and a worker, have none")
    func usualScopes() async throws {
        try await withData { data async throws in
            for (name, flags, scopes) in [
                ("app", [], ["openid", "profile", "email"]), ("narrow", ["--scope", "openid"], ["openid"]),
                ("robot", ["--confidential", "--grant", "client_credentials"], []),
                ("worker", ["--confidential", "--role", "Identity Data Admin"], []),
            ] as [(String, [String], [JSONValue])] {
                let made = try await Program.run(["client", "create", name, "--json", "--data-directory", data.path] + flags)
                #expect(made.json?["scopes"] == .array(scopes), "\(name) \(made.complaints)")
            }
        }
    }

    @Test("a new client is introduced by its issuer, its id and an example, which works as it is printed")
    func introduction() async throws {
        try await withData { data async throws in
            let issuer = data.server.url + "/realms/alpha"
            let made = try await data("client", "create", "robot", "--confidential", "--grant", "client_credentials", "--scope", "orders")
            #expect(made.output.contains("  Issuer     \(issuer)\n  Client ID  robot\n  Secret     "), "\(made.output)")
            let command = try #require(made.output.split(separator: "\n").first { $0.hasPrefix("  curl ") })
            let curl = Process()
            let pipe = Pipe()
            (curl.executableURL, curl.standardOutput) = (URL(fileURLWithPath: "/bin/sh"), pipe)
            curl.arguments = ["-c", String(command).replacingOccurrences(of: "curl ", with: "curl -s --noproxy '*' ")]
            try curl.run()
            let answer = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            curl.waitUntilExit()
            #expect(try JSONValue(parsing: answer)["access_token"]?.string != nil, "\(command): \(answer)")
            let site = try await data("client", "create", "site", "--confidential", "--redirect", "https://www.example.com/callback")
            #expect(site.output.contains("server_metadata_url='\(issuer)/.well-known/openid-configuration'"))
            let page = try await data("client", "create", "page", "--redirect", "https://www.example.com/callback")
            #expect(page.output.contains("authority: '\(issuer)', client_id: 'page'"))
            let app = try await data("client", "create", "app", "--redirect", "org.example.app://callback")
            #expect(app.output.contains("ServerAddress(\"\(data.server.url)/am\", realm: \"alpha\")"))
            #expect(try await data("client", "create", "bare").output.contains("gatehouse client set bare redirectURIs="))
            #expect(try await data("client", "create", "robot2", "--confidential", "--dry-run").output.contains("Secret") == false)
        }
    }

    @Test("users of a new realm sign in, by the command line too")
    func newRealm() async throws {
        try await withData { data async throws in
            #expect(try await data("realm", "create", "beta").code == 0)
            #expect(
                try await data("journey", "list", "--realm", "beta", "--json").json?.array?.map { $0["name"] }
                    == ["Login", "sdkUsernamePasswordJourney"])
            let password = "a long password of hers"
            #expect(try await data("user", "create", "ann", "--realm", "beta", "--password-stdin", input: password + "\n").code == 0)
            let login = try await Program.run(
                ["login", "--server", data.server.url, "--realm", "beta", "--json"], input: "ann\n\(password)\n")
            #expect(login.code == 0 && login.json?["username"] == "ann", "\(login.complaints)")
        }
    }

    @Test("a realm's secrets are set and never shown")
    func secrets() async throws {
        try await withData { data async throws in
            #expect(try await data("realm", "secret", "set", "alpha", "captcha", "--password-stdin", input: "s3cr3t\n").code == 0)
            let list = try await data("realm", "secret", "list", "alpha", "--json")
            #expect(list.json?.array?.map { $0["label"] } == ["captcha"] && !list.output.contains("s3cr3t"))
            #expect(try await data("realm", "secret", "set", "alpha", "a b", "--password-stdin", input: "x\n").code == 1)
            #expect(try await data("realm", "secret", "remove", "alpha", "captcha").code == 0)
            #expect(
                try await data("realm", "secret", "remove", "alpha", "captcha").complaints == ["error: realm /alpha has no secret captcha"])
        }
    }

    @Test("a trust store is loaded from files, listed, shown and removed; metadata wants a root that vouches for it")
    func trust() async throws {
        try await withData { data async throws in
            let now = Date()  // The program has no other clock.
            let folder = try TemporaryDirectory()
            let (vendor, publisher) = (try PretendAuthority(at: now), try MetadataPublisher(host: "mds.example.com", at: now))
            func file(_ name: String, _ bytes: [UInt8]) throws -> String {
                let path = folder.path + "/" + name
                try Data(bytes).write(to: URL(filePath: path))
                return path
            }
            let text = try publisher.file(MetadataPublisher.payload("0132d110-bf4e-4208-a403-ab4f5f12efe5", ["REVOKED"]))
            let (blob, root) = (try file("blob.jwt", Array(text.utf8)), try file("publisher.der", publisher.root))
            let (pem, list) = (try file("keys.pem", Array(vendor.rootPEM.utf8)), try file("crl.der", vendor.revocationList(of: .root)))
            let loaded = try await data("realm", "trust", "load", "alpha", "keys", pem, list, blob, "--metadata-root", root, "--json").json
            #expect(loaded?["certificates"] == 1 && loaded?["revocationLists"] == 1 && loaded?["metadata"] == 7 && loaded?["models"] == 2)
            #expect(try await data("realm", "trust", "list", "alpha", "--json").json?.array?.first == loaded)
            let shown = try await data("realm", "trust", "show", "alpha", "keys", "--json").json
            #expect(shown?["contents"]?.array?.map { $0["kind"] } == ["certificate", "revocation list"])
            #expect(try await data("realm", "trust", "show", "alpha", "keys").output.contains("Pretend Keys"))
            let stranger = try await data("realm", "trust", "load", "alpha", "keys", blob, "--metadata-root", pem)
            #expect(stranger.complaints == ["error: the metadata is refused: no trusted certificate vouches for the metadata"])
            #expect(try await data("realm", "trust", "load", "alpha", "keys", blob).code == 1, "FIDO's root doesn't vouch for it")
            let wrong = try await data("realm", "trust", "load", "alpha", "keys", "-", input: "hello")
            #expect(wrong.complaints == ["error: -: the file is neither a certificate, nor a revocation list, nor metadata"])
            #expect(try await data("realm", "trust", "remove", "alpha", "keys").code == 0)
            #expect(try await data("realm", "trust", "show", "alpha", "keys").complaints == ["error: realm /alpha has no trust store keys"])
            folder.remove()
        }
    }

    @Test("a realm's settings, and a slip in one's name")
    func realm() async throws {
        try await withData { data async throws in
            #expect(try await data("realm", "create", "beta", "--json").json?["path"] == "/beta")
            #expect(try await data("realm", "set", "beta", "sessionLifetime=60", "zeroPageLogin=true").code == 0)
            let shown = try await data("realm", "show", "beta", "--json").json
            #expect(shown?["sessionLifetime"] == 60 && shown?["zeroPageLogin"] == true)
            #expect(
                try await data("realm", "set", "beta", "sessionLifetim=60").complaints
                    == ["error: there is no setting sessionLifetim; did you mean sessionLifetime?"])
            #expect(try await data("realm", "set", "beta", "sessionLifetime=soon").code == 1)
            let terms = #"terms={"version":"1","created":"2026-01-01T00:00:00Z","texts":{"en":"Behave."}}"#
            #expect(try await data("realm", "set", "beta", terms).code == 0)
            #expect(try await data("realm", "show", "beta", "--json").output.contains("Behave."))
            #expect(try await data("realm", "set", "beta", "terms=Behave").code == 1)
            #expect(try await data("realm", "set", "beta", "terms=").code == 0)
            #expect(try await !data("realm", "show", "beta", "--json").output.contains("Behave."))
            #expect(try await data("realm", "set", "beta", #"look={"name":"The Library"}"#).code == 0)
            #expect(try await data("realm", "show", "beta", "--json").json?["look"]?["name"] == "The Library")
            #expect(try await data("realm", "set", "beta", "look=").code == 0)
            #expect(try await data("realm", "show", "beta", "--json").json?["look"] == nil)
            let mappings = #"consentMappings=[{"name":"crm","displayName":"CRM","fields":["mail"]}]"#
            #expect(try await data("realm", "set", "beta", mappings, "redirectOrigins=https://a.example,https://b.example").code == 0)
            let lists = try await data("realm", "show", "beta", "--json").json
            #expect(lists?["redirectOrigins"] == ["https://a.example", "https://b.example"])
            #expect(lists?["consentMappings"]?.array?.first?["name"] == "crm")
            #expect(try await data("realm", "set", "beta", "consentMappings=[").code == 1)
            #expect(try await data("realm", "set", "beta", "redirectOrigins=https://a.example/path").code == 1)
            #expect(try await data("realm", "create", "beta").code == 1)
            #expect(try await data("realm", "create", "no such/../realm").code == 1)
            #expect(try await data("user", "list", "--realm", "gamma").complaints == ["error: no realm /gamma"])
        }
    }

    @Test("the audit log is unbroken")
    func audit() async throws {
        try await withData { data async throws in
            let verified = try await data("audit", "verify", "--json")
            #expect(verified.code == 0 && verified.json?["valid"] == true)
            let checkpoint = try #require(verified.json?["checkpoint"]?.string)
            #expect(try await data("audit", "verify", "--through", checkpoint).code == 0)
            #expect(try await data("audit", "verify", "--through", "999:" + checkpoint.drop { $0 != ":" }.dropFirst()).code == 1)
            _ = try await data("user", "deactivate", "demo")
            let last = try await data("audit", "list", "--limit", "1", "--json").json?.array?.first
            #expect(last?["kind"] == "user.changed" && last?["realm"] == "/alpha" && last?["details"]?["change"] == "inactive")
        }
    }

    @Test("events are listed by time, kind, user and what they name, and followed")
    func auditFilters() async throws {
        try await withData { data async throws in
            #expect(try await data("user", "create", "ada", "--no-password").code == 0)
            #expect(try await data("user", "lock", "ada").code == 0)
            #expect(try await data("user", "deactivate", "demo").code == 0)
            func events(_ arguments: String...) async throws -> [JSONValue] {
                let listed = try await Program.run(["audit", "list", "--json", "--data-directory", data.path] + arguments)
                return try #require(listed.json?.array, "\(listed.complaints)")
            }
            let locked = try await events("--kind", "account.locked")
            #expect(locked.count == 1 && locked.first?["kind"] == "account.locked")
            #expect(try await events("--kind", "account") == locked)
            let id = try #require(locked.first?["user"]?.string)
            let ada = try await events("--user", "ada")
            #expect(ada.contains { $0["kind"] == "account.locked" } && ada.allSatisfy { $0["user"]?.string == id })
            #expect(try await events("--user", id) == ada)
            #expect(try await events("--reference", id).contains { $0["kind"] == "account.locked" })
            #expect(try await events("--user", "ada", "--limit", "1") == Array(ada.suffix(1)))
            #expect(try await events("--since", "1h").count == events("--since", "2020-01-01T00:00:00Z").count)
            #expect(try await events("--since", "2100-01-01T00:00:00Z").isEmpty)
            #expect(try await Program.run("audit", "list", "--since", "yesterday").code == 64)
            let child = try Child(["audit", "list", "--follow", "--kind", "user", "--json", "--data-directory", data.path])
            for _ in 0..<1000 where !child.output.contains("inactive") { try await Task.sleep(for: .milliseconds(10)) }
            #expect(try await data("user", "activate", "demo").code == 0)
            for _ in 0..<1000 where !child.output.contains("\"active\"") { try await Task.sleep(for: .milliseconds(10)) }
            child.process.terminate()
            let lines = try await child.ending().output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
            #expect(lines.last?["details"]?["change"] == "active" && lines.allSatisfy { $0["kind"]?.string?.hasPrefix("user.") == true })
            #expect(Set(lines.compactMap { $0["sequence"]?.integer }).count == lines.count, "none is printed twice")
        }
    }

    @Test("the audit log is exported, verified as a file, and pruned")
    func auditExport() async throws {
        try await withData { data async throws in
            let file = FileManager.default.temporaryDirectory.appending(path: "audit-\(UUID().uuidString).jsonl").path
            defer { try? FileManager.default.removeItem(atPath: file) }
            let exported = try await data("audit", "export", file, "--json")
            #expect(exported.code == 0)
            #expect(try await data("audit", "export", file).code == 1, "a file that is there stays as it is")
            let verified = try await data("audit", "verify", "--file", file, "--json")
            #expect(verified.code == 0 && verified.json?["checkpoint"] == exported.json?["checkpoint"])
            let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
            try (lines.prefix(2) + lines.dropFirst(3)).joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
            #expect(try await data("audit", "verify", "--file", file).code == 1)
            #expect(try await data("realm", "set", "alpha", "auditPersonalFields=hashed").code == 0)
            #expect(try await data("realm", "set", "alpha", "auditPersonalFields=some").code == 1)
            let pruned = try await data("audit", "prune", "--older-than", "1", "--yes", "--json")
            #expect(pruned.code == 0 && pruned.json?["events"] == 0)
            #expect(try await data("audit", "verify").code == 0)
        }
    }

    @Test("journeys are checked before they are stored")
    func journeys() async throws {
        try await withData { data async throws in
            let file = """
                { "name": "Quick", "start": "ask", "nodes": {
                    "ask": { "page": [ { "username": {} }, { "password": {} } ], "next": "check" },
                    "check": { "dataStoreDecision": {}, "true": "success", "false": "failure" } } }
                """
            #expect(try await data("journey", "import", "-", "--dry-run", "--json", input: file).firstChange == "add")
            #expect(try await data("journey", "show", "Quick").code == 1)
            #expect(try await data("journey", "import", "-", input: file).code == 0)
            let exported = try await data("journey", "export", "Quick").output
            #expect(try await data("journey", "import", "-", "--json", input: exported).firstChange == "leave unchanged")
            let broken = try await data("journey", "import", "-", input: file.replacing("\"check\" },", with: "\"chekc\" },"))
            #expect(broken.code == 1 && broken.complaints.count == 1)
            let names = try await data("journey", "list", "--json").json?.array?.map { $0["name"]?.string }
            #expect(names?.contains("Quick") == true && names?.contains("Login") == true)
            #expect(try await data("journey", "delete", "Quick", "--yes").code == 0)
            #expect(
                try await data("journey", "show", "nope").complaints == [
                    "error: there is no journey nope in realm /alpha; see gatehouse journey list"
                ])
            #expect(try await Program.run("journey", "nodes", "--json").json?.array?.isEmpty == false)
        }
    }

    @Test("keys are rotated and withdrawn")
    func keys() async throws {
        try await withData { data async throws in
            let before = try #require(try await data("key", "list", "--json").json?.array)
            let made = try await data("key", "rotate", "--json").json?["id"]?.string
            let after = try #require(try await data("key", "list", "--json").json?.array)
            #expect(after.count == before.count + 1 && after.contains { $0["id"]?.string == made })
            #expect(try await data("key", "withdraw", "--key", try #require(made), "--yes").complaints == [])
            #expect(try await data("key", "withdraw", "--key", "nope", "--yes").code == 1)
        }
    }

    @Test(
        "every command explains itself",
        arguments: [
            "serve", "login", "config explain", "user create", "user set", "user query", "realm schema", "client set", "journey import",
            "key rotate", "audit verify", "session end",
            "token inspect",
        ])
    func help(command: String) async throws {
        let ending = try await Program.run(command.split(separator: " ").map(String.init) + ["--help"])
        #expect(ending.code == 0 && ending.output.contains("USAGE: gatehouse \(command)"))
        #expect(ending.output.contains("Example"))
    }
}

extension Program.Ending {
    /// What an import says of the first object.
    var firstChange: JSONValue? { json?["changes"]?.array?.first?["change"] }
}
