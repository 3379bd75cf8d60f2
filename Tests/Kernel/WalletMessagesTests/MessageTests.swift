import DeviceMessages
import Foundation
import JOSE
import Primitives
import Testing
import TransparencyLog
import VerifiableClaims
import WalletMessages

@Suite("Messages of wallets")
struct MessageTests {
    private let random = SeededRandom(seed: 9)
    private let now = Date(timeIntervalSince1970: 1_767_225_600)
    private let id: UUID
    private let (signing, agreement): (JWK, JWK)
    private let log: NoteSigner

    init() throws {
        id = random.uuid()
        signing = try #require(try JWK.generate(.p256, random: random).publicKey)
        agreement = try #require(try JWK.generate(.p256, random: random).publicKey)
        log = try NoteSigner(name: "id.example.com/wallets/alpha", kind: .ed25519, seed: Secret(bytes: random.bytes(32)))
    }

    /// Entries in a log of their own, each with its proof.
    private func logged(_ entries: [RegistryEntry]) throws -> [LoggedEntry] {
        var tree = MemoryTree()
        for entry in entries { tree.append(.leaf(entry.encoded)) }
        let whole = LogTree(size: tree.size, reader: tree)
        let checkpoint = try Checkpoint(origin: log.key.name, size: tree.size, root: try whole.root())
        var note = try checkpoint.note()
        note.signatures = [try log.sign(note.text, at: now)]
        return try entries.indices.map { index in
            LoggedEntry(
                entry: entries[index], proof: LogProof(index: index, path: try whole.inclusionProof(of: index).path, checkpoint: note))
        }
    }

    private func text(_ json: JSONValue) throws -> JSONValue { try JSONValue(parsing: json.text) }

    @Test("a registration comes back, with a push, a callback or neither")
    func registrations() throws {
        for reach in [nil, WalletReach.push(.builtIn), .callback("https://bank.example.com/mail")] {
            let made = WalletRegistration(id: id, signing: signing, agreement: agreement, osType: "iOS", reach: reach)
            #expect(try WalletRegistration(json: try text(made.json)) == made)
        }
    }

    @Test("a registration with one member wrong is malformed", arguments: 0..<8)
    func wrongRegistrations(place: Int) throws {
        let made = WalletRegistration(id: id, signing: signing, agreement: agreement, osType: "iOS", reach: .callback("https://a.example/"))
        var members = try #require(made.json.object)
        switch place {
        case 0: members["id"] = .string(id.text.uppercased())
        case 1: members["id"] = nil
        case 2: members["jwks"] = ["sig": JSONValue(signing)]
        case 3: members["jwks"] = ["sig": JSONValue(signing), "enc": JSONValue(signing)]
        case 4: members["push"] = PushAddress.builtIn.json
        case 5: members["callback"] = "https://a.example/ b"
        case 6: members["callback"] = .string("https://a.example/" + String(repeating: "a", count: 2048))
        default: members["osType"] = 7
        }
        #expect(throws: DeviceError(.malformed, "")) { try WalletRegistration(json: .object(members)) }
    }

    @Test("an instance's keys are verified by the log: another key, instance or proof is noticed")
    func keys() throws {
        let entries = try logged([
            .key(thumbprint: agreement.thumbprintText, issuer: id.text, notBefore: now, at: now),
            .key(thumbprint: signing.thumbprintText, issuer: id.text, notBefore: now + 60, at: now + 60),
            .key(thumbprint: signing.thumbprintText, issuer: random.uuid().text, notBefore: now, at: now),
        ])
        let policy = LogDescription(origin: log.key.name, keys: [log.key]).policy
        func keys(_ current: (JWK, LoggedEntry)) -> InstanceKeys {
            InstanceKeys(
                id: id,
                signing: [
                    InstanceKeys.Signing(key: current.0, ended: nil, logged: current.1),
                    InstanceKeys.Signing(key: agreement, ended: now + 60, logged: entries[0]),
                ], agreement: agreement)
        }
        let good = keys((signing, entries[1]))
        let read = try InstanceKeys(json: try text(good.json))
        #expect(read == good && read.current == signing && read.signing[0].started == now + 60)
        try read.verify(policy: policy, at: now + 60)
        #expect(throws: TransparencyError(.wrongInclusion, "")) { try keys((agreement, entries[1])).verify(policy: policy, at: now) }
        #expect(throws: TransparencyError(.wrongInclusion, "")) { try keys((signing, entries[2])).verify(policy: policy, at: now) }
        var moved = entries[1]
        moved.proof.path = entries[0].proof.path
        #expect(throws: TransparencyError(.wrongInclusion, "")) { try keys((signing, moved)).verify(policy: policy, at: now) }
    }

