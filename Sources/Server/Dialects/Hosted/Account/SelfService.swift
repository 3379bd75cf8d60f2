import JourneyEngine
import OAuthMessages
import Pages
import Primitives
import Services
import SignIn
import Foundations
import Directory

/// The journeys by which people help themselves, as far as a realm has them.
struct SelfService: Sendable {
    private static let everywhere: [SelfServiceLink.Purpose] = [.forgottenPassword, .forgottenUsername, .registration]

    private let engine: JourneyEngine
    private let offered: RevisionCache<RealmPath, [SelfServiceLink.Purpose]>

    init(_ engine: JourneyEngine, _ domain: Domain) {
        self.engine = engine
        offered = RevisionCache(domain.journeys.revisions)
    }

    /// The links of a sign-on page; they keep where it leads to.
    func links(of target: SignOnTarget) async throws -> [SelfServiceLink] {
        let purposes = try await purposes(in: target.realm)
        return Self.everywhere.filter(purposes.contains).map { purpose in
            var query = target.query
            query.append("journey", purpose.journey(in: target.realm.settings))
            return SelfServiceLink(purpose, path: HostedPath.login(of: target.realm.path) + "?" + query.encoded)
        }
    }

    /// The journey by which people register; nil when there is none.
    func registration(in realm: Realm) async throws -> String? {
        try await purposes(in: realm).contains(.registration) ? realm.settings.registrationJourney : nil
    }

    /// Returns the way to change the password; nil when there is no journey for it.
    func passwordChange(in realm: Realm) async throws -> SelfServiceLink? {
        guard try await purposes(in: realm).contains(.passwordChange) else { return nil }
        let query = HostedPath.query([
            ("journey", realm.settings.updatePasswordJourney), ("goto", HostedPath.account(of: realm.path)),
        ])
        return SelfServiceLink(.passwordChange, path: HostedPath.login(of: realm.path) + query)
    }

    /// Returns the way to add a passkey; nil when there is no journey for it.
    func passkeyAddition(in realm: Realm) async throws -> SelfServiceLink? {
        guard try await purposes(in: realm).contains(.passkey) else { return nil }
        let query = HostedPath.query([("journey", realm.settings.passkeyJourney), ("goto", HostedPath.account(of: realm.path))])
        return SelfServiceLink(.passkey, path: HostedPath.login(of: realm.path) + query)
    }

    private func purposes(in realm: Realm) async throws -> [SelfServiceLink.Purpose] {
        try await offered.value(realm.path) {
            var found: [SelfServiceLink.Purpose] = []
            for purpose in SelfServiceLink.Purpose.allCases where try await engine.offers(purpose.journey(in: realm.settings), in: realm) {
                found.append(purpose)
            }
            return found
        }
    }
}

extension SelfServiceLink.Purpose {
    fileprivate func journey(in settings: RealmSettings) -> String {
        switch self {
        case .forgottenPassword: settings.forgottenPasswordJourney
        case .forgottenUsername: settings.forgottenUsernameJourney
        case .registration: settings.registrationJourney
        case .passwordChange: settings.updatePasswordJourney
        case .passkey: settings.passkeyJourney
        }
    }
}
