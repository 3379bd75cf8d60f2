import Directory
package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives
import Sessions

extension SelectProvider: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let offered = try await offers(turn)
        guard let first = offered.first else { throw JourneyRunError.fault("there is no identity provider to choose") }
        guard let name = offered.count == 1 ? first.name : turn.ask(ProviderChoice(offered)) else { return .waiting }
        turn.state.shared["selectedIdp"] = .string(name)
        return .outcome(name == Provider.local ? "localAuthentication" : "socialAuthentication")
    }

    private func offers(_ turn: Turn) async throws -> [Provider] {
        let user = try await turn.provenUser()
        let offered = try await turn.domain.session.providers.all(in: turn.realm.id).filter { provider in
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
