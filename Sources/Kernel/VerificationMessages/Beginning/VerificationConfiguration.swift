public import DeviceMessages
public import Foundation
public import JOSE
public import Primitives

/// The answer to a start: all that an app needs for the transaction (`docs/protocols/verify.md` 4.2).
public struct VerificationConfiguration: Sendable, Equatable {
    /// The transaction.
    public var transaction: UUID
    /// The service's key that signs claims, of ES256.
    public var signing: JWK
    /// The service's key that submissions are sealed for, of ECDH-ES on P-256.
    public var agreement: JWK
    /// The parts that are asked for.
    public var requirements: [VerificationRequirement]
    /// The token that one submission spends.
    public var token: Secret
    /// The server's time.
    public var serverTime: Date
    /// The time until which data are taken.
    public var dataExpires: Date
    /// The time at which the transaction ends.
    public var expires: Date

    /// Makes a configuration of its members, which are taken unchecked.
    public init(
        transaction: UUID, signing: JWK, agreement: JWK, requirements: [VerificationRequirement], token: Secret, serverTime: Date,
        dataExpires: Date, expires: Date
    ) {
        self.transaction = transaction
        self.signing = signing
        self.agreement = agreement
        self.requirements = requirements
        self.token = token
        self.serverTime = serverTime
        self.dataExpires = dataExpires
        self.expires = expires
    }

    /// The JSON object of the wire, with the members `id`, `jwks` (of `sig` and `enc`), `requirements`, `token`, `serverTime`,
    /// `dataExpiresAt` and `expiresAt`.
    public var json: JSONValue {
        [
            "id": .string(transaction.text), "jwks": ["sig": JSONValue(signing), "enc": JSONValue(agreement)],
            "requirements": .array(requirements.map(\.json)), "token": .string(token.reveal()), "serverTime": JSONValue(serverTime),
            "dataExpiresAt": JSONValue(dataExpires), "expiresAt": JSONValue(expires),
        ]
    }

    /// Reads ``json``.
    /// - Throws: `DeviceError` `.malformed` when a required member is missing, or a member has the wrong type or size; also when one key
    ///   is to serve both uses, or a part is asked for twice.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the configuration")
        transaction = try members.uuid("id")
        let keys = try members.inside("jwks")
        signing = try keys.key("sig")
        agreement = try keys.key("enc")
        guard signing.thumbprintText != agreement.thumbprintText else { throw keys.wrong("enc", "another key than sig") }
        requirements = []
        for item in try members.list("requirements", 1...VerificationPart.allCases.count) {
            requirements.append(try VerificationRequirement(json: item))
        }
        guard Set(requirements.map(\.part)).count == requirements.count else { throw members.wrong("requirements", "of a part each") }
        token = Secret(try members.text("token", atMost: SubmissionLimits.longestToken))
        serverTime = try members.time("serverTime")
        dataExpires = try members.time("dataExpiresAt")
        expires = try members.time("expiresAt")
    }
}
