public import DeviceMessages
public import Foundation
public import JOSE
package import Primitives

/// The answer of a provider to an order, signed by the provider (`docs/protocols/verify.md` 9.2).
public struct CheckAnswer: Sendable, Equatable {
    /// The provider's id, `iss`.
    public var provider: String
    /// The service, `aud`.
    public var service: String
    /// The order.
    public var order: UUID
    /// The result of each check that was made.
    public var results: [VerificationCheck: CheckResult]
    /// The texts by their keys, which administrators and the app read.
    public var messages: [String: String]
    /// The time of signing, in whole seconds.
    public var issuedAt: Date

    /// The kind of the signed token.
    public static let type = "verify-answer+jwt"
    /// The longest answer, in bytes.
    public static let longest = 64 << 10

    /// Makes an answer of its members, which are taken unchecked.
    public init(
        provider: String, service: String, order: UUID, results: [VerificationCheck: CheckResult], messages: [String: String] = [:],
        issuedAt: Date
    ) {
        self.provider = provider
        self.service = service
        self.order = order
        self.results = results
        self.messages = messages
        self.issuedAt = issuedAt
    }

    /// The bytes that the provider's key signs.
    public var signingInput: [UInt8] { JWS.signingInput(header: ["typ": .string(Self.type), "alg": "ES256"], claims: claims) }

    /// Verifies an answer.
    ///
    /// - Parameters:
    ///   - order: the order that it must answer.
    ///   - key: the provider's public key.
    /// - Throws: `DeviceError` `.invalidProof` for an answer to another order, of another provider, or with a wrong signature; `.expired`
    ///   when it comes after the order's end; `.malformed`, also for the result of a check that wasn't ordered.
    public init(verifying text: String, to order: CheckOrder, key: JWK, at now: Date) throws(DeviceError) {
        let limits = JOSELimits(token: Self.longest, claims: JSONLimits(bytes: Self.longest, depth: 4, values: 256))
        let statement = try Statement(text, type: Self.type, limits: limits)
        try statement.verify(with: key)
        try self.init(claims: statement.claims)
        guard provider.isExactly(order.provider), service.isExactly(order.service), self.order == order.id else {
            throw DeviceError(.invalidProof, "the answer is another provider's, or to another order")
        }
        guard now < order.expires else { throw DeviceError(.expired, "the order's time is over") }
        guard results.keys.allSatisfy(order.checks.contains) else { throw DeviceError(.malformed, "a check that wasn't ordered") }
    }
}

extension CheckAnswer {
    /// The signed members.
    package var claims: JSONObject {
        let results = VerificationCheck.allCases.compactMap { check in
            self.results[check].map { (check.rawValue, JSONValue.string($0.rawValue)) }
        }
        return [
            "iss": .string(provider), "aud": .string(service), "iat": JSONValue(issuedAt), "order": .string(order.text),
            "results": .object(JSONObject(results)), "messages": JSONValue(messages),
        ]
    }

    /// Reads ``claims``.
    /// - Throws: `DeviceError` `.malformed`, also for an answer without a result, and for a result that is still pending.
    package init(claims: JSONObject) throws(DeviceError) {
        let members = try Members(.object(claims), of: "the answer")
        provider = try members.text("iss", atMost: 64)
        service = try members.text("aud", atMost: CheckOrder.longestURL)
        order = try members.uuid("order")
        issuedAt = try members.time("iat")
        messages = try members.textsByName("messages", atMost: ProviderMessages.most)
        let inner = try members.inside("results")
        results = [:]
        for name in inner.object.names {
            guard let check = VerificationCheck(exactly: name) else { throw members.wrong("results", "results by check") }
            results[check] = try inner.word(name)
        }
        guard !results.isEmpty, !results.values.contains(.pending) else { throw members.wrong("results", "of the checks that were made") }
    }
}
