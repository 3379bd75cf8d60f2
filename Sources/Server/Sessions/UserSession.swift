package import Foundation
import Primitives
package import Directory

/// A signed-in user's session, as the server keeps it. The token that names it is never stored, only its SHA-256.
package struct UserSession: Sendable, Equatable {
    /// A public name for the session, not a secret: it ends sessions by administrators and ties grants to it.
    package let handle: String
    /// The id of the realm.
    package let realm: UUID
    /// The id of the user.
    package let user: UUID
    /// The user's name when the session was read, for showing: who the user is says ``user``.
    package let username: String
    package let nameKey: UserNameKey
    /// The time when the user proved who they are; `auth_time` of ID tokens.
    package let created: Date
    /// The time when the session was used last, to the minute.
    package var lastUsed: Date
    /// Seconds the session may lie unused, and when it ends for good.
    package var idleTime: Int
    /// The time when the session ends for good, used or not.
    package var ends: Date
    /// The authentication level that the journey reached.
    package var authLevel: Int
    /// The journey that made it, and the authentication context class it satisfied, if it was asked for one.
    package var journey: String
    /// The properties that journeys and clients set, as applications read them.
    package var properties: [String: String]
    /// The journeys of the sessions that this one was upgraded from, the latest first.
    package var earlierJourneys: [String] = []
    /// The program that the session was made in, as its `User-Agent` said; nil when it said none.
    package var userAgent: String?
    /// The network address that it was made from; nil where that isn't known.
    package var address: String?

    /// Whether a text names the session's user: it is the exact name, or one that is the same and no other's.
    package func isNamed(_ text: String) -> Bool { nameKey.names(text, exactly: username) }

    /// Whether the user has passed a journey in this session or one that it was upgraded from.
    package func hasPassed(_ journey: String) -> Bool { self.journey == journey || earlierJourneys.contains(journey) }

    /// The property of a session that no user has signed in to.
    package static let anonymous = "AnonymousUser"
    /// Whether no user has signed in to it.
    package var isAnonymous: Bool { properties[Self.anonymous] == "true" }

    /// The property that holds what the client is told when it ends, as a JSON text.
    package static let logoutDetails = "gatehouse.logoutDetails"

    /// The time when it ends unless it is used before.
    package var idleEnds: Date { min(lastUsed.addingTimeInterval(TimeInterval(idleTime)), ends) }

    /// Whether it is alive at a time.
    package func isAlive(at now: Date) -> Bool { now < ends && now < idleEnds }
}

extension UserSession {
    /// A session that isn't there, for trying out what a user with one like it would be told.
    package static func imagined(
        of user: User, in realm: Realm, journey: String, authLevel: Int, created: Date, at now: Date
    ) -> UserSession {
        UserSession(
            handle: "", realm: realm.id, user: user.id, username: user.username, nameKey: UserNameKey(stored: user.nameKey),
            created: created, lastUsed: now,
            idleTime: realm.settings[SessionSettings.self].sessionIdleTime, ends: .distantFuture, authLevel: authLevel, journey: journey,
            properties: [:])
    }
}

/// The properties of a new session.
package struct NewSession: Sendable {
    package var user: User
    /// The name of the journey that signed the user in.
    package var journey: String
    /// The authentication level that the journey reached.
    package var authLevel: Int
    /// The properties that the journey set.
    package var properties: [String: String]
    /// Seconds; nil takes the realm's.
    package var lifetime: Int?
    /// The number of seconds that the session may lie unused; nil takes the realm's.
    package var idleTime: Int?
    /// The time when the user proved who they are, if that was before; nil for now.
    package var authenticated: Date?
    /// The time when it ends at the latest, whatever its lifetime; nil for no such bound.
    package var endsBy: Date?
    /// See ``UserSession/earlierJourneys``.
    package var earlierJourneys: [String] = []
    /// See ``UserSession/userAgent``, of which the beginning is kept.
    package var userAgent: String? { didSet { userAgent = userAgent.map { String($0.prefix(Self.longestUserAgent)) } } }
    /// See ``UserSession/address``.
    package var address: String?

    private static let longestUserAgent = 512

    package init(
        user: User, journey: String, authLevel: Int = 0, properties: [String: String] = [:], lifetime: Int? = nil,
        idleTime: Int? = nil, authenticated: Date? = nil, endsBy: Date? = nil
    ) {
        self.authenticated = authenticated
        self.endsBy = endsBy
        self.user = user
        self.journey = journey
        self.authLevel = authLevel
        self.properties = properties
        self.lifetime = lifetime
        self.idleTime = idleTime
    }
}

extension NewSession {
    /// The number of journeys that a session remembers.
    private static let mostJourneys = 16

    /// Takes over from the session that this one replaces, of the same user, what they have proved there: the level, unless this one's is
    /// higher, and the journeys.
    package mutating func succeed(_ old: UserSession) {
        authLevel = max(authLevel, old.authLevel)
        var seen: Set<String> = [journey]
        earlierJourneys = ([old.journey] + old.earlierJourneys).filter { seen.insert($0).inserted }.suffix(Self.mostJourneys)
    }
}
