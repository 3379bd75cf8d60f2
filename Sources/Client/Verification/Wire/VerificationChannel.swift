import DeviceFoundation
import DeviceMessages
import Foundation
import JOSE
import Primitives
import VerificationMessages

/// Sends an app's calls with their proofs (`docs/protocols/verify.md` 3).
struct VerificationChannel: Sendable {
    /// The longest answer: a report with four claims.
    private static let longestAnswer = 1 << 20
    /// The number of seconds by which this device's clock may be off for checks to follow the server's.
    private static let mostBelieved: TimeInterval = 3600

    private let device: Device
    private let keys: VerificationKeyRing
    private let book: VerificationBook
    let journal: Journal

    init(_ device: Device, keys: VerificationKeyRing, book: VerificationBook) {
        self.device = device
        self.keys = keys
        self.book = book
        journal = Journal("Verification", log: device.log, time: device.time)
    }

    /// Calls the server with a proof; a wrong clock is put right and the call made once more.
    /// - Parameter introduces: whether the proof has the key itself, for the start.
    func call(
        _ method: HTTPMethod, _ url: String, as pair: KeyPairNames, introduces: Bool = false, body: JSONValue? = nil
    ) async throws(VerificationError) -> HTTPResponse {
        let body = body?.encoded ?? []
        do { return try await attempt(method, url, pair, introduces, body) } catch {
            guard let serverTime = (error.underlying as? DeviceError)?.serverTime else { throw error }
            journal.note(.warning, "this device's clock differs from the server's; the difference is kept")
            try await learn(serverTime)
        }
        return try await attempt(method, url, pair, introduces, body)
    }

    /// Uploads a sealed image, by the transaction's token.
    func upload(_ sealed: [UInt8], to url: String, token: Secret) async throws(VerificationError) {
        var request = try request(.put, url, body: sealed)
        request.headers["Content-Type"] = "application/octet-stream"
        request.headers[Self.tokenField] = token.reveal()
        _ = try await answer(request)
    }

    /// The time as the server has it, for what is sent to it.
    func now() async throws(VerificationError) -> Date {
        device.time.now.addingTimeInterval(try await book.record(.clock)?["offset"]?.number ?? 0)
    }

    /// The time at which claims are checked: the server's, as far as that is within an hour of this device's.
    func checkingTime() async throws(VerificationError) -> Date {
        let own = device.time.now
        return own.addingTimeInterval(min(max(try await now().timeIntervalSince(own), -Self.mostBelieved), Self.mostBelieved))
    }

    /// Learns the server's time. Small differences are those of the network.
    func learn(_ serverTime: Date) async throws(VerificationError) {
        let offset = serverTime.timeIntervalSince(device.time.now).rounded()
        if abs(offset) > 5 { try await book.write(["offset": .number(offset)], .clock) } else { try await book.delete(.clock) }
    }

    /// Reads an answer as a message.
    static func read<Message>(
        _ response: HTTPResponse, _ message: (JSONValue) throws(DeviceError) -> Message
    ) throws(VerificationError) -> Message {
        do { return try message(try JSONValue(body: response.body, limits: JSONLimits(bytes: longestAnswer))) } catch {
            throw VerificationError(.malformedAnswer, "the server's answer isn't what the protocol says: \(error)", underlying: error)
        }
    }

    private static let tokenField = "Verification-Token"

    private func attempt(
        _ method: HTTPMethod, _ url: String, _ pair: KeyPairNames, _ introduces: Bool, _ body: [UInt8]
    ) async throws(VerificationError) -> HTTPResponse {
        var request = try request(method, url, body: body)
        if !body.isEmpty { request.headers["Content-Type"] = "application/json" }
        for interceptor in device.interceptors { request = await interceptor.intercept(request, for: Self.action) }
        // After the interceptors, since it covers the body as it is sent.
        let proof = DeviceProof(
            installation: pair.thumbprint,
            key: introduces ? .embedded(try await keys.publicKey(pair.signing)) : .current(thumbprint: pair.thumbprint),
            method: request.method.rawValue, url: request.url.absoluteString, body: request.body, issuedAt: try await now(),
            id: device.random.token(16))
        request.headers[DeviceProof.field] = proof.text(signature: try await keys.sign(proof.signingInput, with: pair))
        return try await answer(request)
    }

    private static let action = RequestAction("VERIFICATION")

    private func request(_ method: HTTPMethod, _ url: String, body: [UInt8]) throws(VerificationError) -> HTTPRequest {
        guard let address = URL(string: url) else { throw VerificationError(.configuration, "\(url.prefix(200)) is no address") }
        return HTTPRequest(method, address, body: body, timeout: device.timeout, responseLimit: Self.longestAnswer)
    }

    private func answer(_ request: HTTPRequest) async throws(VerificationError) -> HTTPResponse {
        let response: HTTPResponse
        do { response = try await device.transport.send(request) } catch {
            journal.note(.error, "\(request.method.rawValue): \(error.code)")
            throw VerificationError(error)
        }
        journal.note(.network, "\(request.method.rawValue): status \(response.status)")
        guard response.isSuccess else { throw Self.failure(response) }
        return response
    }

    private static func failure(_ response: HTTPResponse) -> VerificationError {
        guard let json = try? JSONValue(body: response.body), let refusal = DeviceError(json: json) else {
            let code: VerificationError.Code = response.status == 429 ? .rateLimited : .server
            return VerificationError(code, "the server answered with status \(response.status)")
        }
        let code: VerificationError.Code =
            switch refusal.code {
            case .server: .server
            case .rateLimited: .rateLimited
            default: .refused(refusal.code)
            }
        return VerificationError(code, refusal.message, underlying: refusal)
    }
}
