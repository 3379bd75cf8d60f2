import DeviceFoundation
import DeviceMessages
public import Foundation
import Primitives
public import VerifiableClaims
import WalletMessages

extension Wallet {
    /// The number of seconds for which a challenge without an end is remembered.
    private static let longestChallenge: TimeInterval = 30 * 86_400

    /// Asks another party to share something. An answer with the same challenge is taken from that party alone.
    ///
    /// - Parameters:
    ///   - keys: the keys that are asked for, `Key` or `CardType->Key`; nil for none in particular.
    ///   - challenge: the challenge that the answer repeats; a new one without an end unless given.
    /// - Returns: the challenge.
    @discardableResult
    public func request(
        _ keys: [String]?, from recipient: UUID, message: String? = nil, challenge: ExchangeChallenge? = nil
    ) async throws(WalletError) -> ExchangeChallenge {
        let challenge = challenge ?? ExchangeChallenge(id: device.random.uuid())
        try await remember(challenge, recipient: recipient)
        var content = EnvelopeContent(
            id: device.random.uuid(), sender: id, recipient: recipient, issuedAt: now, body: .request(keys: keys))
        content.message = message
        content.challenge = challenge
        try await send(content)
        return challenge
    }

    /// Makes a request for any wallet that scans it, and has the server keep it.
    ///
    /// - Parameters:
    ///   - keys: the keys that are asked for, `Key` or `CardType->Key`; nil for none in particular.
    ///   - lifetime: the number of seconds for which it is kept and answered, at most 30 days.
    /// - Returns: the URL for a QR code, and the challenge by which answers are known.
    public func publishRequest(
        _ keys: [String]?, message: String? = nil, lifetime: TimeInterval = 600
    ) async throws(WalletError) -> (url: String, challenge: ExchangeChallenge) {
        let end = Date(timeIntervalSince1970: Double((try await channel.now() + lifetime).secondsSince1970))
        let challenge = ExchangeChallenge(id: device.random.uuid(), expires: end)
        try await remember(challenge, recipient: nil)
        let keeping = RequestKeeping(
            request: SharedRequest(instance: id, challenge: challenge.id, message: message, keys: keys), expires: end)
        let response = try await call(.post, channel.service.requests, body: keeping.json)
        return (try WalletChannel.read(response, KeptRequest.init(json:)).url, challenge)
    }

    /// Reads a request that was scanned: its URL on this wallet's own server, or the JSON itself. Nothing proves who made it; only that party can
    /// read the answer.
    /// - Throws: ``WalletError/Code/malformedRequest`` for every other text, and for a request that isn't kept any more.
    public nonisolated func readRequest(_ text: String) async throws(WalletError) -> ShareRequest {
        guard text.utf8.count <= SharedRequest.longest else { throw Self.malformedRequest }
        if let id = keptRequest(text) {
            let response: HTTPResponse
            do { response = try await channel.open(.get, channel.service.request(id)) } catch {
                guard error.code == .refused(.notFound) else { throw error }
                throw WalletError(.malformedRequest, "the request isn't kept any more", underlying: error)
            }
            return try Self.request(response.body)
        }
        return try Self.request(Array(text.utf8))
    }

    /// The id of a request that this wallet's own realm keeps, by its URL; nil for every other text. The URL may name the realm by its name or by
    /// its id, whichever of the two the wallet's own address has; the request is read at that address.
    private nonisolated func keptRequest(_ text: String) -> UUID? {
        var (own, asked) = (channel.service.requests.split(separator: "/"), text.split(separator: "/"))
        guard own.count > 4, asked.count == own.count + 1, let id = UUID(text: String(asked.removeLast())) else { return nil }
        // The last four parts are the realm, the version, the service and its requests.
        own.remove(at: own.count - 4)
        asked.remove(at: asked.count - 4)
        return own.map { Array($0.utf8) } == asked.map { Array($0.utf8) } ? id : nil
    }

    private static func request(_ bytes: [UInt8]) throws(WalletError) -> ShareRequest {
        guard let json = try? JSONValue(parsing: bytes, limits: JSONLimits(bytes: SharedRequest.longest, depth: 8, values: 1024)),
            let request = try? SharedRequest(json: json)
        else { throw malformedRequest }
        return ShareRequest(
            sender: request.instance, challenge: ExchangeChallenge(id: request.challenge), message: request.message, keys: request.keys)
    }

    private func remember(_ challenge: ExchangeChallenge, recipient: UUID?) async throws(WalletError) {
        let forget = max(challenge.expires ?? now + Self.longestChallenge, now) + EnvelopeContent.longestLife
        var members: JSONObject = ["forget": .integer(forget.secondsSince1970)]
        members["expires"] = challenge.expires.map { .integer($0.secondsSince1970) }
        members["recipient"] = recipient.map { .string($0.text) }
        // A QR code has the challenge's id alone.
        members["isOpen"] = .bool(recipient == nil)
        try await book.write(members, .challenges, challenge.id.text)
    }

    private static let malformedRequest = WalletError(.malformedRequest, "this is no request of a service on this wallet's server")
}
