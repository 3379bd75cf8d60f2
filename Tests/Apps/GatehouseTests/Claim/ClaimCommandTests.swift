import AsyncHTTPTransport
import DeviceFoundation
import Foundation
import Primitives
import ServerTesting
import Testing
import TransparencyLog
import VerifiableClaims
import Wallet
import WalletMessages

@testable import gatehouse

@Suite("gatehouse claim, against a server", .timeLimit(.minutes(5)))
struct ClaimCommandTests {
    /// A wallet, and a service that the commands make in a folder.
    private struct Scene {
        let wallet: Wallet
        let address: String
        let directory: TemporaryDirectory

        init(_ server: TestServer) async throws {
            directory = try TemporaryDirectory()
            address = "\(server.url)/wallets/alpha/v1/"
            let device = Device(transport: try AsyncHTTPTransport(), store: InMemoryStore(), keepsCookies: false)
            let configuration = WalletClientConfiguration(address: WalletService(pingBaseURL: address).base, consent: ConsentByCall())
            wallet = try await Wallet.open(configuration, on: device)
            try await wallet.register()
        }

        func run(_ arguments: String..., input: String = "") async throws -> Program.Ending {
            try await Program.run(["claim"] + arguments, input: input)
        }

        /// Issues a claim, and gives the JSON that the command prints.
        func issue(_ more: String...) async throws -> String {
            let arguments = ["claim", "issue", wallet.id.text, "name=Ann", "--issuer", folder, "--server", address, "--json"] + more
            let ending = try await Program.run(arguments)
            #expect(ending.code == 0, "\(ending.complaints)")
            return ending.output
        }

        var folder: String { directory.path + "/issuer" }
        func file(_ name: String, _ text: String) throws -> String {
            let path = "\(directory.path)/\(name)"
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            return path
        }

        /// The verifier key of the server's log.
        func logKey() async throws -> String {
            let url = try #require(URL(string: WalletService(pingBaseURL: address).configuration))
            let answer = try await AsyncHTTPTransport().send(HTTPRequest(.get, url))
            return try WalletConfiguration(json: try JSONValue(parsing: answer.body)).log.keys[0].text
        }
    }

    private func run(_ body: (Scene) async throws -> Void) async throws {
        try await TestServer.run { server in try await body(try await Scene(server)) }
    }

