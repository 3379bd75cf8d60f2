import JourneyMessages
import Primitives
import Services
import Sessions
import Directory
import Foundations
import ResourceMessages

/// Asks with whose account to sign in, or whether with one of this server's own.
struct SelectProvider: JourneyNode {
    static let type = NodeType(
        "SelectIdPNode", alias: "selectProvider", title: "Select Identity Provider", "Asks with whose account to sign in.",
        interaction: .sometimes, standsOnPage: true)
    static let settings = [
        NodeSetting<Self>("includeLocalAuthentication", \.offersLocal, "Whether to offer signing in with an account of this server."),
        NodeSetting<Self>("offerOnlyExisting", \.offersOnlyExisting, "Whether to offer only what the user has an account at already."),
        NodeSetting<Self>(
            "passwordAttribute", \.passwordAttribute,
            "The attribute without which a user can't sign in here: password, the only one there is."),
        NodeSetting<Self>.identity(\.identityAttribute),
        NodeSetting<Self>("filteredProviders", \.names, "The providers to offer; all of the realm unless set.").naming(.provider),
    ]
    static let state = StateUse(reads: ["selectedIdp"], writes: ["selectedIdp"])

    var offersLocal = true
    var offersOnlyExisting = false
    var passwordAttribute = "password"
    var identityAttribute = "mail"
    var names: [String] = []

    var objections: [SettingObjection] { SecretName.objections(passwordAttribute) }
    var outcomes: [String] { offersLocal ? ["socialAuthentication", "localAuthentication"] : ["socialAuthentication"] }
    var callbacks: [CallbackType] { [.selectProvider] }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let offered = try await offers(turn)
        guard let first = offered.first else { throw JourneyRunError.fault("there is no identity provider to choose") }
        guard let name = offered.count == 1 ? first.name : turn.ask(ProviderChoice(offered)) else { return .waiting }
        turn.state.shared["selectedIdp"] = .string(name)
        return .outcome(name == Provider.local ? "localAuthentication" : "socialAuthentication")
    }

    private func offers(_ turn: Turn) async throws -> [Provider] {
        let user = try await turn.provenUser()
        let offered = try await turn.domain.providers.all(in: turn.realm.id).filter { provider in
            provider.isEnabled && (names.isEmpty || names.contains(provider.name))
                && (!offersOnlyExisting || user?.isLinked(to: provider.name) == true)
        }.map { Provider($0.name, button: Provider.Button(settings: $0.button, name: $0.name)) }
        let mayBeLocal = offersLocal && (!offersOnlyExisting || user?.passwordHash != nil)
        return offered + (mayBeLocal ? [Provider(Provider.local)] : [])
    }
}

extension User {
    fileprivate func isLinked(to provider: String) -> Bool { AccountLink.links(of: self).contains { $0.hasPrefix("\(provider)-") } }
}
