import Directory
import Foundations
import VerificationPolicies

/// The providers of realms' configuration, which are asked by webhooks.
struct Webhooks: VerificationProviderSource {
    let providers: WebhookProviders
    let keys: ServiceKeys
    let http: any OutboundHTTP

    func provider(_ id: String, in realm: Realm) async throws -> (any VerificationProvider)? {
        try await providers.provider(id, in: realm).map { Webhook(provider: $0, keys: keys, http: http) }
    }
}
