public import Foundation
public import Primitives

/// A push that asks a person to approve (`docs/protocols/step-protocol.md` 6.4): the claims of the JWT, all of them texts.
public struct PushRequest: Sendable, Equatable {
    /// The user's way to approve.
    public enum Kind: String, Sendable, CaseIterable {
        /// Approve or deny.
        case plain = "default"
        /// Pick the number that is shown at the sign-in.
        case challenge
        /// Verify themselves at the device first. The server is told nothing of it.
        case biometric
    }

    /// Seconds to live when a push says nothing.
    public static let defaultLifetime = 120
    /// The value that keeps a load balancer at a server when there is none to keep: one strict client wants the claim in any case.
    public static let anyServer = "amlbcookie=01"

    /// The mechanism: `u`.
    public var mechanismID: String
    /// `c`
    public var challenge: [UInt8]
    /// The text of the load balancer's cookie: `l`.
    public var loadBalancerCookie: String
    /// Seconds: `t`, 1 to 3600.
    public var lifetime: Int
    /// `i`, to the millisecond; nil for "now".
    public var created: Date?
    /// The text to show: `m`.
    public var message: String?
    /// JSON text of the journey's own: `p`.
    public var customPayload: String?
    /// `k`
    public var kind: Kind
    /// The numbers to pick from, for ``Kind/challenge``: `n`.
    public var numbers: [String]
    /// The circumstances of the sign-in, as JSON text (``PushContext``): `x`.
    public var context: String?
    /// `d`
    public var userID: String?
    /// `e`
    public var deviceName: String?

    /// Makes a push request of its members, which are taken unchecked. By default `created`, `message`, `customPayload`, `context`,
    /// `userID` and `deviceName` are nil, `numbers` is empty, `loadBalancerCookie` is `anyServer`, `lifetime` is `defaultLifetime`, and
    /// `kind` is `.plain`.
    public init(
        mechanismID: String, challenge: [UInt8], loadBalancerCookie: String = anyServer, lifetime: Int = defaultLifetime,
        created: Date? = nil,
        message: String? = nil, customPayload: String? = nil, kind: Kind = .plain, numbers: [String] = [], context: String? = nil,
        userID: String? = nil, deviceName: String? = nil
    ) {
        self.mechanismID = mechanismID
        self.challenge = challenge
        self.loadBalancerCookie = loadBalancerCookie
        self.lifetime = lifetime
        self.created = created
        self.message = message
        self.customPayload = customPayload
        self.kind = kind
        self.numbers = numbers
        self.context = context
        self.userID = userID
        self.deviceName = deviceName
    }

    /// Every value is a text, and `l` and `t` are always there.
    public var claims: JSONObject {
        var claims: JSONObject = [
            "c": .string(PushBase64.encode(challenge)), "l": .string(PushBase64.encode(loadBalancerCookie.utf8)),
            "t": .string(String(lifetime)), "u": .string(mechanismID), "k": .string(kind.rawValue),
        ]
        func add(_ name: String, _ text: String?) { if let text, !text.isEmpty { claims[name] = .string(text) } }
        add("i", created.map { String($0.millisecondsSince1970) })
        add("m", message)
        add("p", customPayload)
        add("n", numbers.joined(separator: ","))
        add("x", context)
        add("d", userID)
        add("e", deviceName)
        return claims
    }

    /// Signs it with the mechanism's secret.
    /// - Throws: `unusableSecret`; `tooLarge` when a carrier can't take it.
    public func signed(with secret: Secret) throws(PushMessageError) -> String {
        let token = try PushToken.sign(claims, with: secret)
        guard token.utf8.count <= PushDelivery.longestToken else {
            throw PushMessageError(.tooLarge, "the push has \(token.utf8.count) bytes, carriers take \(PushDelivery.longestToken)")
        }
        return token
    }
}
