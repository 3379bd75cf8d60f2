package import Directory
package import Foundations
package import MultiFactor
package import Sessions
package import SignIn

/// The services of authorization, tokens and consents.
///
/// A class only so that handing it on costs one reference; nothing of it ever changes.
package final class OAuthServices: Sendable {
    package let authorization: Authorization
    package let tokens: Tokens
    /// The consents that users have given to applications.
    package let consents: Consents

    /// The services over a platform and the assemblies of the modules beneath.
    package init(
        _ platform: Platform, _ directory: DirectoryServices, _ session: SessionServices, _ multiFactor: MultiFactorServices,
        _ signIn: SignInServices
    ) {
        let (database, sealer, audit) = (platform.database, platform.sealer, platform.audit)
        let (time, random, applications) = (platform.time, platform.random, directory.applications)
        let clients = ClientAuthenticator(applications: applications, database: database, audit: audit, time: time)
        let quotas = UserQuotas(over: platform.quotas, time: time)
        consents = Consents(database: database, audit: audit, time: time)
        authorization = Authorization(
            applications: applications, keys: directory.keys, sessions: session.registry, clients: clients,
            pushed: PushedRequests(database: database, quotas: directory.quotas, time: time, random: random), consents: consents,
            payloads: multiFactor.payloads, signOnPolicies: signIn.signOnPolicies, signOnAssignments: signIn.signOnAssignments,
            quotas: quotas, database: database, sealer: sealer, audit: audit, time: time, random: random)
        tokens = Tokens(
            keys: directory.keys, clients: clients, applications: applications, sessions: session.registry,
            accessTokens: AccessTokens(random: random), payloads: multiFactor.payloads, quotas: quotas, database: database,
            sealer: sealer, audit: audit, time: time, random: random)
    }
}
