package import Directory
package import Foundations
package import Messaging

/// The services of what decides about a sign-in: journeys and scripts as they are kept, policies, transactions, and what a run leaves.
///
/// A class only so that handing it on costs one reference; nothing of it ever changes.
package final class SignInServices: Sendable {
    /// The definitions of journeys.
    package let journeys: JourneyLibrary
    /// The realms' scripts.
    package let scripts: ScriptLibrary
    /// The realms' policy sets.
    package let policies: PolicyLibrary
    package let decisions: PolicyDecisions
    package let transactions: Transactions
    package let carried: CarriedConfiguration
    package let bundles: ConfigurationBundles
    package let suspended: SuspendedJourneys
    /// Sign-ins without redirects, between their requests.
    package let flows: FlowRecords
    package let signOnPolicies: SignOnPolicies
    package let signOnAssignments: SignOnAssignments
    package let passwordRecovery: PasswordRecovery
    /// The keys that seal journeys' states and persistent cookies, which clients carry.
    package let journeyStates: SealingEpochs
    /// The keys that seal persistent cookies.
    package let persistentCookies: SealingEpochs

    /// The services over a platform and the assemblies of the modules beneath.
    package init(
        _ platform: Platform, _ directory: DirectoryServices, _ credentials: CredentialServices, _ messaging: MessagingServices
    ) {
        let (database, configuration, sealer) = (platform.database, platform.configuration, platform.sealer)
        let (audit, time, random) = (platform.audit, platform.time, platform.random)
        journeys = JourneyLibrary(database: database, configuration: configuration)
        scripts = ScriptLibrary(database: database, configuration: configuration)
        policies = PolicyLibrary(database: database, configuration: configuration)
        decisions = PolicyDecisions(database: database, policies: policies, audit: audit, time: time, random: random)
        transactions = Transactions(database: database, time: time)
        carried = CarriedConfiguration(database: database)
        bundles = ConfigurationBundles(configuration: configuration, audit: audit, time: time, sealer: sealer)
        suspended = SuspendedJourneys(sealer: sealer, random: random)
        flows = FlowRecords(database: database, sealer: sealer, quotas: directory.quotas, time: time)
        signOnPolicies = SignOnPolicies(database: database, configuration: configuration, time: time, random: random)
        signOnAssignments = SignOnAssignments(database: database, configuration: configuration, random: random)
        passwordRecovery = PasswordRecovery(
            database: database, users: directory.users, accounts: directory.accounts, attempts: credentials.attempts,
            templates: messaging.templates, mail: messaging.mail, sealer: sealer, time: time, random: random)
        // No run of a journey lasts a day; browsers keep a cookie for 400 days at most.
        journeyStates = SealingEpochs("journey state", sealer, lifetime: 86_400, time: time, random: random)
        persistentCookies = SealingEpochs("persistent cookie", sealer, lifetime: 400 * 86_400, time: time, random: random)
    }
}
