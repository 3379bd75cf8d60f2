import Primitives
package import Directory

/// The requirement that a realm, and an application in it, make of the sign-in that a session goes back to: one of some journeys, and a
/// level.
///
/// The journey that runs when a request names none binds no client: one that starts a sign-in may name another. This does
/// (docs/decisions/0042-required-sign-in.md).
package struct SignInRequirement: Sendable, Equatable {
    /// Each of these is enough; none when any journey is.
    package let journeys: [String]
    /// The level that the session must have at least; 0 when any is enough.
    package let level: Int
    private let journeysByLevel: [String: String]

    /// Makes the requirement that counts in a realm, and for an application: its journeys in place of the realm's, and the higher of both
    /// levels. Of an application with sign-on policies these say how to sign in, so that the journeys that are required don't count.
    package init(_ realm: RealmSettings, _ application: ApplicationSettings? = nil, hasPolicies: Bool = false) {
        let realm = realm[SessionSettings.self]
        let own = application?.requiredJourneys ?? []
        journeys = hasPolicies ? [] : own.isEmpty ? realm.requiredJourneys : own
        level = max(realm.requiredLevel, application?.requiredLevel ?? 0)
        journeysByLevel = realm.journeysByLevel
    }

    /// Whether any session meets it.
    package var isNothing: Bool { journeys.isEmpty && level == 0 }

    /// Whether a session is enough: by the journeys that were passed in it, or in one that it was upgraded from, and by its level.
    package func isMet(by session: UserSession) -> Bool {
        session.authLevel >= level && (journeys.isEmpty || journeys.contains(where: session.hasPassed))
    }

    /// The journey to run for it; nil for the default one.
    package var journey: String? { journeys.first ?? raising }

    private var raising: String? {
        guard level > 0 else { return nil }
        return journeysByLevel.compactMap { member in Int(member.key).map { ($0, member.value) } }.filter { $0.0 >= level }
            .min { $0.0 < $1.0 }?.1
    }
}
