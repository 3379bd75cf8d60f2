import Foundation
import Primitives
import ServerTesting
import Testing

@Suite("Users from files in the terminal, and back")
struct UserTransferTests {
    private static let hash = "$2b$05$gMZnctGWsRRHkeXsqrTenulGZ4n6EXUkP66PU81kbKldD67jBvyeK"

    private static func write(_ lines: [String], to name: String, in data: ServerData) throws -> String {
        let path = "\(data.path)/\(name)"
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: path))
        return path
    }

    @Test(
        "a dry run reads everything and keeps nothing; refusals have their place and field; the file of refused records is the owner's alone"
    )
    func refusals() async throws {
        try await withData { data async throws in
            let path = try Self.write(
                [
                    "username,email,email_verified,password_hash", "ann,ann@example.com,true,\(Self.hash)", "bob,nowhere,,",
                    "ANN,other@example.com,,", "demo,demo@example.com,,", "eve,,,clear text",
                ], to: "users.csv", in: data)
            let tried = try await data("user", "import", path, "--dry-run", "--json")
            #expect(tried.code == 1 && tried.json?["created"] == 1 && tried.json?["refused"] == 4, "\(tried.complaints)")
            #expect(try await data("user", "show", "ann").code == 1)
            let done = try await data("user", "import", path, "--json", "--refused", "\(data.path)/refused.csv")
            #expect(done.code == 1 && done.json?["created"] == 1 && done.json?["hashes"]?["bcrypt"] == 1)
            for (line, field) in [(3, "mail"), (4, "username"), (5, "demo"), (6, "password_hash")] {
                #expect(done.complaints.contains { $0.contains("line \(line): ") && $0.contains(field) }, "\(done.complaints)")
            }
            #expect(!done.complaints.contains { $0.contains("clear text") && !$0.contains("{SCHEME}") })
            let file = try FileManager.default.attributesOfItem(atPath: "\(data.path)/refused.csv")
            #expect(file[.posixPermissions] as? Int == 0o600)
            #expect(try String(contentsOfFile: "\(data.path)/refused.csv", encoding: .utf8).split(separator: "\n").count == 5)
            #expect(try await data("user", "show", "ann", "--json").json?["hasPassword"] == true)
        }
    }

    @Test("the same file again, resumed or with users left as they are, doubles and loses no user")
    func again() async throws {
        try await withData { data async throws in
            let path = try Self.write(
                (1...1100).map { #"{"username":"user\#($0)","given_name":"One","password_hash":"\#(Self.hash)"}"# }, to: "users.jsonl",
                in: data)
            #expect(try await data("user", "import", path, "--json").json?["created"] == 1100)
            let resumed = try await data("user", "import", path, "--json", "--resume")
            #expect(resumed.code == 0 && resumed.json?["created"] == 1100 && resumed.json?["refused"] == 0)
            let again = try await data("user", "import", path, "--json", "--on-conflict", "skip")
            #expect(again.json?["skipped"] == 1100 && again.json?["created"] == 0)
            #expect(try await data("user", "query", #"userName sw "user""#, "--count", "--json").json == ["count": 1100])
            let changed = try Self.write([#"{"username":"user1","given_name":"Two"}"#], to: "changed.jsonl", in: data)
            #expect(try await data("user", "import", changed, "--json", "--on-conflict", "update").json?["updated"] == 1)
            let user = try await data("user", "show", "user1", "--json").json
            #expect(user?["attributes"]?["givenName"] == "Two" && user?["hasPassword"] == true)
        }
    }

    @Test("what is exported with hashes is imported as the same users in another realm")
    func back() async throws {
        try await withData { data async throws in
            let (first, second) = ("\(data.path)/first.jsonl", "\(data.path)/second.jsonl")
            #expect(try await data("realm", "create", "beta").code == 0)
            #expect(try await data("user", "export", "--hashes", "--output", first).code == 0)
            #expect(try await data("user", "import", first, "--realm", "beta").code == 0)
            #expect(try await data("user", "export", "--hashes", "--realm", "beta", "--output", second).code == 0)
            let text = try String(contentsOfFile: first, encoding: .utf8)
            #expect(try String(contentsOfFile: second, encoding: .utf8) == text && text.contains("password_hash"))
            let csv = try await data("user", "export", "--format", "csv")
            #expect(csv.output.hasPrefix("id,username,email") && !csv.output.contains("argon2"))
        }
    }
}
