public import Foundation
public import Primitives

/// The server's report on a session (`docs/protocols/step-protocol.md` 5.1, `getSessionInfo`).
public struct SessionInfo: Sendable, Equatable {
    /// The user's name in the realm.
    public var username: String
    /// The user's identifier across realms, `id=demo,ou=user,o=alpha,ou=services,ou=am-config`.
    public var universalID: String
    /// The realm as a slash path.
    public var realm: String
    /// The time when the session was last used, and those when it ends by idleness and for good. Whole seconds on the wire.
    public var latestAccess: Date
    /// The time when the session ends unless it is used before.
    public var maxIdleExpiration: Date
    /// The time when the session ends however much it is used.
    public var maxSessionExpiration: Date
    /// The session's properties by name; members that are no text are left out when they are read.
    public var properties: [String: String]

    /// Makes a session info of its members, which are taken unchecked. By default `properties` is empty.
    public init(
        username: String, universalID: String, realm: String, latestAccess: Date, maxIdleExpiration: Date,
        maxSessionExpiration: Date, properties: [String: String] = [:]
    ) {
        self.username = username
        self.universalID = universalID
        self.realm = realm
        self.latestAccess = latestAccess
        self.maxIdleExpiration = maxIdleExpiration
        self.maxSessionExpiration = maxSessionExpiration
        self.properties = properties
    }

    /// The JSON object of the wire, with the members `username`, `universalId`, `realm`, `latestAccessTime`, `maxIdleExpirationTime`,
    /// `maxSessionExpirationTime` and `properties`.
    public var json: JSONValue {
        [
            "username": .string(username), "universalId": .string(universalID), "realm": .string(realm),
            "latestAccessTime": .string(latestAccess.formatted(.iso8601)),
            "maxIdleExpirationTime": .string(maxIdleExpiration.formatted(.iso8601)),
            "maxSessionExpirationTime": .string(maxSessionExpiration.formatted(.iso8601)),
            "properties": .object(JSONObject(properties.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })),
        ]
    }

    /// Reads ``json``.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when a required member is missing or has the wrong type.
    public init(json: JSONValue) throws(JourneyMessageError) {
        guard let username = json["username"]?.string, let universalID = json["universalId"]?.string,
            let realm = json["realm"]?.string, let access = Self.date(json["latestAccessTime"]),
            let idle = Self.date(json["maxIdleExpirationTime"]), let end = Self.date(json["maxSessionExpirationTime"])
        else { throw JourneyMessageError(.malformed, "a session info lacks a member") }
        let properties = json["properties"]?.object?.members.compactMap { member in
            member.value.string.map { (member.name, $0) }
        }
        self.init(
            username: username, universalID: universalID, realm: realm, latestAccess: access, maxIdleExpiration: idle,
            maxSessionExpiration: end, properties: Dictionary(properties ?? []) { first, _ in first })
    }

    private static func date(_ json: JSONValue?) -> Date? {
        json?.string.flatMap { try? Date($0, strategy: .iso8601) }
    }
}
