import DeviceFoundation
import DeviceMessages
import Foundation
import JOSE
import Primitives
import WalletMessages

/// Sends an instance's calls with their proofs (`docs/protocols/claims.md` 4).
struct WalletChannel: Sendable {
    /// The longest answer that isn't an envelope, in bytes.
    private static let longestAnswer = 4 << 20
    /// The number of seconds by which this device's clock may be off for checks to follow the server's.
    private static let mostBelieved: TimeInterval = 3600

    let service: WalletService
    private let instance: UUID
    private let device: Device
    private let keys: WalletKeyRing
    private let book: WalletBook
    let journal: Journal

    /// The key that makes a proof.
    enum Signer {
        /// The key of these names, by its thumbprint.
        case current(KeyPairNames)
        /// The same with the key itself in the proof, for an instance that the server doesn't know.
        ///
        /// With an access token of a user's, the instance becomes that user's.
        case introduced(KeyPairNames, accessToken: Secret? = nil)

        var names: KeyPairNames {
            switch self {
            case .current(let names), .introduced(let names, _): names
            }
        }
    }

    init(_ address: String, instance: UUID, device: Device, keys: WalletKeyRing, book: WalletBook) throws(WalletError) {
        guard let url = URL(string: address), url.isWeb, url.query() == nil, url.fragment() == nil else {
            throw WalletError(.configuration, "the address of the wallet's server is no https or http URL; check the configuration")
        }
        service = WalletService(base: address.utf8.last == UInt8(ascii: "/") ? String(address.dropLast()) : address)
        self.instance = instance
        self.device = device
        self.keys = keys
        self.book = book
        journal = Journal("Wallet", log: device.log, time: device.time)
    }

    /// Calls the server with a proof; a wrong clock is put right and the call made once more.
    func call(
        _ method: HTTPMethod, _ url: String, as signer: Signer, body: JSONValue? = nil, limit: Int = longestAnswer
    ) async throws(WalletError) -> HTTPResponse {
        let body = body?.encoded ?? []
        do { return try await attempt(method, url, as: signer, body, limit) } catch {
            guard let serverTime = (error.underlying as? DeviceError)?.serverTime else { throw error }
            journal.note(.warning, "this device's clock differs from the server's; the difference is kept")
            try await learn(serverTime)
        }
        return try await attempt(method, url, as: signer, body, limit)
    }

    /// Calls the server without a proof.
    func open(
        _ method: HTTPMethod, _ url: String, headers: HTTPHeaders = [:], body: [UInt8] = []
    ) async throws(WalletError) -> HTTPResponse {
        var request = try request(method, url, body: body, limit: Self.longestAnswer)
        for field in headers.fields { request.headers.add(field.name, field.value) }
        return try await answer(request)
    }

    /// The time at which claims, proofs and mail are checked: the server's, as far as that is within an hour of this device's. So a server that
    /// lies about the time can't make good again what has expired.
    func checkingTime() async throws(WalletError) -> Date {
        let own = device.time.now
        return own.addingTimeInterval(min(max(try await now().timeIntervalSince(own), -Self.mostBelieved), Self.mostBelieved))
    }

    /// The time as the server has it, for what is sent to it.
    func now() async throws(WalletError) -> Date {
        device.time.now.addingTimeInterval(try await book.record(.clock)?["offset"]?.number ?? 0)
    }

    /// Learns the server's time. Small differences are those of the network.
    func learn(_ serverTime: Date) async throws(WalletError) {
        let offset = serverTime.timeIntervalSince(device.time.now).rounded()
        try await book.update(.clock) { record in record = abs(offset) > 5 ? ["offset": .number(offset)] : nil }
    }

    /// Reads an answer as a message.
    static func read<Message>(
        _ response: HTTPResponse, _ message: (JSONValue) throws(DeviceError) -> Message
    ) throws(WalletError) -> Message {
        do { return try message(try JSONValue(body: response.body, limits: JSONLimits(bytes: longestAnswer))) } catch {
            throw WalletError(.server, "the server's answer isn't what the protocol says: \(error)", underlying: error)
        }
    }

    private func attempt(
        _ method: HTTPMethod, _ url: String, as signer: Signer, _ body: [UInt8], _ limit: Int
    ) async throws(WalletError) -> HTTPResponse {
        try await answer(try await proved(try request(method, url, body: body, limit: limit), as: signer))
    }

    private func request(_ method: HTTPMethod, _ url: String, body: [UInt8], limit: Int) throws(WalletError) -> HTTPRequest {
        guard let address = URL(string: url) else { throw WalletError(.configuration, "\(url.prefix(200)) is no address") }
        var request = HTTPRequest(method, address, body: body, timeout: device.timeout, responseLimit: limit)
        if !body.isEmpty { request.headers["Content-Type"] = method == .put ? "application/jose" : "application/json" }
        return request
    }

    private func proved(_ request: HTTPRequest, as signer: Signer) async throws(WalletError) -> HTTPRequest {
        let url = request.url.absoluteString
        var request = request
        for interceptor in device.interceptors { request = await interceptor.intercept(request, for: RequestAction("WALLET")) }
        let key: DeviceProof.Key =
            switch signer {
            case .current(let names): .current(thumbprint: names.thumbprint)
            case .introduced(let names, _): .embedded(try await keys.publicKey(names.signing))
            }
        if case .introduced(_, let token?) = signer { request.headers["Authorization"] = "Bearer " + token.reveal() }
        // After the interceptors, since it covers the body as it is sent.
        let proof = DeviceProof(
            installation: instance.text, key: key, method: request.method.rawValue, url: url, body: request.body,
            issuedAt: try await now(), id: device.random.token(16))
        request.headers[DeviceProof.field] = proof.text(
            signature: try await keys.sign(proof.signingInput, with: signer.names.signing))
        return request
    }

    private func answer(_ request: HTTPRequest) async throws(WalletError) -> HTTPResponse {
        let response: HTTPResponse
        do { response = try await device.transport.send(request) } catch {
            journal.note(.error, "\(request.method.rawValue): \(error.code)")
            throw WalletError(error)
        }
        journal.note(.network, "\(request.method.rawValue): status \(response.status)")
        guard response.isSuccess else { throw Self.failure(response) }
        return response
    }

    private static func failure(_ response: HTTPResponse) -> WalletError {
        guard let json = try? JSONValue(body: response.body), let refusal = DeviceError(json: json) else {
            let code: WalletError.Code = response.status == 429 ? .rateLimited : .server
            return WalletError(code, "the server answered with status \(response.status)")
        }
        let code: WalletError.Code =
            switch refusal.code {
            case .server: .server
            case .rateLimited, .full: .rateLimited
            default: .refused(refusal.code)
            }
        return WalletError(code, refusal.message, underlying: refusal)
    }
}
