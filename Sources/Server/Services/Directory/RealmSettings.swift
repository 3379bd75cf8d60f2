/// What can be set for a realm. Durations are in seconds.
package struct RealmSettings: Sendable, Equatable, Codable {
    /// The journey that runs when a request names none.
    package var defaultJourney = "Login"
    /// How long an unfinished journey lives.
    package var journeyLifetime = 300
    /// How long a session lives, and how long it may lie unused.
    package var sessionLifetime = 7200
    package var sessionIdleTime = 1800
    /// After how many failed passwords in a row an account is locked, and for how long. NIST SP 800-63B-4 allows at most 100.
    package var lockoutThreshold = 5
    package var lockoutDuration = 900
    /// How many passwords one address may get wrong in a minute.
    package var failuresPerAddressAndMinute = 60
    /// Where a browser goes after a login that names no other place.
    package var successURL = "/am/console"
    /// Whether a login may carry the credentials in headers (`pingam-protocol.md` 2.8).
    package var zeroPageLogin = false
    /// Which journey satisfies an authentication context class (`acr_values`).
    package var journeysByContextClass: [String: String] = [:]
    /// Origins whose pages may call this realm with credentials (CORS); exact, such as `https://app.example.com`.
    package var corsOrigins: [String] = []
    /// Session properties that the session's owner may read and set.
    package var exposedSessionProperties: [String] = ["AMCtxId"]
    /// Lifetimes of what the realm issues, unless an application has its own. A code lives a minute at most by ASVS 5.0 V10.4.3.
    package var codeLifetime = 60
    package var accessTokenLifetime = 3600
    package var idTokenLifetime = 3600
    package var refreshTokenLifetime = 604_800
    /// How long a grant may be refreshed in all, however often (ASVS 5.0 V10.4.8): 90 days.
    package var grantLifetime = 7_776_000
    /// How long a pushed authorization request may be used (RFC 9126 §2.2).
    package var pushedRequestLifetime = 60

    package init() {}
}

extension RealmSettings {
    /// Reads stored settings, taking the default for each that is missing, so that a new setting breaks no old realm.
    package init(from decoder: any Decoder) throws {
        self.init()
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func read<Value: Decodable>(_ key: CodingKeys, into value: inout Value) throws {
            if let stored = try values.decodeIfPresent(Value.self, forKey: key) { value = stored }
        }
        try read(.defaultJourney, into: &defaultJourney)
        try read(.journeyLifetime, into: &journeyLifetime)
        try read(.sessionLifetime, into: &sessionLifetime)
        try read(.sessionIdleTime, into: &sessionIdleTime)
        try read(.lockoutThreshold, into: &lockoutThreshold)
        try read(.lockoutDuration, into: &lockoutDuration)
        try read(.failuresPerAddressAndMinute, into: &failuresPerAddressAndMinute)
        try read(.successURL, into: &successURL)
        try read(.zeroPageLogin, into: &zeroPageLogin)
        try read(.journeysByContextClass, into: &journeysByContextClass)
        try read(.corsOrigins, into: &corsOrigins)
        try read(.exposedSessionProperties, into: &exposedSessionProperties)
        try read(.codeLifetime, into: &codeLifetime)
        try read(.accessTokenLifetime, into: &accessTokenLifetime)
        try read(.idTokenLifetime, into: &idTokenLifetime)
        try read(.refreshTokenLifetime, into: &refreshTokenLifetime)
        try read(.grantLifetime, into: &grantLifetime)
        try read(.pushedRequestLifetime, into: &pushedRequestLifetime)
    }
}
