import Directory
import Foundations
import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives
import Sessions

extension Turn {
    /// Returns what a provider has sent with a form and the app brings along, when that is what the app says its token is; nil when it
    /// isn't.
    ///
    /// - Throws: ``FederationError`` `.notAuthentic` when the app brings none that is ours.
    func formPostEntry(for token: ProviderToken, of provider: IdentityProvider) throws -> FormPostEntry? {
        guard token.type == .authorizationCode, token.token.reveal() == FormPostEntry.parameter else { return nil }
        let text = client.request().parameters.first { $0.name == FormPostEntry.parameter }?.value
        let place = FormPostEntry.Place(realm: realm.id, provider: provider.name)
        guard let text, let entry = FormPostEntry(text, for: place, by: domain.platform.sealer, at: now) else {
            throw FederationError(.notAuthentic, "the app brings no answer of the provider's, or one that is too old")
        }
        return entry
    }
}
