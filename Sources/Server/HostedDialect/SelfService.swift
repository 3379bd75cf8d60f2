import HTTPBase
package import JourneyEngine
package import OAuthMessages
package import Pages
import Primitives
package import SignIn
import Foundations
package import Directory

/// The journeys by which people help themselves, as far as a realm has them.
package struct SelfService: Sendable {
    private static let everywhere: [SelfServiceLink.Purpose] = [.forgottenPassword, .forgottenUsername, .registration]

    private let engine: JourneyEngine
    private let offered: RevisionCache<RealmPath, [SelfServiceLink.Purpose]>

    /// Offers the journeys that the engine can run, remembered until the library's next revision.
    package init(_ engine: JourneyEngine, _ journeys: JourneyLibrary) {
        self.engine = engine
        offered = RevisionCache(journeys.revisions)
    }

    /// The links of a realm's sign-on page; they keep its query, and so where it leads to.
    package func links(in realm: Realm, keeping kept: FormBody) async throws -> [SelfServiceLink] {
        let purposes = try await purposes(in: realm)
        return Self.everywhere.filter(purposes.contains).map { purpose in
            var query = kept
            query.append("journey", purpose.journey(in: realm.settings))
            return SelfServiceLink(purpose, path: HostedPath.login(of: realm.path) + "?" + query.encoded)
        }
    }

    /// The journey by which people register; nil when there is none.
    package func registration(in realm: Realm) async throws -> String? {
        try await purposes(in: realm).contains(.registration) ? realm.settings[SelfServiceSettings.self].registrationJourney : nil
    }

    /// Returns the way to change the password; nil when there is no journey for it.
    package func passwordChange(in realm: Realm) async throws -> SelfServiceLink? {
        guard try await purposes(in: realm).contains(.passwordChange) else { return nil }
        let query = HostedPath.query([
            ("journey", realm.settings[SelfServiceSettings.self].updatePasswordJourney), ("goto", HostedPath.account(of: realm.path)),
        ])
        return SelfServiceLink(.passwordChange, path: HostedPath.login(of: realm.path) + query)
    }

    /// Returns the way to add a passkey; nil when there is no journey for it.
    package func passkeyAddition(in realm: Realm) async throws -> SelfServiceLink? {
        guard try await purposes(in: realm).contains(.passkey) else { return nil }
        let query = HostedPath.query([
            ("journey", realm.settings[SelfServiceSettings.self].passkeyJourney), ("goto", HostedPath.account(of: realm.path)),
        ])
        return SelfServiceLink(.passkey, path: HostedPath.login(of: realm.path) + query)
    }

    /// The purpose of a journey in a realm; nil for a journey that isn't one of self-service.
    package static func purpose(of journey: String?, in realm: Realm) -> SelfServiceLink.Purpose? {
        guard let journey, !journey.isEmpty else { return nil }
        return SelfServiceLink.Purpose.allCases.first { $0.journey(in: realm.settings) == journey }
    }

    private func purposes(in realm: Realm) async throws -> [SelfServiceLink.Purpose] {
        try await offered.value(realm.path) {
            var found: [SelfServiceLink.Purpose] = []
            for purpose in SelfServiceLink.Purpose.allCases {
                guard let journey = purpose.journey(in: realm.settings), try await engine.offers(journey, in: realm) else { continue }
                found.append(purpose)
            }
            return found
        }
    }
}

extension SelfServiceLink.Purpose {
    /// The journey that serves the purpose; nil for the ways back.
    fileprivate func journey(in settings: RealmSettings) -> String? {
        switch self {
        case .forgottenPassword: settings[SelfServiceSettings.self].forgottenPasswordJourney
        case .forgottenUsername: settings[SelfServiceSettings.self].forgottenUsernameJourney
        case .registration: settings[SelfServiceSettings.self].registrationJourney
        case .passwordChange: settings[SelfServiceSettings.self].updatePasswordJourney
        case .passkey: settings[SelfServiceSettings.self].passkeyJourney
        case .signIn, .account, .startAgain: nil
        }
    }
}
