package import Foundations
import Primitives
import ResourceMessages

/// The sessions of a realm, and the sign-in that they must go back to.
package struct SessionSettings: SettingsSection {
    package var journeysByLevel: [String: String] = [:]
    package var requiredJourneys: [String] = []
    package var requiredLevel = 0
    package var sessionLifetime = 7200
    package var sessionIdleTime = 1800
    package var exposedSessionProperties: [String] = ["AMCtxId"]
    package var accountFreshness = 900

    package init() {}

    package static let fields: [Setting] = [
        Setting(
            1100, "journeysByLevel", \.journeysByLevel, .map(.name(of: .journey), count: nil),
            "The journeys that raise a session to a level, where a policy asks for one: by levels, as texts; the least that is enough counts."
        ),
        Setting(
            1110, "requiredJourneys", \.requiredJourneys, .list(.name(of: .journey)),
            "Journeys, one of which a session must have passed to become a code, or to open the account page; empty where any journey will do."
        ),
        Setting(
            1120, "requiredLevel", \.requiredLevel, .number(0...1000),
            "The level that a session must have to become a code, or to open the account page."),
        Setting(2010, "sessionLifetime", \.sessionLifetime, .seconds(), "How long a session lasts."),
        Setting(2020, "sessionIdleTime", \.sessionIdleTime, .seconds(), "How long a session may lie unused."),
        Setting(
            2030, "exposedSessionProperties", \.exposedSessionProperties, .list(.text),
            "Session properties that the session's owner may read and set."),
        Setting(
            3120, "accountFreshness", \.accountFreshness, .seconds(0...315_360_000),
            "How old a user's proof may be when they change a password, an address, a name or a factor of their own."),
    ]
}

extension SessionSettings {
    package func check() throws(DomainError) {
        for level in journeysByLevel.keys.sorted() where Int(decimal: level) == nil {
            throw DomainError(.invalid, "journeysByLevel: \(level.prefix(128)) is no level, such as 2")
        }
    }
}
