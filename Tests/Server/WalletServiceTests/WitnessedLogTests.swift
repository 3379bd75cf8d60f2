import Services
import Directory
import HTTPTypes
import DeviceMessages
import Foundation
import Foundations
import Primitives
import Store
import Synchronization
import Testing
import TransparencyLog
import WalletMessages
import Wallets

@Suite("The log and its witnesses", .timeLimit(.minutes(5)))
struct WitnessedLogTests {
    /// A witness behind the server's requests, which keeps what it has seen.
    private final class Peer: Sendable {
        let signer: NoteSigner
        private let seen = Mutex<[String: Checkpoint]>([:])
        let time: ManualTime

        init(_ name: String, seed: UInt64, time: ManualTime) throws {
            signer = try NoteSigner(name: name, kind: .cosignature, seed: Secret(bytes: SeededRandom(seed: seed).bytes(32)))
            self.time = time
        }

        var setting: String { "https://\(signer.key.name) \(signer.key.text)" }
        var latest: Checkpoint? { seen.withLock { $0.values.first } }

        /// Forgets, or pretends to have seen something.
        func see(_ checkpoint: Checkpoint?) { seen.withLock { $0 = checkpoint.map { [$0.origin: $0] } ?? [:] } }

        func answer(_ request: OutboundRequest, logKeys: [NoteKey]) throws -> OutboundAnswer {
            let asked = try WitnessRequest(parsing: request.content ?? [])
            let origin = logKeys.first?.name ?? ""
            let witness = try Witness(signer: signer, logs: [origin: logKeys])
            return seen.withLock { seen in
                do throws(Witness.Refusal) {
                    let decision = try witness.decide(asked, latest: { seen[$0] }, at: time.now)
                    seen[origin] = decision.checkpoint
                    return OutboundAnswer(status: 200, body: String(decoding: NoteSignature.encoded([decision.cosignature]), as: UTF8.self))
                } catch {
                    return OutboundAnswer(status: error.status, body: error.latestSize.map { "\($0)\n" } ?? error.reason)
                }
            }
        }
    }

    /// A server whose log has two witnesses, of which so many must cosign.
    private func server(quorum: Int) async throws -> (WalletServer, [Peer]) {
        let time = ManualTime()
        let peers = [try Peer("one.example", seed: 11, time: time), try Peer("two.example", seed: 12, time: time)]
        let server = try await WalletServer(time: time) {
            $0.walletWitnesses = peers.map(\.setting)
            $0.walletWitnessQuorum = quorum
        }
        let keys = try await server.configuration().log.keys
        server.outside.answer { request in
            guard let peer = peers.first(where: { request.url == "https://\($0.signer.key.name)/add-checkpoint" }) else {
                return OutboundAnswer(status: 500, body: "")
            }
            return try peer.answer(request, logKeys: keys)
        }
        return (server, peers)
    }

    @Test("checkpoints and proofs carry the witnesses' cosignatures, which a client asks for")
    func cosigned() async throws {
        let (server, peers) = try await server(quorum: 2)
        let issuer = try await TestWallet.registered(server, seed: 1)
        let log = try await server.configuration().log
        #expect(log.quorum == 2 && log.witnesses == peers.map(\.signer.key))
        for byte: UInt8 in 1...3 {
            let logged = try LoggedEntry(json: try await issuer.register(Base64URL.encode([UInt8](repeating: byte, count: 32))).json)
            let verified = try logged.verify(policy: log.policy, at: server.time.now)
            #expect(verified.cosignatures.count == 2 && verified.checkpoint == peers[0].latest && verified.checkpoint == peers[1].latest)
        }
    }

    @Test("a witness that was away is told from where it is on, and one that is ahead is not talked back")
    func away() async throws {
        let (server, peers) = try await server(quorum: 1)
        let issuer = try await TestWallet.registered(server, seed: 1)
        #expect(try await issuer.register(Base64URL.encode([UInt8](repeating: 1, count: 32))).status == 201)
        peers[1].see(nil)
        let logged = try LoggedEntry(json: try await issuer.register(Base64URL.encode([UInt8](repeating: 2, count: 32))).json)
        let policy = try await server.configuration().log.policy
        #expect(try logged.verify(policy: policy, at: server.time.now).cosignatures.count == 2)
    }

    @Test("with too few witnesses nothing is given out, and the entry isn't lost")
    func tooFew() async throws {
        let (server, peers) = try await server(quorum: 2)
        let issuer = try await TestWallet.registered(server, seed: 1)
        let hash = Base64URL.encode([UInt8](repeating: 1, count: 32))
        // The log of a server that shows another history than it has shown this witness.
        let other = try Checkpoint(origin: try await server.configuration().log.origin, size: 2, root: .leaf([1]))
        peers[0].see(other)
        #expect(try await issuer.register(hash).code == "server_error")
        #expect(peers[0].latest == other)
        #expect(try await server.send(.get, server.service.checkpoint).code == "server_error")
        peers[0].see(nil)
        let logged = try LoggedEntry(json: try await issuer.register(hash).json)
        #expect(logged.index == 1)
        #expect(try await server.rows("SELECT 1 FROM registry_entries").count == 2)
    }

    @Test("settings of witnesses are a URL and a key of cosignatures, and the number needed is one that there can be")
    func settings() async throws {
        let peer = try Peer("one.example", seed: 11, time: ManualTime())
        let log = try NoteSigner(name: "log.example", kind: .ed25519, seed: Secret(bytes: SeededRandom(seed: 1).bytes(32)))
        for wrong in [
            "https://one.example", peer.signer.key.text, "http://one.example \(peer.signer.key.text)",
            "https://one.example \(log.key.text)", "https://one.example  \(peer.signer.key.text)",
        ] {
            var settings = WalletSettings()
            settings.walletWitnesses = [wrong]
            #expect(throws: DomainError(.invalid, ""), "\(wrong)") { try settings.check() }
        }
        var settings = WalletSettings()
        settings.walletWitnesses = [peer.setting, peer.setting]
        settings.walletWitnessQuorum = 1
        try settings.check()
        settings.walletWitnessQuorum = 2
        #expect(throws: DomainError(.invalid, "")) { try settings.check() }
    }
}
