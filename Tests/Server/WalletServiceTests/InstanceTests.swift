import Foundations
import Services
import Directory
import DeviceMessages
import Foundation
import HTTPTypes
import JOSE
import Primitives
import SealedFiles
import Store
import Testing
import TransparencyLog
import WalletMessages
import Wallets

@Suite("Instances of wallets", .timeLimit(.minutes(5)))
struct InstanceTests {
    @Test("the first registration of an id counts: the same again is answered again, other keys are a conflict, an erased id stays taken")
    func register() async throws {
        let server = try await WalletServer()
        let wallet = try TestWallet(server, seed: 1)
        let first = try await wallet.register()
        #expect(first.status == 201)
        let receipt = try InstanceReceipt(json: first.json)
        #expect(receipt.revision == 1 && receipt.configuration.log.origin == "127.0.0.1:8080/wallets/\(server.realm.id.text)")
        #expect(try await InstanceReceipt(json: wallet.register().json) == receipt)
        // A thief who learns the id has other keys.
        let thief = try TestWallet(server, seed: 2)
        var stolen = try thief.registration
        stolen.id = wallet.id
        let wrong = TestWallet.Wrong(key: .embedded(stolen.signing), instance: wallet.id.text)
        #expect(try await thief.call(.post, server.service.instances, stolen.json, wrong: wrong).code == "conflict")
        #expect(try await wallet.call(.delete, server.service.instance(wallet.id)).status == 204)
        #expect(try await wallet.register().code == "conflict")
        #expect(try await wallet.call(.get, server.service.mailbox).code == "invalid_proof")
    }

    @Test("a registration's proof is of its own key and id")
    func registrationProofs() async throws {
        let server = try await WalletServer()
        let (wallet, other) = (try TestWallet(server, seed: 1), try TestWallet(server, seed: 2))
        var wrong = TestWallet.Wrong(signedBy: other.signing)
        #expect(try await wallet.register(wrong: wrong).code == "invalid_proof")
        wrong = TestWallet.Wrong(instance: other.id.text)
        #expect(try await wallet.register(wrong: wrong).code == "invalid_proof")
        wrong = TestWallet.Wrong(instance: "ada")
        #expect(try await wallet.register(wrong: wrong).code == "invalid_proof")
        wrong = TestWallet.Wrong(key: .current(thumbprint: wallet.signing.thumbprintText))
        #expect(try await wallet.call(.post, server.service.instances, wallet.registration.json, wrong: wrong).code == "invalid_proof")
        #expect(try await server.rows("SELECT id FROM wallet_instances").isEmpty)
    }

    /// Every call that asks for a proof, as one who has none would make it.
    private static func calls(_ wallet: TestWallet) throws -> [(HTTPMethod, String, JSONValue?)] {
        let service = wallet.server.service
        let some = try #require(UUID(text: "11111111-2222-4333-8444-555555555555"))
        return [
            (.patch, service.instance(wallet.id), InstanceReachChange(revision: 1, reach: .push(.builtIn)).json),
            (.delete, service.instance(wallet.id), nil),
            (.post, service.keys(of: wallet.id), ["statement": "a.b.c"]),
            (.post, service.nonces, ServerNonce.request(.rotation)),
            (.post, service.stamps, ["key": "", "blinded": []]),
            (.get, service.mailbox, nil),
            (.get, service.envelope(some), nil),
            (.delete, service.envelope(some), nil),
            (.get, service.push, nil),
            (.post, service.requests, [:]),
            (
                .post, service.entries,
                LogRegistration.claim(dataHash: Base64URL.encode([UInt8](repeating: 1, count: 32)), issuedAt: wallet.server.time.now).json
            ),
        ]
    }

    private typealias HTTPMethod = HTTPTypes.HTTPRequest.Method

