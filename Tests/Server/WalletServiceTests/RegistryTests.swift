import Services
import Directory
import HTTPTypes
import DeviceMessages
import Foundation
import JOSE
import Primitives
import Store
import Testing
import TransparencyLog
import VerifiableClaims
import WalletMessages
import Wallets

@Suite("The registry of claims", .timeLimit(.minutes(5)))
struct RegistryTests {
    private static let hash = Base64URL.encode([UInt8](repeating: 7, count: 32))

    @Test("a registration comes with a proof that is checked without asking; the same again has the same entry")
    func register() async throws {
        let server = try await WalletServer()
        let (issuer, holder) = (try await TestWallet.registered(server, seed: 1), try await TestWallet.registered(server, seed: 2))
        let log = try await server.configuration().log
        let claim = try issuer.issue(to: holder, log: log.origin)
        let answer = try await issuer.register(claim.head.dataHash, at: claim.head.createDate)
        #expect(answer.status == 201)
        let logged = try LoggedEntry(json: answer.json)
        #expect(logged.entry == .claim(dataHash: claim.head.dataHash, issuer: issuer.id.text, at: claim.head.createDate))
        _ = try logged.verify(policy: log.policy, at: server.time.now)
        let again = try LoggedEntry(json: try await issuer.register(claim.head.dataHash, at: claim.head.createDate).json)
        #expect(again.index == logged.index)
        #expect(try await server.rows("SELECT 1 FROM registry_entries").count == 3)
        #expect(try await holder.register(claim.head.dataHash).code == "conflict")
    }

    @Test("an entry's time is the server's, but for five minutes", arguments: [-301.0, -300, 300, 301, -86_400])
    func backDated(shift: TimeInterval) async throws {
        let server = try await WalletServer()
        let issuer = try await TestWallet.registered(server, seed: 1)
        let time = Date(timeIntervalSince1970: Double(server.time.now.secondsSince1970) + shift)
        let answer = try await issuer.register(Self.hash, at: time)
        #expect(answer.status == (abs(time.timeIntervalSince(server.time.now)) <= 300 ? 201 : 403), "\(answer.text)")
        #expect(answer.status == 201 || answer.code == "policy")
    }

    @Test("an expiry is of a claim that the caller has registered, and by its key")
    func expiries() async throws {
        let server = try await WalletServer()
        let (issuer, holder) = (try await TestWallet.registered(server, seed: 1), try await TestWallet.registered(server, seed: 2))
        let log = try await server.configuration().log
        let head = try issuer.issue(to: holder, log: log.origin).head
        let now = server.time.now
        #expect(try await issuer.expire(head, at: now).code == "not_found")
        #expect(try await issuer.register(head.dataHash, at: head.createDate).status == 201)
        #expect(try await server.send(.get, server.service.status(of: head.dataHash)).json["expiries"] == [])
        // Another's key, and another instance with a statement of its own.
        #expect(try await issuer.expire(head, at: now, by: holder.signing).code == "invalid_proof")
        #expect(try await holder.expire(head, at: now).code == "invalid_proof")
        let own = try holder.issue(to: issuer, log: log.origin).head
        #expect(try await holder.expire(own, at: now).code == "not_found")
        let later = try LoggedEntry(json: try await issuer.expire(head, at: now + 600).json)
        let sooner = try LoggedEntry(json: try await issuer.expire(head, at: now + 60).json)
        #expect(try LoggedEntry(json: try await issuer.expire(head, at: now + 600).json).index == later.index)
        let status = try ClaimStatus(json: try await server.send(.get, server.service.status(of: head.dataHash)).json)
        #expect(status.expiries.map(\.index) == [later.index, sooner.index])
        #expect(status.expires == Date(timeIntervalSince1970: Double((now + 60).secondsSince1970)))
        for entry in [status.registration] + status.expiries {
            #expect(entry.proof.checkpoint == status.registration.proof.checkpoint)
            _ = try entry.verify(policy: log.policy, at: now)
        }
    }

    @Test("a statement that an earlier key of the issuer's has signed is taken, too")
    func rotated() async throws {
        let server = try await WalletServer()
        let issuer = try await TestWallet.registered(server, seed: 1)
        let head = try issuer.issue(to: issuer, log: try await server.configuration().log.origin).head
        #expect(try await issuer.register(head.dataHash, at: head.createDate).status == 201)
        let first = issuer.signing
        #expect(try await issuer.rotate().status == 204)
        #expect(try await issuer.expire(head, at: server.time.now, by: first).status == 201)
    }

