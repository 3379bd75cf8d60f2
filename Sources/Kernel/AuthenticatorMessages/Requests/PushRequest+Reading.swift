import Foundation
public import Primitives

extension PushRequest {
    /// The year 9999.
    static let latest: Int64 = 253_402_300_799

    /// The mechanism that a push claims to be for, by which the secret that verifies it is found.
    /// - Throws: ``PushMessageError/Code/malformed`` when it is no compact JWT or names no mechanism; ``PushMessageError/Code/tooLarge``
    ///   when it is too long.
    public static func claimedMechanism(_ token: String) throws(PushMessageError) -> String {
        try Claims(object: PushToken.claims(token), what: "the push").text("u", atMost: 128)
    }

    /// Reads a push that the mechanism's secret has signed.
    /// - Throws: ``PushMessageError/Code/malformed``, ``PushMessageError/Code/tooLarge`` or ``PushMessageError/Code/invalidSignature`` when
    ///   the token or its claims are refused.
    public init(verifying token: String, with secret: Secret) throws(PushMessageError) {
        let claims = Claims(object: try PushToken.verify(token, with: secret), what: "the push")
        mechanismID = try claims.text("u", atMost: 128)
        challenge = try claims.bytes("c")
        loadBalancerCookie = try claims.optionalText("l").map(Self.cookie) ?? Self.anyServer
        lifetime = Int(try claims.optionalNumber("t", 1...3600) ?? Int64(Self.defaultLifetime))
        created = try claims.optionalNumber("i", 0...Self.latest * 1000).map { Date(timeIntervalSince1970: Double($0) / 1000) }
        message = try claims.optionalText("m", atMost: 2048)
        customPayload = try claims.optionalText("p", atMost: 4096)
        kind = try Self.kind(claims)
        numbers = try Self.numbers(claims, isNeeded: kind == .challenge)
        context = try claims.optionalText("x", atMost: 2048)
        userID = try claims.optionalText("d")
        deviceName = try claims.optionalText("e")
    }

    private static func kind(_ claims: Claims) throws(PushMessageError) -> Kind {
        guard let text = try claims.optionalText("k") else { return .plain }
        guard let kind = Kind(exactly: text.lowercased()) else { throw claims.wrong("k", "default, challenge or biometric") }
        return kind
    }

    /// `34,56,82`
    private static func numbers(_ claims: Claims, isNeeded: Bool) throws(PushMessageError) -> [String] {
        let texts = try claims.optionalText("n", atMost: 64)?.split(separator: ",").map { $0.filter { $0 != " " } } ?? []
        guard texts.count <= 10, texts.allSatisfy({ (1...4).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else {
            throw claims.wrong("n", "at most ten numbers with commas between them")
        }
        guard !isNeeded || texts.count >= 2 else { throw claims.wrong("n", "the numbers to pick from") }
        return texts
    }

    /// The Base64 of a cookie's text; some issuers send the text itself.
    private static func cookie(_ text: String) -> String {
        PushBase64.decode(text).flatMap { String(foreign: $0) } ?? text
    }
}