    @Test("lists of keys without a current one, or with two, are malformed")
    func wrongKeys() throws {
        let entry = try logged([.key(thumbprint: signing.thumbprintText, issuer: id.text, notBefore: now, at: now)])[0]
        let current = InstanceKeys.Signing(key: signing, ended: nil, logged: entry)
        let earlier = InstanceKeys.Signing(key: signing, ended: now, logged: entry)
        for list in [[], [earlier], [current, current]] {
            let keys = InstanceKeys(id: id, signing: list, agreement: agreement)
            #expect(throws: DeviceError(.malformed, "")) { try InstanceKeys(json: try text(keys.json)) }
        }
    }

    @Test("a claim's status is of one claim, and says the earliest end")
    func status() throws {
        let (hash, other) = (Base64URL.encode(random.bytes(32)), Base64URL.encode(random.bytes(32)))
        let entries = try logged([
            .claim(dataHash: hash, issuer: id.text, at: now),
            .expiry(dataHash: hash, issuer: id.text, expires: now + 600, at: now),
            .expiry(dataHash: hash, issuer: id.text, expires: now + 60, at: now + 5),
            .expiry(dataHash: other, issuer: id.text, expires: now, at: now),
            .expiry(dataHash: hash, issuer: random.uuid().text, expires: now, at: now),
        ])
        let status = ClaimStatus(registration: entries[0], expiries: [entries[1], entries[2]])
        let read = try ClaimStatus(json: try text(status.json))
        #expect(read == status && read.expires == now + 60 && ClaimStatus(registration: entries[0]).expires == nil)
        for wrong in [
            ClaimStatus(registration: entries[1]), ClaimStatus(registration: entries[0], expiries: [entries[3]]),
            ClaimStatus(registration: entries[0], expiries: [entries[4]]), ClaimStatus(registration: entries[0], expiries: [entries[0]]),
        ] { #expect(throws: DeviceError(.malformed, "")) { try ClaimStatus(json: try text(wrong.json)) } }
    }

    @Test("an entry is read with its own index alone")
    func entries() throws {
        let entry = try logged([.claim(dataHash: Base64URL.encode(random.bytes(32)), issuer: id.text, at: now)])[0]
        #expect(try LoggedEntry(json: try text(entry.json)) == entry)
        for (name, value) in [("index", JSONValue.integer(1)), ("entry", "{}"), ("proof", "c2sp.org/tlog-proof@v1\n"), ("proof", .null)] {
            var members = try #require(entry.json.object)
            members[name] = value
            #expect(throws: DeviceError(.malformed, ""), "\(name)") { try LoggedEntry(json: .object(members)) }
        }
    }

    @Test("the documented request comes back, and another action is none")
    func requests() throws {
        let request = SharedRequest(instance: id, challenge: random.uuid(), message: "For your account", keys: ["Bank Card->accountNumber"])
        #expect(try SharedRequest(json: try text(request.json)) == request)
        #expect(request.json["shocard"]?["action"]?.string == "request_share")
        let kept = RequestKeeping(request: SharedRequest(instance: id, challenge: id), expires: now)
        #expect(try RequestKeeping(json: try text(kept.json)) == kept)
        var members = try #require(request.json["shocard"]?.object)
        members["action"] = "pay"
        #expect(throws: DeviceError(.malformed, "")) { try SharedRequest(json: ["shocard": .object(members)]) }
    }

    @Test("a registration in the log is of a hash or a statement, and of one alone")
    func registrationsInTheLog() throws {
        let hash = Base64URL.encode(random.bytes(32))
        for made in [LogRegistration.claim(dataHash: hash, issuedAt: now), .expiry(statement: "a.b.c")] {
            #expect(try LogRegistration(json: try text(made.json)) == made)
        }
        for wrong: JSONValue in [
            [:], ["dataHash": .string(hash)], ["dataHash": "AAAA", "iat": 1], ["dataHash": .string(hash), "iat": 1, "statement": "a"],
            ["statement": ""],
        ] { #expect(throws: DeviceError(.malformed, "")) { try LogRegistration(json: wrong) } }
    }

    @Test("addresses are below the base that an app names")
    func addresses() {
        let service = WalletService(pingBaseURL: "https://id.example.com/wallets/alpha/v1/")
        #expect(service == WalletService(pingBaseURL: "https://id.example.com/wallets/alpha/v1"))
        #expect(service.base == "https://id.example.com/wallets/alpha/v1/distributedid")
        #expect(service.envelope(id, to: id) == "\(service)/mailboxes/\(id.text)/envelopes/\(id.text)")
        #expect(service.tile("tile/0/000") == "\(service)/log/tile/0/000")
    }
}