    @Test("a claim is issued, received, verified with the server and by its evidence alone, expired and listed")
    func life() async throws {
        try await run { scene in
            let picture = try scene.file("card.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>")
            let printed = try await scene.issue("city=Paris", "--card", "Library Card", "--picture", picture, "--message", "Welcome")
            try await scene.wallet.receive(SilentInbox())
            let held = try #require(try await scene.wallet.claims.first)
            #expect(held.keys == ["CardType", "name", "city", "CardImage"] && held.value(of: "city") == "Paris")
            let (card, evidence) = (try scene.file("card.json", printed), scene.directory.path + "/card.evidence")
            let online = try await scene.run("verify", card, "--server", scene.address, "--save", evidence, "--json")
            #expect(online.code == 0 && online.json?["good"] == true && online.json?["data"]?["name"] == "Ann", "\(online.complaints)")
            let piped = try await scene.run("verify", "--server", scene.address, input: held.token.text + "\n")
            #expect(piped.code == 0 && piped.output.contains("Library Card"), "\(piped.complaints)")
            let key = try await scene.logKey()
            let offline = try await scene.run("verify", card, "--evidence", evidence, "--key", key, "--json")
            #expect(offline.code == 0 && offline.json?["id"]?.string == held.id.text, "\(offline.complaints)")

            let expire = ["claim", "expire", held.id.text, "--issuer", scene.folder]
            let dry = try await Program.run(expire + ["--dry-run", "--json"])
            #expect(dry.code == 0 && dry.json?["dryRun"] == true)
            let unsure = try await Program.run(expire)
            #expect(unsure.code == 1 && unsure.complaints.contains { $0.contains("--yes") }, "\(unsure.complaints)")
            #expect(try await scene.run("verify", card, "--server", scene.address).code == 0)
            #expect(try await Program.run(expire + ["--yes"]).code == 0)
            let after = try await scene.run("verify", card, "--server", scene.address, "--json")
            #expect(after.code == 1 && after.json?["good"] == false && after.json?["expires"] != nil)
            // The evidence of before is as of its day.
            #expect(try await scene.run("verify", card, "--evidence", evidence, "--key", key).code == 0)
            try await scene.wallet.receive(SilentInbox())
            guard case .expired = try #require(try await scene.wallet.claims.first).state(at: Date()) else {
                Issue.record("the wallet doesn't know that its claim expired")
                return
            }
            let log = WalletService(pingBaseURL: scene.address).log
            let list = try await scene.run("list", log, "--key", key, "--by", held.issuer, "--expired", "--json")
            #expect(list.json?.array?.compactMap { $0["id"]?.string } == [held.id.text], "\(list.complaints)")
            #expect(try await scene.run("list", log, "--key", key, "--by", scene.wallet.id.text, "--json").json?.array?.isEmpty == true)
        }
    }

    @Test("a claim with one member changed, and evidence of another claim, are refused")
    func falsified() async throws {
        try await run { scene in
            let printed = try await scene.issue()
            let (other, evidence) = (try scene.file("other.json", try await scene.issue()), scene.directory.path + "/e")
            #expect(try await scene.run("verify", other, "--server", scene.address, "--save", evidence).code == 0)
            let good = try #require(try JSONValue(parsing: printed.trimmingCharacters(in: .whitespacesAndNewlines)).object)
            for (name, value) in [
                ("issuer", good["subject"]), ("holder", good["issuer"]),
                ("dataHash", .string(Base64URL.encode([UInt8](repeating: 1, count: 32)))),
                ("createDate", .integer(1)), ("partitionId", "elsewhere"),
            ] as [(String, JSONValue?)] {
                var members = good
                members[name] = value
                let ending = try await scene.run("verify", "--server", scene.address, input: JSONValue.object(members).text)
                #expect(ending.code == 1 && ending.output.isEmpty && !ending.complaints.isEmpty, "\(name)")
            }
            let changed = printed.replacing("Ann", with: "Eve")
            let refused = try await scene.run("verify", "--server", scene.address, input: changed)
            #expect(refused.code == 1 && refused.output.isEmpty, "\(refused.complaints)")
            let key = try await scene.logKey()
            let swapped = try await scene.run("verify", try scene.file("good.json", printed), "--evidence", evidence, "--key", key)
            #expect(swapped.code == 1 && swapped.complaints.contains { $0.contains("another claim") }, "\(swapped.complaints)")
        }
    }

    @Test("an issuer stays with its server, and expires its own claims alone")
    func issuers() async throws {
        try await run { scene in
            _ = try await scene.issue()
            let elsewhere = try await scene.run(
                "issue", scene.wallet.id.text, "a=b", "--issuer", scene.folder, "--server", "http://127.0.0.1:9/wallets/beta/v1/")
            #expect(elsewhere.code == 1 && elsewhere.complaints.contains { $0.contains("another folder") }, "\(elsewhere.complaints)")
            let unknown = try await scene.run("expire", "6f1c0c4e-0000-4000-8000-000000000001", "--issuer", scene.folder, "--yes")
            #expect(unknown.code == 1 && unknown.complaints.contains { $0.contains("has issued no claim") }, "\(unknown.complaints)")
            let nowhere = try await scene.run("issue", scene.wallet.id.text, "a=b", "--issuer", scene.directory.path + "/none")
            #expect(nowhere.code == 1 && nowhere.complaints.contains { $0.contains("--server") }, "\(nowhere.complaints)")
            let stranger = try await scene.run(
                "issue", "6f1c0c4e-0000-4000-8000-000000000001", "a=b", "--issuer", scene.folder)
            #expect(stranger.code == 1 && stranger.complaints.contains { $0.contains("no wallet or service") }, "\(stranger.complaints)")
        }
    }

    @Test(
        "arguments that make no sense are refused with their reason",
        arguments: [
            ["issue", "x", "a=b"], ["issue", "6f1c0c4e-0000-4000-8000-000000000001", "ab"],
            ["issue", "6f1c0c4e-0000-4000-8000-000000000001"],
            ["verify"], ["verify", "--server", "http://a/", "--evidence", "e"], ["verify", "--evidence", "e"],
            ["verify", "--evidence", "e", "--save", "f", "--key", "k"], ["list", "http://a/log"], ["list", "ftp://a/log", "--key", "k"],
            ["verify", "--server", "http://a/", "--quorum", "1"],
        ])
    func refused(_ arguments: [String]) async throws {
        let ending = try await Program.run(["claim"] + arguments)
        #expect(ending.code == 64 && !ending.complaints.isEmpty, "\(ending.code)")
    }

    @Test("what is no claim is told as that", arguments: ["", "  \n", "{", "{}", "[1]", "a~b~", "\u{0}", "eyJ.e30.x~"])
    func noClaim(_ text: String) async throws {
        let ending = try await Program.run("claim", "verify", "--server", "http://127.0.0.1:9/", input: text)
        #expect(
            ending.code == 1 && !ending.complaints.isEmpty && !ending.complaints.contains { $0.contains("onnect") }, "\(ending.complaints)")
    }
}

/// Takes the mail without looking at it: the wallet keeps its claims by itself.
private struct SilentInbox: WalletInbox {
    func receive(_ message: ReceivedMessage) async {}
    func receive(failure: WalletError) async { Issue.record("\(failure.reason)") }
}
