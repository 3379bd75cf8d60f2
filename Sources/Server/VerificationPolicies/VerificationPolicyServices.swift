import Directory
package import Foundations

/// The services of the rules for verifications: the policies of all realms, and the providers outside that they name.
package struct VerificationPolicyServices: Sendable {
    package let policies: VerifyPolicies
    package let providers: WebhookProviders

    /// The services over a platform.
    package init(_ platform: Platform) {
        let (database, configuration) = (platform.database, platform.configuration)
        policies = VerifyPolicies(database: database, configuration: configuration, time: platform.time, random: platform.random)
        providers = WebhookProviders(database: database, configuration: configuration)
    }
}
