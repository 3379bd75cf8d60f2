package import DeviceFoundation
import Foundation
import JOSE
package import Primitives
package import RiskSignals
import Synchronization

/// A server in memory that takes signals as docs/risk.md says: it opens and verifies what it takes.
package final class PretendRiskServer: HTTPTransport {
    /// What it knows; tests may change it between calls.
    package struct State: Sendable {
        package var payloads: [SignalPayload] = []
        package var registrations: [InstanceRegistration] = []
        package var requests: [HTTPRequest] = []
        package var words: [String] = []
        package var lifetime = SignalLimits.tokenLifetime
        package var isDown = false
        /// Refuses the next batches, once each.
        package var refusals: [RiskError] = []
        var tokens: Set<String> = []
        var windows: [String: SequenceWindow] = [:]
        /// The thumbprints of the instances' keys for sealing.
        var sealers: [String: String] = [:]
    }

    package static let issuer = SignalsIssuer(base: "https://risk.example.com/am", environment: "env-1")

    private let time: any TimeSource
    private let key: JWK
    private let opening: OpeningKey
    private let state = Mutex(State())

    package init(time: any TimeSource) throws {
        self.time = time
        key = try JWK.generate(.p256, random: SeededRandom(seed: 41))
        opening = try OpeningKey(key, algorithm: .ecdhES, encryptions: [.a256GCM])
    }

    package func change(_ edit: (inout State) -> Void) { state.withLock { edit(&$0) } }
    package var now: State { state.withLock { $0 } }
    /// The events of all payloads, in the order in which they came.
    package var events: [SignalEvent] { now.payloads.flatMap(\.events) }

    package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        state.withLock { $0.requests.append(request) }
        if now.isDown { throw TransportError(.cannotConnect, "down") }
        do {
            let answer = try answer(request)
            return HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: answer.encoded)
        } catch {
            return HTTPResponse(status: error.status, headers: ["Content-Type": "application/json"], body: error.json.encoded)
        }
    }

    package func stream(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
        throw TransportError(.cannotConnect, "there are no streams")
    }

    /// Opens the text of an SDK's data.
    package func open(_ text: String, for issuer: SignalsIssuer) throws(RiskError) -> SignalPayload {
        let opened = try SignalEnvelope.open(text, with: opening, issuer: issuer, at: time.now)
        guard now.sealers[opened.payload.instance] == opened.sealingThumbprint else {
            throw RiskError(.wrongKey, "another key has sealed it")
        }
        return opened.payload
    }

    private func answer(_ request: HTTPRequest) throws(RiskError) -> JSONValue {
        let path = request.url.path()
        guard let issuer = Self.issuer(of: request.url) else { throw RiskError(.malformed, "no such path") }
        return path.hasSuffix("/instances") ? try register(request, issuer) : try take(request, issuer)
    }

    private func register(_ request: HTTPRequest, _ issuer: SignalsIssuer) throws(RiskError) -> JSONValue {
        guard let json = try? JSONValue(parsing: request.body) else { throw RiskError(.malformed, "no JSON") }
        let registration = try InstanceRegistration(json: json, issuer: issuer, at: time.now)
        let (count, words, lifetime) = state.withLock { state in
            state.registrations.append(registration)
            state.sealers[registration.instance] = registration.sealingThumbprint
            state.tokens.insert("token-\(state.registrations.count)")
            return (state.registrations.count, state.words, state.lifetime)
        }
        guard let open = key.publicKey else { throw RiskError(.server, "no key") }
        return InstanceGrant(
            instance: registration.instance, token: Secret("token-\(count)"), lifetime: lifetime, key: open, words: words
        ).json
    }

    private func take(_ request: HTTPRequest, _ issuer: SignalsIssuer) throws(RiskError) -> JSONValue {
        let refusal = state.withLock { $0.refusals.isEmpty ? nil : $0.refusals.removeFirst() }
        if let refusal { throw refusal }
        let token = request.headers["Authorization"]?.dropFirst("Bearer ".count)
        guard let token, now.tokens.contains(String(token)) else { throw RiskError(.unknownInstance, "no such token") }
        let payload = try open(String(decoding: request.body, as: UTF8.self), for: issuer)
        let verdict = state.withLock { $0.windows[payload.instance, default: SequenceWindow()].take(payload.number) }
        guard verdict == .accepted else { throw RiskError(.replayed, "seen before") }
        state.withLock { $0.payloads.append(payload) }
        return IngestReceipt(number: payload.number, accepted: payload.events.count).json
    }

    private static func issuer(of url: URL) -> SignalsIssuer? {
        let parts = url.absoluteString.components(separatedBy: "/signals/v1/")
        guard parts.count == 2 else { return nil }
        return SignalsIssuer(base: parts[0], environment: String(parts[1].prefix { $0 != "/" }))
    }
}
