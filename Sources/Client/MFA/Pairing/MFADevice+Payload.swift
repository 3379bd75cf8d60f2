import DeviceFoundation
public import DeviceMessages
public import Foundation
import JOSE
import Primitives

/// A pairing that a sign-on offers: approving pairs the device with the user who signed in, declining turns it down, doing nothing ignores it.
public struct PairingOffer: Sendable {
    /// The user, as the ID token names them.
    public let subject: String
    /// The time until which it can be approved.
    public let expires: Date
    /// The server and realm.
    public let issuer: DeviceIssuer

    let ticket: Secret
    /// The id of the payload that the sign-on had.
    let payload: String
    let device: MFADevice

    /// Pairs the device.
    /// - Throws: ``MFAError/Code/pairingKey`` when the offer was declined, is spent or has expired; other codes as for any pairing.
    public func approve() async throws(MFAError) -> PairingOutcome {
        guard try await device.payload(payload, at: issuer)?[Self.declined]?.bool != true else {
            throw MFAError(.pairingKey, "the pairing was declined")
        }
        return try await device.pair(.ticket(ticket), at: issuer)
    }

    /// Turns the offer down: it can't be approved any more, and its ID token brings no other. The server isn't told, and the offer ends there by
    /// its time.
    /// - Throws: ``MFAError/Code/storage``.
    public func decline() async throws(MFAError) {
        let payload = payload
        try await device.records.update(.payloads, issuer.description) { record in
            record = .array(
                (record?.array ?? []).map { known in
                    guard var members = known.object, known["id"]?.string == payload else { return known }
                    members[Self.declined] = true
                    return .object(members)
                })
        }
    }

    /// The member of a payload's record that says so.
    static let declined = "declined"
}

extension MFADevice {
    /// The time for which a payload is remembered, in seconds.
    private static let memory: TimeInterval = 900

    /// Makes the payload that the app puts into an authorization request, as `mobilePayload`, to say which device it is on. Any holder can
    /// use it, once, within two minutes: send it by POST or as a pushed authorization request.
    ///
    /// - Parameter client: the app's client id; that of the configuration by default.
    /// - Throws: ``MFAError/Code/configuration`` when there is no client id; other codes when keys or store fail.
    public func mobilePayload(client: String? = nil, at issuer: DeviceIssuer? = nil) async throws(MFAError) -> String {
        guard let client = client ?? configuration.client else { throw MFAError(.configuration, "no client id is configured") }
        let issuer = if let issuer { issuer } else { try await usualIssuer() }
        let installation = try await introduced(at: issuer)
        let id = device.random.token(16)
        let issued = try await clock.now(at: issuer)
        let payload = MobilePayload(
            installation: installation.id, key: try await keys.publicKey(installation.keys.signing), audience: issuer.description,
            client: client, issuedAt: issued, id: id)
        let now = device.time.now
        try await records.update(.payloads, issuer.description) { record in
            let kept = (record?.array ?? []).filter { ($0["at"]?.number).map { now.timeIntervalSince1970 - $0 < Self.memory } ?? false }
            record = .array(kept.suffix(19) + [["id": .string(id), "at": .integer(now.secondsSince1970)]])
        }
        return payload.text(signature: try await keys.sign(payload.signingInput, with: installation.keys.signing))
    }

    /// Reads the ID token that a sign-on with ``mobilePayload(client:at:)`` brought.
    ///
    /// - Returns: an offer to pair, or nil when there is nothing more to do, as after an offer that was declined.
    /// - Throws: ``MFAError`` `.untrusted` for a token that isn't a known server's for this app, or answers no payload of the last
    ///   quarter of an hour.
    public func process(idToken: String) async throws(MFAError) -> PairingOffer? {
        guard let client = configuration.client else { throw MFAError(.configuration, "no client id is configured") }
        let (claims, issuer) = try await claims(of: idToken, client)
        guard let member = claims[DevicePairingClaim.name] else { return nil }
        let pairing = try translating(message: try DevicePairingClaim(json: member))
        guard let payload = try await payload(pairing.payload, at: issuer),
            (payload["at"]?.number).map({ device.time.now.timeIntervalSince1970 - $0 < Self.memory }) ?? false
        else { throw MFAError(.untrusted, "the ID token answers a request that this device didn't make") }
        guard payload[PairingOffer.declined]?.bool != true else { return nil }
        return PairingOffer(
            subject: claims.subject ?? "", expires: pairing.expires, issuer: issuer, ticket: pairing.ticket, payload: pairing.payload,
            device: self)
    }

    /// The record of a payload that was made; nil for one that was not, or was long ago.
    func payload(_ id: String, at issuer: DeviceIssuer) async throws(MFAError) -> JSONValue? {
        try await records.record(.payloads, issuer.description)?.array?.first { $0["id"]?.string == id }
    }

    private func usualIssuer() async throws(MFAError) -> DeviceIssuer {
        do { return try await paired().issuer } catch {
            guard error.code == .notPaired else { throw error }
            return configuration.issuers[0]
        }
    }

    /// The claims of a token of one of the configured issuers.
    private func claims(of token: String, _ client: String) async throws(MFAError) -> (JWTClaims, DeviceIssuer) {
        var last = MFAError(.untrusted, "the ID token is of none of the servers that this app may talk to")
        for (issuer, name) in zip(configuration.issuers, configuration.tokenIssuers) {
            do {
                return (try await claims(of: token, client, issuer, name), issuer)
            } catch {
                guard error.code == .untrusted else { throw error }
                last = error
            }
        }
        throw last
    }

    /// The time by which the phone's clock may be behind the server's when a token is issued, in seconds.
    private static let issueLeeway: TimeInterval = 600

    private func claims(
        of token: String, _ client: String, _ issuer: DeviceIssuer, _ name: String
    ) async throws(MFAError) -> JWTClaims {
        let policy = IDTokenPolicy(issuer: name, clients: [client], nonce: nil, issueLeeway: Self.issueLeeway)
        let keys = try await realmKeys(of: issuer)
        do throws(JWTError) { return try policy.verify(token, keys: keys.tokens, at: device.time.now) } catch {
            guard error.code == .signature else {
                throw MFAError(.untrusted, "the ID token is refused: \(error.reason)", underlying: error)
            }
        }
        let renewed = try await realmKeys(of: issuer, again: true)
        do throws(JWTError) { return try policy.verify(token, keys: renewed.tokens, at: device.time.now) } catch {
            throw MFAError(.untrusted, "the ID token is refused: \(error.reason)", underlying: error)
        }
    }
}
