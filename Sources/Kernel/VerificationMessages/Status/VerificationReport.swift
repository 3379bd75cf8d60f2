public import DeviceMessages
public import Foundation
public import Primitives
public import VerifiableClaims

/// The state of a transaction as its app reads it: the answers to a submission and to `GET /verifications/{id}`
/// (`docs/protocols/verify.md` 7).
public struct VerificationReport: Sendable, Equatable {
    /// The transaction.
    public var transaction: UUID
    /// Its state.
    public var status: VerificationStatus
    /// The messages of each provider that has some.
    public var providers: [ProviderMessages]
    /// The token for a submission; nil while none is taken.
    public var token: Secret?
    /// The data that were verified; empty until the transaction has succeeded.
    public var userData: IdentityFields
    /// The claims that the service issued to the app's key; none until the transaction has succeeded.
    public var claims: [SDJWT]
    /// The time of the last change.
    public var updated: Date
    /// The time at which the transaction ends.
    public var expires: Date

    /// The number of providers that report at most.
    public static let mostProviders = 16

    /// Makes a report of its members, which are taken unchecked. By default it has no messages, no token, no data and no claims.
    public init(
        transaction: UUID, status: VerificationStatus, providers: [ProviderMessages] = [], token: Secret? = nil,
        userData: IdentityFields = IdentityFields(), claims: [SDJWT] = [], updated: Date, expires: Date
    ) {
        self.transaction = transaction
        self.status = status
        self.providers = providers
        self.token = token
        self.userData = userData
        self.claims = claims
        self.updated = updated
        self.expires = expires
    }

    /// The JSON object of the wire, with the members `id`, `status`, `providerMessages`, `token`, `userData`, `claims`, `updatedAt` and
    /// `expiresAt`.
    public var json: JSONValue {
        var object: JSONObject = [
            "id": .string(transaction.text), "status": .string(status.rawValue), "updatedAt": JSONValue(updated),
            "expiresAt": JSONValue(expires),
        ]
        if !providers.isEmpty { object["providerMessages"] = .array(providers.map(\.json)) }
        object["token"] = token.map { .string($0.reveal()) }
        if !userData.isEmpty { object["userData"] = userData.json }
        if !claims.isEmpty { object["claims"] = .array(claims.map { .string($0.text) }) }
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: `DeviceError` `.malformed` when a required member is missing, or a member has the wrong type or size; also for data and
    ///   claims of a transaction that hasn't succeeded.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the report")
        transaction = try members.uuid("id")
        status = try members.word("status")
        providers = []
        for item in try members.list("providerMessages", 0...Self.mostProviders) { providers.append(try ProviderMessages(json: item)) }
        token = try members.optionalText("token", atMost: SubmissionLimits.longestToken).map { Secret($0) }
        userData = try IdentityFields(members, "userData")
        claims = []
        for text in try members.texts("claims", atMost: SubmissionLimits.mostClaims, of: SubmissionLimits.longestClaim) {
            guard let claim = try? SDJWT(parsing: text, limits: ClaimPolicy.limits) else { throw members.wrong("claims", "of SD-JWTs") }
            claims.append(claim)
        }
        updated = try members.time("updatedAt")
        expires = try members.time("expiresAt")
        guard status.isApproved || userData.isEmpty && claims.isEmpty else { throw members.wrong("claims", "of a success alone") }
    }
}
