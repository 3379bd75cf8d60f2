package import DeviceFoundation
import DeviceMessages
package import Foundation
import JOSE
package import Primitives
import Synchronization
package import TransparencyLog
import VerifiableClaims
import WalletMessages

/// A wallets' server in memory, as far as clients can see. It checks every proof and stamp as the real one does, and can be made to lie.
package final class PretendRouter: HTTPTransport {
    package typealias Alteration = @Sendable (HTTPRequest, HTTPResponse) -> HTTPResponse

    struct Known: Sendable {
        struct Key: Sendable {
            var key: JWK
            var ended: Date?
            var index: Int
        }

        /// The current key first.
        var signing: [Key]
        var agreement: JWK
        var revision = 0
        var reach: JSONValue?
        var nonces: Set<String> = []
    }

    struct Mail: Sendable {
        var id: UUID
        var bytes: [UInt8]
        var stamps: [String]
    }

    struct State: Sendable {
        var instances: [UUID: Known] = [:]
        var mail: [UUID: [Mail]] = [:]
        var kept: [UUID: (request: JSONValue, expires: Date)] = [:]
        var tree = MemoryTree()
        var entries: [[UInt8]] = []
        var owners: [String: (issuer: UUID, index: Int)] = [:]
        var expiries: [String: [Int]] = [:]
        var spent: [String: UUID] = [:]
        var stampsLeft: [UUID: Int] = [:]
        var alteration: Alteration?
        var isDown = false
        var count = 0
        var seen: [HTTPRequest] = []
    }

    package let service: String
    package let origin = "id.example.com/wallets/alpha"
    package let time: any TimeSource
    package let logSigner: NoteSigner
    package let witness: NoteSigner
    let stampSigner: StampSigner
    let state = Mutex(State())

    private static let stampKey = Result { try StampSigner.generate() }

    package init(time: any TimeSource) throws {
        self.time = time
        service = "https://id.example.com/wallets/0f3c1b7e-5a6d-4c8e-9f21-3b4c5d6e7f80/v1/distributedid"
        logSigner = try NoteSigner(name: origin, kind: .ed25519, seed: Secret(bytes: [UInt8](repeating: 7, count: 32)))
        witness = try NoteSigner(name: "w.example.org", kind: .cosignature, seed: Secret(bytes: [UInt8](repeating: 8, count: 32)))
        stampSigner = try Self.stampKey.get()
    }

    /// The address of the documented SDK.
    package var pingBaseURL: String { String(service.dropLast("distributedid".utf8.count)) }
    /// All requests, in order.
    package var requests: [HTTPRequest] { state.withLock { $0.seen } }
    /// The number of entries in the log.
    package var logSize: Int { state.withLock { $0.tree.size } }
    /// The entries of the log.
    package var entries: [[UInt8]] { state.withLock { $0.entries } }

    /// Changes answers from now on; nil gives them as they are.
    package func alter(_ alteration: Alteration?) { state.withLock { $0.alteration = alteration } }
    /// Makes the server unreachable, or reachable again.
    package func setDown(_ isDown: Bool) { state.withLock { $0.isDown = isDown } }
    /// The number of stamps that an instance still gets.
    package func setStamps(_ count: Int, for instance: UUID) { state.withLock { $0.stampsLeft[instance] = count } }
    /// The envelopes that wait for a party, as the server has them.
    package func mailbox(of party: UUID) -> [[UInt8]] { state.withLock { $0.mail[party, default: []].map(\.bytes) } }

    /// Puts the same envelopes into a mailbox again, under new ids, the last one first.
    package func repeatMail(of party: UUID) {
        state.withLock { state in
            let again = state.mail[party, default: []].reversed().map { Mail(id: UUID(), bytes: $0.bytes, stamps: []) }
            state.mail[party, default: []] += again
        }
    }

    /// Replaces the envelopes that wait for a party.
    package func replaceMail(of party: UUID, by bytes: [[UInt8]]) {
        state.withLock { $0.mail[party] = bytes.map { Mail(id: UUID(), bytes: $0, stamps: []) } }
    }

    /// Makes the log forget its newest entries, as if they had never been.
    package func rewind(to size: Int) throws {
        state.withLock { state in
            let entries = Array(state.entries.prefix(size))
            state.tree = MemoryTree()
            for entry in entries { state.tree.append(.leaf(entry)) }
            state.entries = entries
        }
    }

    /// Appends entries that no party has asked for.
    package func append(_ entries: [[UInt8]]) {
        state.withLock { state in
            for entry in entries {
                state.tree.append(.leaf(entry))
                state.entries.append(entry)
            }
        }
    }

    /// Replaces an entry of the log, and so every root after it.
    package func fork(at index: Int, entry: [UInt8]) {
        state.withLock { state in
            state.entries[index] = entry
            state.tree = MemoryTree()
            for entry in state.entries { state.tree.append(.leaf(entry)) }
        }
    }

    package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let (answer, alteration): (HTTPResponse?, Alteration?) = state.withLock { state in
            state.seen.append(request)
            guard !state.isDown else { return (nil, nil) }
            do { return (try self.answer(request, &state), state.alteration) } catch let error as DeviceError {
                return (HTTPResponse(status: error.status, body: error.json.encoded), state.alteration)
            } catch { return (HTTPResponse(status: 500), state.alteration) }
        }
        guard let answer else { throw TransportError(.cannotConnect, "the server is down") }
        guard answer.body.count <= request.responseLimit else { throw TransportError(.responseTooLarge, "too large") }
        return alteration?(request, answer) ?? answer
    }
}
