public import DeviceMessages
public import Foundation
public import JOSE
package import Primitives

/// The order by which a service asks a provider outside for checks: the body of a webhook, signed by the service
/// (`docs/protocols/verify.md` 9.1).
public struct CheckOrder: Sendable, Equatable {
    /// The service, `iss`.
    public var service: String
    /// The provider's id, `aud`.
    public var provider: String
    /// The order's id, by which a repeated one is known, `jti`.
    public var id: UUID
    /// The transaction.
    public var transaction: UUID
    /// The checks to make.
    public var checks: [VerificationCheck]
    /// The documents and the selfie, without the keys of their images.
    public var cards: [OrderedCard]
    /// The address under which each image is fetched with the order as bearer token: this, a slash, and the image's id.
    public var images: String
    /// The address that the answer is sent to.
    public var answer: String
    /// The time of signing, in whole seconds.
    public var issuedAt: Date
    /// The time from which no answer is taken, in whole seconds.
    public var expires: Date

    /// The kind of the signed token.
    public static let type = "verify-order+jwt"
    /// The longest order, in bytes.
    public static let longest = 256 << 10
    /// The longest address, in bytes.
    public static let longestURL = 2048

    /// Makes an order of its members, which are taken unchecked.
    public init(
        service: String, provider: String, id: UUID, transaction: UUID, checks: [VerificationCheck], cards: [OrderedCard], images: String,
        answer: String, issuedAt: Date, expires: Date
    ) {
        self.service = service
        self.provider = provider
        self.id = id
        self.transaction = transaction
        self.checks = checks
        self.cards = cards
        self.images = images
        self.answer = answer
        self.issuedAt = issuedAt
        self.expires = expires
    }

    /// The bytes that the service's key signs.
    /// - Parameter key: the `kid` of that key.
    public func signingInput(key: String) -> [UInt8] {
        JWS.signingInput(header: ["typ": .string(Self.type), "alg": "ES256", "kid": .string(key)], claims: claims)
    }

    /// Verifies an order.
    ///
    /// - Parameters:
    ///   - service: the issuer that is expected.
    ///   - provider: the reader's own id.
    ///   - keys: the service's public keys.
    /// - Throws: `DeviceError` `.invalidProof` for an order of another service, for another provider, or with a wrong signature;
    ///   `.expired`; `.malformed`.
    public init(
        verifying text: String, of service: String, for provider: String, keys: some VerificationKeySource, at now: Date
    ) throws(DeviceError) {
        let limits = JOSELimits(token: Self.longest, claims: JSONLimits(bytes: Self.longest, depth: 8, values: 4096))
        let statement = try Statement(text, type: Self.type, limits: limits)
        try statement.verify(with: keys)
        try self.init(claims: statement.claims)
        guard self.service.isExactly(service), self.provider.isExactly(provider) else {
            throw DeviceError(.invalidProof, "the order is another service's, or for another provider")
        }
        guard now < expires else { throw DeviceError(.expired, "the order's time is over") }
    }
}

extension CheckOrder {
    /// The signed members.
    package var claims: JSONObject {
        [
            "iss": .string(service), "aud": .string(provider), "jti": .string(id.text), "iat": JSONValue(issuedAt),
            "exp": JSONValue(expires),
            "transaction": .string(transaction.text), "checks": .array(checks.map { .string($0.rawValue) }),
            "cards": .array(cards.map(\.json)), "images": .string(images), "answer": .string(answer),
        ]
    }

    /// Reads ``claims``.
    /// - Throws: `DeviceError` `.malformed`.
    package init(claims: JSONObject) throws(DeviceError) {
        let members = try Members(.object(claims), of: "the order")
        service = try members.text("iss", atMost: Self.longestURL)
        provider = try members.text("aud", atMost: 64)
        id = try members.uuid("jti")
        issuedAt = try members.time("iat")
        expires = try members.time("exp")
        transaction = try members.uuid("transaction")
        checks = try members.checks("checks")
        cards = []
        for item in try members.list("cards", 1...SubmissionLimits.mostCards) { cards.append(try OrderedCard(json: item)) }
        images = try members.text("images", atMost: Self.longestURL)
        answer = try members.text("answer", atMost: Self.longestURL)
    }
}

extension Members {
    /// Checks, each once.
    fileprivate func checks(_ name: String) throws(DeviceError) -> [VerificationCheck] {
        let names = try texts(name, atMost: VerificationCheck.allCases.count)
        let checks = names.compactMap(VerificationCheck.init(exactly:))
        guard !checks.isEmpty, checks.count == names.count, Set(checks).count == checks.count else {
            throw wrong(name, "of checks, each once")
        }
        return checks
    }
}
