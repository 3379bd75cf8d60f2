package import DevicePolicies
package import DeviceRegistry
package import Directory
package import Foundations
package import Messaging
package import MultiFactor
package import OAuth
package import OrchestrationService
package import PingIDService
package import Primitives
package import Risk
package import SealedFiles
package import Sessions
package import SignIn
package import Store
import VerificationPolicies
package import Verifications
package import Wallets

/// The services of all modules of the domain, put together over one database. Programs and tests hold it; what is beneath them declares
/// the few assemblies that it takes.
///
/// A class only so that handing it on costs one reference; nothing of it ever changes.
package final class Services: Sendable {
    package let platform: Platform
    package let directory: DirectoryServices
    package let credentials: CredentialServices
    package let messaging: MessagingServices
    package let session: SessionServices
    /// The rules for devices, and the texts of messages to users.
    package let devicePolicies: DevicePolicyServices
    /// The users' devices, and their registration.
    package let deviceRegistry: DeviceServices
    package let pairing: PairingServices
    package let multiFactor: MultiFactorServices
    package let signIn: SignInServices
    package let oauth: OAuthServices
    package let risk: RiskService
    package let pingID: PingID
    package let orchestrations: Orchestrations
    package let wallets: Wallets
    package let verifications: Verifications

    /// - Parameters:
    ///   - carriers: the ways out of this server that messages take; by default none.
    ///   - envelopes: the place where mail of wallets is kept; in memory unless said otherwise.
    ///   - verification: the things from elsewhere that verifications stand on.
    ///   - activationRounds: the cost of a try of an activation password of the Orchestration SDK, for simulations; nil for the one that
    ///     devices have.
    package init(
        _ platform: Platform, hasher: PasswordHasher, carriers: MessageCarriers = MessageCarriers(),
        riskSources: any RiskSources = NoRiskSources(), envelopes: any SealedFileStore = MemoryFileStore(),
        verification: VerificationSources = VerificationSources(), activationRounds: Int? = nil
    ) {
        self.platform = platform
        directory = DirectoryServices(platform, hasher: hasher, sessions: SessionRegistry.self)
        credentials = CredentialServices(platform, directory)
        messaging = MessagingServices(platform, directory, carriers, documents: Challenges.self)
        session = SessionServices(platform)
        devicePolicies = DevicePolicyServices(platform)
        deviceRegistry = DeviceServices(platform, directory, messaging, devicePolicies, succession: DeviceAuthentications.self)
        pairing = PairingServices(platform, directory, messaging, devicePolicies, deviceRegistry, followers: PingID.self)
        multiFactor = MultiFactorServices(platform, directory, credentials, messaging, devicePolicies, deviceRegistry, pairing)
        signIn = SignInServices(platform, directory, credentials, messaging)
        oauth = OAuthServices(platform, directory, session, multiFactor, signIn)
        risk = RiskService(platform, directory, sources: riskSources)
        pingID = PingID(platform, directory, messaging, deviceRegistry)
        orchestrations = Orchestrations(
            platform, directory, notifications: messaging.notifications, risk: OrchestrationRiskService(service: risk),
            stretchingRounds: activationRounds)
        wallets = Wallets(platform, directory, notifications: messaging.notifications, files: envelopes)
        verifications = Verifications(
            platform, directory, notifications: messaging.notifications, messages: deviceRegistry.messages, sources: verification)
    }

    /// The services over one database, with the seams one by one.
    package convenience init(
        database: any Database, sealer: Sealer, hasher: PasswordHasher, time: any TimeSource, random: any RandomSource,
        mail sender: any MailSender = NoMail(), http: any OutboundHTTP = NoOutboundHTTP(), sms texter: (any SMSSender)? = nil,
        messages turn: OutboxTurn = .atOnce, push carrying: PushConfiguration = PushConfiguration(),
        riskSources: any RiskSources = NoRiskSources(), envelopes: any SealedFileStore = MemoryFileStore(),
        verification: VerificationSources = VerificationSources(), activationRounds: Int? = nil
    ) {
        self.init(
            Platform(
                database: database, sealer: sealer, time: time, random: random, http: http, features: Schema.features),
            hasher: hasher, carriers: MessageCarriers(mail: sender, phone: texter, push: carrying, turn: turn), riskSources: riskSources,
            envelopes: envelopes, verification: verification, activationRounds: activationRounds)
    }
}