    @Test("every call with a proof refuses one that is missing, another's, for another request, or of another time", arguments: 0..<9)
    func matrix(mistake: Int) async throws {
        let server = try await WalletServer()
        let wallet = try await TestWallet.registered(server, seed: 1)
        let stranger = try await TestWallet.registered(server, seed: 2)
        for (method, url, json) in try Self.calls(wallet) {
            var wrong = TestWallet.Wrong()
            switch mistake {
            case 0: wrong.isMissing = true
            case 1: wrong.signedBy = stranger.signing
            case 2: wrong.instance = stranger.id.text
            case 3: wrong.instance = "11111111-2222-4333-8444-555555555555"
            case 4: wrong.key = .embedded(try #require(wallet.signing.publicKey))
            case 5: wrong.method = "PUT"
            case 6: wrong.url = url + "/x"
            case 7: wrong.body = Array("other".utf8)
            default: wrong.shift = 301
            }
            let answer = try await wallet.call(method, url, json, wrong: wrong)
            #expect(answer.code == (mistake == 8 ? "clock_skew" : "invalid_proof"), "\(method) \(url): \(answer.text)")
        }
        #expect(try await server.rows("SELECT id FROM wallet_instances WHERE signing IS NOT NULL").count == 2)
    }

    @Test("an instance changes itself alone")
    func others() async throws {
        let server = try await WalletServer()
        let (wallet, other) = (try await TestWallet.registered(server, seed: 1), try await TestWallet.registered(server, seed: 2))
        let change = InstanceReachChange(revision: 1, reach: .push(.builtIn))
        #expect(try await wallet.call(.patch, server.service.instance(other.id), change.json).code == "not_found")
        #expect(try await wallet.call(.delete, server.service.instance(other.id)).code == "not_found")
        #expect(try await other.mailbox().items.isEmpty)
    }

    @Test("a change names the revision that it has seen")
    func revisions() async throws {
        let server = try await WalletServer()
        let wallet = try await TestWallet.registered(server, seed: 1)
        func change(_ revision: Int) async throws -> WalletServer.WalletAnswer {
            try await wallet.call(
                .patch, server.service.instance(wallet.id), InstanceReachChange(revision: revision, reach: .push(.builtIn)).json)
        }
        #expect(try await change(1).json["revision"] == 2)
        #expect(try await change(1).code == "conflict")
        #expect(try await change(2).json["revision"] == 3)
    }

    @Test("new keys count at once, each key is in the log, and a nonce is good once")
    func rotation() async throws {
        let server = try await WalletServer()
        let wallet = try await TestWallet.registered(server, seed: 1)
        let other = try await TestWallet.registered(server, seed: 2)
        let (first, nonce) = (wallet.signing, try await wallet.nonce())
        server.time.advance(by: 60)
        #expect(try await wallet.rotate(nonce: nonce).status == 204)
        #expect(try await wallet.rotate(nonce: nonce).code == "replayed")
        #expect(try await wallet.call(.get, server.service.mailbox, wrong: TestWallet.Wrong(signedBy: first)).code == "invalid_proof")
        let keys = try InstanceKeys(json: try await other.keys(of: wallet.id).json)
        #expect(keys.signing.map(\.key) == [wallet.signing.publicKey, first.publicKey] && keys.agreement == wallet.agreement.publicKey)
        #expect(keys.signing[1].ended == keys.signing[0].started)
        let policy = try await server.configuration().log.policy
        try keys.verify(policy: policy, at: server.time.now)
        // Another's statement is no rotation of the caller's.
        let nonceOfOther = try await other.nonce()
        #expect(try await wallet.rotate(nonce: nonceOfOther).code == "replayed")
    }

    @Test("keys of an unknown instance and of an erased one are not found, alike, and a network is limited")
    func unknown() async throws {
        let server = try await WalletServer(bounds: { $0.keptRequestsPerAddressAndMinute = 6 })
        let (asker, gone) = (try await TestWallet.registered(server, seed: 1), try await TestWallet.registered(server, seed: 2))
        #expect(try await gone.call(.delete, server.service.instance(gone.id)).status == 204)
        let (erased, never) = (try await asker.keys(of: gone.id), try await asker.keys(of: asker.random.uuid()))
        #expect(erased.status == 404 && erased.body == never.body)
        for _ in 0..<58 { _ = try await asker.keys(of: asker.id) }
        #expect(try await asker.keys(of: asker.id).code == "rate_limited")
        #expect(try await asker.keys(of: asker.random.uuid()).code == "rate_limited")
    }

    @Test("erasing an instance leaves neither keys nor mail nor requests; the log keeps a thumbprint")
    func erasure() async throws {
        let files = MemoryFileStore()
        let server = try await WalletServer(files: files)
        let (wallet, sender) = (try await TestWallet.registered(server, seed: 1), try await TestWallet.registered(server, seed: 2))
        #expect(try await sender.post([1, 2, 3], to: wallet.id).status == 202)
        let keeping = RequestKeeping(
            request: SharedRequest(instance: wallet.id, challenge: sender.id), expires: server.time.now + 60)
        #expect(try await wallet.call(.post, server.service.requests, keeping.json).status == 201)
        #expect(files.names().count == 1)
        #expect(try await wallet.call(.delete, server.service.instance(wallet.id)).status == 204)
        #expect(files.names().isEmpty)
        for table: SQL in [
            "SELECT 1 FROM wallet_envelopes", "SELECT 1 FROM wallet_requests",
            "SELECT 1 FROM wallet_keys WHERE instance <> (SELECT id FROM wallet_instances WHERE signing IS NOT NULL)",
            "SELECT 1 FROM wallet_counts WHERE instance <> (SELECT id FROM wallet_instances WHERE signing IS NOT NULL)",
        ] { #expect(try await server.rows(table).isEmpty) }
        let bundle = try await server.send(.get, server.service.tile("tile/entries/000.p/2"))
        #expect(bundle.status == 404)
        _ = try await server.send(.get, server.service.checkpoint)
        let entries = try EntryBundle.decode(try await server.send(.get, server.service.tile("tile/entries/000.p/2")).body, width: 2)
        #expect(String(own: entries[0]).contains(wallet.signing.thumbprintText))
    }

    @Test("without the setting there are no wallets, and a realm is named by its id or its name")
    func setting() async throws {
        let server = try await WalletServer { $0.wallets = false }
        #expect(try await TestWallet(server, seed: 1).register().code == "not_found")
        #expect(try await server.send(.get, server.service.configuration).status == 404)
        var realm = server.realm
        realm.settings[WalletSettings.self].wallets = true
        try await server.domain.directory.realms.update(realm)
        #expect(try await server.send(.get, server.service.configuration).status == 200)
        #expect(try await server.send(.get, "\(WalletServer.address)/wallets/alpha/v1/distributedid/configuration").status == 200)
        for other in ["root", "beta", "ALPHA"] {
            #expect(try await server.send(.get, "\(WalletServer.address)/wallets/\(other)/v1/distributedid/configuration").status == 404)
        }
    }
}
