import Directory
import Foundation
import GatehouseServer
import Primitives
import ServerTesting
import Services
import Testing

@Suite("Backup and restore in the terminal")
struct CopyTests {
    @Test("a copy of a server under load is restored elsewhere, and has what was there when it began")
    func life() async throws {
        let (folder, other) = (try TemporaryDirectory(), try TemporaryDirectory())
        try await withData { data async throws in
            let (copy, domain) = (folder.path + "/copy.db", data.server.domain)
            #expect(try await data("user", "create", "before", "--no-password").code == 0)
            let realm = try await domain.directory.realms.realm(at: Demo.realm)
            let load = Task {
                var number = 0
                while !Task.isCancelled {
                    let application = Application(id: "load-\(number)", realm: realm.id, settings: ApplicationSettings(), secret: nil)
                    try await domain.directory.applications.create(application)
                    number += 1
                }
            }
            let made = try await data("backup", copy, "--json")
            load.cancel()
            _ = await load.result
            #expect(made.code == 0 && made.json?["bytes"]?.integer ?? 0 > 0, "\(made.complaints)")
            #expect(try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int == 0o600)
            #expect(try await data("backup", copy).code == 1, "a file that is there stays as it is")
            #expect(try await data("user", "create", "after", "--no-password").code == 0)
            // Over the running server's data.
            let refused = try await data("restore", copy, "--yes")
            #expect(refused.code == 1 && refused.complaints.first?.contains("stop it") == true, "\(refused.complaints)")
            let looked = try await data("restore", copy, "--dry-run")
            #expect(looked.code == 0, "\(looked.complaints)")
            #expect(try await data("user", "show", "after").code == 0, "a dry run leaves the server its data")
            // Elsewhere: not without the master key.
            let elsewhere = ["--data-directory", other.path]
            #expect(try await Program.run(["restore", copy] + elsewhere).code == 1)
            try FileManager.default.copyItem(atPath: data.path + "/master.key", toPath: other.path + "/master.key")
            #expect(try await Program.run(["restore", copy, "--dry-run"] + elsewhere).code == 0)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: other.path).filter { $0.contains(".db") && !$0.hasSuffix(".lock") }
                    == [])
            let restored = try await Program.run(["restore", copy] + elsewhere)
            #expect(restored.code == 0, "\(restored.complaints)")
            let users = try await Program.run(["user", "list", "--json"] + elsewhere).json?.array?.compactMap { $0["username"]?.string }
            #expect(users == ["before", "demo"])
            #expect(try await Program.run(["audit", "verify"] + elsewhere).code == 0)
            // What is no whole copy is refused by its name, and what is there stays.
            let bytes = try Data(contentsOf: URL(fileURLWithPath: copy))
            for (name, content, reason) in [
                ("cut.db", bytes.prefix(bytes.count / 2), "damaged"), ("other.db", Data("no copy".utf8), "no copy"),
            ] {
                try content.write(to: URL(fileURLWithPath: folder.path + "/" + name))
                let refused = try await Program.run(["restore", folder.path + "/" + name, "--yes"] + elsewhere)
                let line = refused.complaints.first ?? ""
                #expect(refused.code == 1 && line.contains(name) && line.contains(reason), "\(refused.complaints)")
            }
            #expect(try await Program.run(["user", "show", "before"] + elsewhere).code == 0)
            // Again: it asks, and keeps what is there.
            #expect(try await Program.run(["restore", copy] + elsewhere).code == 1)
            #expect(
                try await Program.run(["restore", copy, "--yes", "--json"] + elsewhere).json?["replaced"]?.string?.hasSuffix(".replaced")
                    == true)
            try Data(String(repeating: "A", count: 43).utf8).write(to: URL(fileURLWithPath: other.path + "/master.key"))
            let wrong = try await Program.run(["restore", copy, "--yes"] + elsewhere)
            #expect(wrong.code == 1 && wrong.complaints.count == 1, "\(wrong.complaints)")
        }
        for directory in [folder, other] { directory.remove() }
    }

    @Test("a database is copied to another while the server runs; it opens once it is finished, and not over other data")
    func database() async throws {
        let (other, third) = (try TemporaryDirectory(), try TemporaryDirectory())
        try await withData { data async throws in
            let copy = ["database", "copy", "--from", data.path, "--to", other.path, "--json"]
            let prepared = try await Program.run(copy + ["--prepare"])
            #expect(prepared.code == 0 && prepared.json?["finished"] == false, "\(prepared.complaints)")
            try FileManager.default.copyItem(atPath: data.path + "/master.key", toPath: other.path + "/master.key")
            let list = ["user", "list", "--json", "--data-directory", other.path]
            let early = try await Program.run(list)
            #expect(early.code == 1 && early.complaints.first?.contains("isn't finished") == true, "\(early.complaints)")
            let again = try await Program.run(["database", "copy", "--from", other.path, "--to", third.path])
            #expect(again.code == 1 && again.complaints.first?.contains("isn't finished") == true, "an unfinished copy is no source")
            #expect(try await data("user", "create", "later", "--no-password").code == 0)
            let finished = try await Program.run(copy)
            let changes = finished.json?["changes"]?.integer ?? 0
            #expect(finished.json?["finished"] == true && changes > 0 && changes < finished.json?["rows"]?.integer ?? 0)
            #expect(try await Program.run(list).json?.array?.compactMap { $0["username"]?.string } == ["demo", "later"])
            #expect(try await Program.run(["audit", "verify", "--data-directory", other.path]).code == 0)
            let refused = try await Program.run(copy)
            #expect(refused.code == 1 && refused.complaints.first?.contains("has data already") == true, "\(refused.complaints)")
            let itself = try await Program.run(["database", "copy", "--from", data.path, "--to", data.path])
            #expect(itself.code == 1 && itself.complaints.first?.contains("itself") == true)
        }
        for directory in [other, third] { directory.remove() }
    }

    @Test("what root restores is the data's owner's", .enabled(if: geteuid() == 0))
    func owner() async throws {
        let (folder, other) = (try TemporaryDirectory(), try TemporaryDirectory())
        let (copy, service) = (folder.path + "/copy.db", 65534)
        try await withData { data async throws in
            #expect(try await data("backup", copy).code == 0)
            try FileManager.default.copyItem(atPath: data.path + "/master.key", toPath: other.path + "/master.key")
        }
        try FileManager.default.setAttributes([.ownerAccountID: service, .groupOwnerAccountID: service], ofItemAtPath: other.path)
        let restored = try await Program.run(["restore", copy, "--data-directory", other.path])
        #expect(restored.code == 0, "\(restored.complaints)")
        for file in ["gatehouse.db", "gatehouse.db.lock"] {
            let owner = try FileManager.default.attributesOfItem(atPath: other.path + "/" + file)[.ownerAccountID] as? Int
            #expect(owner == service, "\(file)")
        }
        for directory in [folder, other] { directory.remove() }
    }
}
