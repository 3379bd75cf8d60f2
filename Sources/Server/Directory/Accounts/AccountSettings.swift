package import Foundations
import Primitives
import ResourceMessages

/// The demands of a realm on accounts: names, terms and consent.
package struct AccountSettings: SettingsSection {
    package var userNameScripts = UserNameScripts.highlyRestrictive
    package var terms: RealmTerms? = nil
    package var consentMappings: [ConsentMapping] = []

    package init() {}

    package static let fields: [Setting] = [
        Setting(
            1050, "userNameScripts", \.userNameScripts, .choice(UserNameScripts.allCases.map(\.rawValue)),
            "The mixtures of scripts in new user names: one script, or Latin with those of Chinese, Japanese or Korean (UTS 39); or any."),
        Setting(
            8040, "terms", \.terms, .object,
            "The terms that are in force: version, created and texts by language; absent when there are none to accept."),
        Setting(
            8050, "consentMappings", \.consentMappings, .list(.object),
            "The parties with whom users' data are shared if they consent: name, displayName, icon, accessLevel and fields of each."),
    ]
}

extension AccountSettings {
    private static let mostMappings = 16

    package func check() throws(DomainError) {
        guard consentMappings.count <= Self.mostMappings, Set(consentMappings.map(\.name)).count == consentMappings.count else {
            throw DomainError(.invalid, "consentMappings are at most \(Self.mostMappings), each with a name of its own")
        }
    }
}
