import DeviceMessages
import Directory
import Foundation
import Foundations
import HTTPTypes
import JOSE
import Primitives
import SealedFiles
import Services
import Store
import Testing
import WalletMessages
import Wallets

@Suite("Wallets go with their users", .timeLimit(.minutes(5)))
struct PrivacyTests {
    /// Registers a wallet as a user's.
    private func give(_ wallet: TestWallet, to user: UUID, reach: WalletReach? = nil) async throws {
        var registration = try wallet.registration
        registration.reach = reach
        var wrong = TestWallet.Wrong()
        wrong.key = .embedded(registration.signing)
        let prepared = try wallet.prepared(.post, wallet.server.service.instances, registration.json, wrong: wrong)
        let request = DeviceRequest(
            method: "POST", url: prepared.url, body: prepared.body,
            proof: prepared.headers[try #require(HTTPField.Name(DeviceProof.field))])
        let wallets = wallet.server.wallets
        _ = try await wallets.register(
            registration, by: try wallets.introduce(request), of: user, from: "192.0.2.1",
            at: WalletSite(wallet.server.realm, address: WalletServer.address))
    }

    /// What the server's files have of a wallet beside its id and what is in the log.
    private func traces(of wallet: TestWallet, mail: [UInt8], request: String, push: String) throws -> [[UInt8]] {
        func coordinate(_ key: JWK) throws -> [UInt8] {
            Array(try #require(JSONValue(key)["x"]?.string).utf8)
        }
        return [try coordinate(wallet.signing), try coordinate(wallet.agreement), mail, Array(request.utf8), Array(push.utf8)]
    }

    @Test("erasing a user removes keys, mail and requests of the user's wallets from the database, its log and the files; others stay")
    func erased() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (path, files) = (folder.path + "/data.sqlite", FolderFileStore(folder: folder.path + "/envelopes"))
        let server = try await WalletServer(at: path, files: files)
        let users = server.domain.directory.users
        let (tom, eva) = (try await users.create("tom", in: server.realm.id), try await users.create("eva", in: server.realm.id))
        let sender = try await TestWallet.registered(server, seed: 1)
        var all: [(wallet: TestWallet, traces: [[UInt8]])] = []
        for (seed, owner) in [(2, tom.id), (3, tom.id), (4, eva.id)] {
            let wallet = try TestWallet(server, seed: UInt64(seed))
            let token = String(repeating: "0\(seed)", count: 32)
            try await give(wallet, to: owner, reach: .push(.apns(token: token, isSandbox: false)))
            let (mail, text) = ((0..<3000).map { UInt8(truncatingIfNeeded: $0 &* seed &+ $0 >> 8) }, "What wallet \(seed) asks for")
            #expect(try await sender.post(mail, to: wallet.id).status == 202)
            let request = SharedRequest(instance: wallet.id, challenge: sender.random.uuid(), message: text)
            let keeping = RequestKeeping(request: request, expires: server.time.now + 600)
            #expect(try await wallet.call(.post, server.service.requests, keeping.json).status == 201)
            _ = try await wallet.nonce()
            all.append((wallet, try traces(of: wallet, mail: Array(mail.prefix(64)), request: text, push: token)))
        }
        try await users.delete(tom.id, in: server.realm.id)
        server.time.advance(by: 3601)
        try await server.wallets.removeStrayFiles()
        try await server.database.write { $0.compact(upTo: .max) }

        for row in try await server.rows("SELECT * FROM wallet_instances") { #expect(!"\(row)".contains(tom.id.text)) }
        let waiting = try await server.rows("SELECT DISTINCT recipient FROM wallet_envelopes").map { try $0.uuid("recipient") }
        #expect(waiting == [all[2].wallet.id])
        let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/envelopes")
        #expect(kept.count == 1)
        let (database, log) = (try Data(contentsOf: URL(fileURLWithPath: path)), try Data(contentsOf: URL(fileURLWithPath: path + "-wal")))
        let envelope = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/envelopes/" + (try #require(kept.first))))
        for (number, one) in all.enumerated() {
            for (kind, trace) in one.traces.enumerated() {
                let isThere = [database, log, envelope].contains { $0.range(of: Data(trace)) != nil }
                // Mail is nowhere as it was sent: it is sealed.
                #expect(isThere == (number == 2 && kind != 2), "wallet \(number), trace \(kind)")
            }
        }
        // The erased wallets are unknown, their ids stay taken, and the log has a thumbprint of each.
        for one in all.prefix(2) {
            #expect(try await one.wallet.call(.get, server.service.mailbox).code == "invalid_proof")
            #expect(try await one.wallet.register().code == "conflict")
            #expect(database.range(of: Data(one.wallet.signing.thumbprintText.utf8)) != nil)
        }
        #expect(try await all[2].wallet.mailbox().items.count == 1)
        try await server.database.close()
    }

    @Test("an instance becomes a user's when it is registered, or later, and no other's")
    func owner() async throws {
        let server = try await WalletServer()
        let users = server.domain.directory.users
        let (tom, eva) = (try await users.create("tom", in: server.realm.id), try await users.create("eva", in: server.realm.id))
        let wallet = try await TestWallet.registered(server, seed: 1)
        for _ in 0..<2 { try await give(wallet, to: tom.id) }
        await #expect(throws: DeviceError(.conflict, "")) { try await give(wallet, to: eva.id) }
        #expect(try await wallet.register().status == 201)
        #expect(try await server.rows("SELECT user_id FROM wallet_instances").map { try $0.uuid("user_id") } == [tom.id])
        try await users.delete(eva.id, in: server.realm.id)
        #expect(try await wallet.mailbox().items.isEmpty)
        await #expect(throws: DomainError(.unknownUser, "")) { try await give(try TestWallet(server, seed: 2), to: eva.id) }
        try await users.delete(tom.id, in: server.realm.id)
        #expect(try await wallet.call(.get, server.service.mailbox).code == "invalid_proof")
    }

    @Test("an access token that isn't good registers nothing", arguments: ["Bearer x", "Basic eDp5", "Bearer"])
    func badToken(authorization: String) async throws {
        let server = try await WalletServer()
        let wallet = try TestWallet(server, seed: 1)
        var wrong = TestWallet.Wrong()
        wrong.key = .embedded(try #require(wallet.signing.publicKey))
        let prepared = try wallet.prepared(.post, server.service.instances, try wallet.registration.json, wrong: wrong)
        var headers = prepared.headers
        headers[.authorization] = authorization
        let answer = try await server.send(.post, prepared.url, headers: headers, body: prepared.body)
        #expect(answer.code == "invalid_proof")
        #expect(try await server.rows("SELECT 1 FROM wallet_instances").isEmpty)
    }
}