    @Test("a claim has sixteen expiries, an instance so many entries in a day")
    func bounds() async throws {
        let server = try await WalletServer { $0.walletEntriesPerDay = 18 }
        let issuer = try await TestWallet.registered(server, seed: 1)
        let head = try issuer.issue(to: issuer, log: try await server.configuration().log.origin).head
        #expect(try await issuer.register(head.dataHash, at: head.createDate).status == 201)
        for number in 0..<16 { #expect(try await issuer.expire(head, at: server.time.now + Double(number)).status == 201) }
        #expect(try await issuer.expire(head, at: server.time.now + 100).code == "full")
        #expect(try await issuer.register(Self.hash).status == 201)
        #expect(try await issuer.register(Base64URL.encode([UInt8](repeating: 8, count: 32))).code == "rate_limited")
        #expect(try await issuer.register(Self.hash).status == 201)
        #expect(try await issuer.rotate().code == "rate_limited")
        server.time.advance(by: 86_400)
        #expect(try await issuer.rotate().status == 204)
    }

    @Test("of many registrations at once each has a good proof, and the log no gap")
    func concurrent() async throws {
        let server = try await WalletServer()
        let issuer = try await TestWallet.registered(server, seed: 1)
        let now = server.time.now
        let requests = try (0..<40).map { number in
            let hash = Base64URL.encode([UInt8](repeating: UInt8(number), count: 32))
            return try issuer.prepared(.post, server.service.entries, LogRegistration.claim(dataHash: hash, issuedAt: now).json)
        }
        let logged = try await withThrowingTaskGroup(of: LoggedEntry.self) { group in
            for request in requests {
                group.addTask {
                    let answer = try await server.send(request)
                    #expect(answer.status == 201, "\(answer.text)")
                    return try LoggedEntry(json: answer.json)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let policy = try await server.configuration().log.policy
        for entry in logged { _ = try entry.verify(policy: policy, at: now) }
        #expect(logged.map(\.index).sorted() == Array(1...40))
    }

    @Test("tiles alone make the log's root and every proof, and there are none beyond the checkpoint", arguments: [1, 255, 256, 257, 600])
    func tiles(count: Int) async throws {
        let server = try await WalletServer()
        _ = try await server.configuration()
        let (realm, now) = (server.realm.id, server.time.now)
        try await server.database.write { transaction in
            for number in 0..<count {
                let entry = RegistryEntry.key(thumbprint: Self.hash, issuer: "issuer \(number)", notBefore: now, at: now)
                _ = try Registry.append(entry, realm: realm, in: transaction)
            }
        }
        let policy = try await server.configuration().log.policy
        let verified = try policy.verify(try await server.send(.get, server.service.checkpoint).body, at: server.time.now)
        #expect(verified.checkpoint.size == count)
        var (tiles, entries) = (TileHashes(), [[UInt8]]())
        for address in TileAddress.all(for: count) {
            let answer = try await server.send(.get, server.service.tile(address.path))
            #expect(answer.status == 200 && answer.headers[.cacheControl] == "public, max-age=31536000, immutable")
            if address.content == .entries {
                entries += try EntryBundle.decode(answer.body, width: address.width)
            } else {
                try tiles.add(answer.body, at: address)
            }
        }
        let tree = LogTree(size: count, reader: tiles)
        #expect(try tree.root() == verified.checkpoint.root)
        for index in [0, count / 2, count - 1] {
            try tree.inclusionProof(of: index).verify(leaf: .leaf(entries[index]), root: verified.checkpoint.root)
        }
        for beyond in ["tile/0/003", "tile/2/000", "tile/0/000.p/0", "tile/0/0", "tile/entries/999", "tile/x/000", "tile/8/000"] {
            #expect(try await server.send(.get, server.service.tile(beyond)).status == 404, "\(beyond)")
        }
        let next = count % 256 + 1
        let wider = "tile/0/\(String(format: "%03d", count / 256))" + (next == 256 ? "" : ".p/\(next)")
        #expect(try await server.send(.get, server.service.tile(wider)).status == 404)
    }

    @Test("an unknown claim's status is not found")
    func unknownStatus() async throws {
        let server = try await WalletServer()
        #expect(try await server.send(.get, server.service.status(of: Self.hash)).code == "not_found")
    }
}
