package import AuthenticatorMessages
package import DeviceFoundation
package import Foundation
import OneTimePassword
package import Primitives
import Synchronization

/// The push endpoint of an access-management server, as strict as it may be: it plays the server's half with the kernel's messages.
package final class PushServer: HTTPTransport {
    package static let base = "https://id.example/am/json/realms/alpha/push/sns/message"

    /// What the server knows of a mechanism.
    package struct Known: Sendable {
        package var secret: Secret
        package var device: PushDevice
    }

    private struct State {
        var codes: [String: (secret: Secret, challenge: [UInt8])] = [:]
        package var known: [String: Known] = [:]
        var sent: [String: (mechanism: String, challenge: [UInt8])] = [:]
        var answers: [String: PushAnswer] = [:]
        var requests: [HTTPRequest] = []
        var failure: TransportError?
        var stream: [PushDelivery] = []
    }

    private let state = Mutex(State())
    private let random = SeededRandom(seed: 99)

    package init() {}

    package var known: [String: Known] { state.withLock { $0.known } }
    package var answers: [String: PushAnswer] { state.withLock { $0.answers } }
    package var requests: [HTTPRequest] { state.withLock { $0.requests } }

    /// The network fails from now on, or works again.
    package func fail(_ error: TransportError?) { state.withLock { $0.failure = error } }

    /// A code to scan.
    package func code(
        issuer: String = "Example", account: String = "ada", withPassword: Bool = false, policies: String? = nil
    ) throws -> String {
        let (secret, challenge) = (Secret(bytes: random.bytes(32)), random.bytes(32))
        let id = PushMessageID(.register, at: Date(timeIntervalSince1970: 1_763_700_000), random: random).description
        state.withLock { $0.codes[id] = (secret, challenge) }
        var uri = AuthenticatorURI(
            issuer: issuer, account: account,
            push: .init(
                registrationURL: Self.base + "?_action=register", authenticationURL: Self.base + "?_action=authenticate", secret: secret,
                challenge: challenge, messageID: id, loadBalancerCookie: "amlbcookie=01", deviceID: "device-7"))
        if withPassword { uri.password = .init(.totp(period: 30), secret: Secret("12345678901234567890")) }
        uri.policies = policies
        return try uri.text()
    }

    /// A push for the only mechanism, as Google's service would hand it over.
    package func push(
        _ kind: PushRequest.Kind = .plain, numbers: [String] = [], lifetime: Int = 120, at created: Date, userID: String? = nil
    ) throws -> JSONObject {
        let (mechanism, known) = try state.withLock { state in
            guard let first = state.known.first else { throw TransportError(.interrupted, "nobody has registered") }
            return first
        }
        let challenge = random.bytes(32)
        let request = PushRequest(
            mechanismID: mechanism, challenge: challenge, lifetime: lifetime, created: created, message: "Sign in?", kind: kind,
            numbers: numbers, context: PushContext(address: "203.0.113.7").text, userID: userID)
        let id = PushMessageID(.authenticate, at: created, random: random).description
        state.withLock { $0.sent[id] = (mechanism, challenge) }
        return PushDelivery(messageID: id, token: try request.signed(with: known.secret)).data
    }

    /// What its own push service has for whoever listens.
    package func queue(_ delivered: JSONObject) { state.withLock { $0.stream += [PushDelivery(delivered: delivered)].compactMap(\.self) } }

    package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let failure = state.withLock { state in
            state.requests.append(request)
            return state.failure
        }
        if let failure { throw failure }
        do {
            try answer(request)
            return HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: Array("{}".utf8))
        } catch { return HTTPResponse(status: 400, body: PushEndpoint.failure.encoded) }
    }

    package func stream(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
        let response = try await send(request)
        let events = state.withLock { state in
            defer { state.stream = [] }
            return state.stream
        }
        let body = AsyncThrowingStream<[UInt8], any Error> { stream in
            for (index, event) in events.enumerated() {
                stream.yield(Array("id: \(index + 1)\nevent: push\ndata: \(JSONValue.object(event.data).text)\n\n".utf8))
            }
            if response.status != 200 || events.isEmpty { stream.finish() }
        }
        return HTTPStream(status: response.status, headers: response.headers, body: body)
    }

    private struct Refusal: Error {}

    private func answer(_ request: HTTPRequest) throws {
        guard request.method == .post, request.headers["Accept-API-Version"] == PushEndpoint.acceptAPIVersion,
            request.headers["Content-Type"] == "application/json"
        else { throw Refusal() }
        let json = try JSONValue(parsing: request.body)
        switch request.url.query() ?? "" {
        case "_action=register": try register(MessageBody(json: json))
        case "_action=authenticate": try authenticate(MessageBody(json: json))
        case "_action=refresh":
            let body = try MechanismBody(json: json)
            guard let known = known[body.mechanismID] else { throw Refusal() }
            let update = try DeviceTokenUpdate(verifying: body, with: known.secret)
            state.withLock { $0.known[body.mechanismID]?.device = update.device }
        case "_action=listen":
            let body = try MechanismBody(json: json)
            guard let known = known[body.mechanismID] else { throw Refusal() }
            _ = try PushListening(verifying: body, with: known.secret, at: ManualTime().now)
        default: throw Refusal()
        }
    }

    private func register(_ body: MessageBody) throws {
        try state.withLock { state in
            guard let code = state.codes.removeValue(forKey: body.messageID) else { throw Refusal() }
            let registration = try PushRegistration(verifying: body.token, with: code.secret)
            guard registration.response == ChallengeResponse(to: code.challenge, with: code.secret) else { throw Refusal() }
            state.known[registration.mechanismID] = Known(secret: code.secret, device: registration.device)
        }
    }

    private func authenticate(_ body: MessageBody) throws {
        try state.withLock { state in
            guard let sent = state.sent[body.messageID], state.answers[body.messageID] == nil, let known = state.known[sent.mechanism]
            else {
                throw Refusal()
            }
            let answer = try PushAnswer(verifying: body.token, with: known.secret)
            guard answer.response == ChallengeResponse(to: sent.challenge, with: known.secret) else { throw Refusal() }
            state.answers[body.messageID] = answer
        }
    }
}
