import DeviceMessages
import Foundation
package import Primitives
package import Store
package import DeviceRegistry
package import Messaging
package import Directory
package import Foundations
package import Sessions
package import MultiFactor
package import OrchestrationService
package import PingIDService
package import Risk
package import DevicePolicies
package import OAuth
package import SignIn

/// The whole domain over one database: what a dialect, a journey's node or the command line calls.
///
/// A class only so that handing it on costs one reference; nothing of it ever changes.
package final class Domain: Sendable {
    package let database: any Database
    package let time: any TimeSource
    package let random: any RandomSource
    package let hasher: PasswordHasher
    package let sealer: Sealer
    /// The client by which requests of this server's own are sent.
    package let http: any OutboundHTTP
    package let audit: AuditLog
    private let erasure: Erasure

    package let realms: Realms
    package let users: Users
    package let schemas: ProfileSchemas
    package let accounts: Accounts
    package let securityQuestions: SecurityQuestions
    package let deviceProfiles: DeviceProfiles
    package let applications: Applications
    package let pushCredentials: PushCredentials
    /// This server's own push service.
    package let push: BuiltInPush
    package let pushSenderKeys: WebPushSenderKeys
    package let notifications: Notifications
    package let journeys: JourneyLibrary
    package let scripts: ScriptLibrary
    package let secrets: RealmSecrets
    package let trustStores: TrustStores
    package let policies: PolicyLibrary
    package let decisions: PolicyDecisions
    package let transactions: Transactions
    package let carried: CarriedConfiguration
    package let bundles: ConfigurationBundles
    package let templates: EmailTemplates
    package let mailServers: MailServers
    package let mail: MailDelivery
    package let smsGateways: SMSGateways
    package let sms: SMSDelivery
    package let voiceGateways: SMSGateways
    /// Calls.
    package let voice: SMSDelivery
    package let notificationContents: NotificationContents
    package let notificationPolicies: NotificationPolicies
    package let suspended: SuspendedJourneys
    package let providers: IdentityProviders
    package let federation: Federation
    package let mfaSettings: RealmMFASettings
    package let mfaPolicies: DeviceAuthenticationPolicies
    package let fido2Policies: FIDO2Policies
    package let populations: Populations
    package let signOnPolicies: SignOnPolicies
    package let signOnAssignments: SignOnAssignments
    package let sessions: SessionRegistry
    package let passwords: PasswordAuthentication
    package let passcodes: PasscodeAuthentication
    package let keys: SigningKeys
    package let authorization: Authorization
    package let tokens: Tokens
    /// The consents that users have given to applications.
    package let consents: Consents
    package let installations: Installations
    package let devices: Devices
    package let pairingKeys: PairingKeys
    package let pairings: Pairings
    package let migrationKeys: MigrationKeys
    package let challenges: Challenges
    package let integrity: IntegrityRules
    package let deviceAuthentications: DeviceAuthentications
    package let authenticationCodes: AuthenticationCodes
    package let testPushes: TestPushes
    package let deviceLogs: DeviceLogs
    package let authenticators: Authenticators
    package let pingID: PingID
    package let orchestrations: Orchestrations
    package let risk: RiskService
    package let flows: FlowRecords
    package let oathTokens: OATHTokens
    package let passwordRecovery: PasswordRecovery
    package let quotas: Quotas
    /// The marks of browsers in which users have signed in.
    package let knownBrowsers: KnownBrowsers
    /// The keys that seal journeys' states and persistent cookies, which clients carry.
    package let journeyStates: SealingEpochs
    package let persistentCookies: SealingEpochs
    /// The notices that owners get of changes to their accounts.
    package let notices: AccountNotices

    /// - Parameter activationRounds: the cost of a try of an activation password of the Orchestration SDK, for simulations; nil for the one that
    ///   devices have.
    package init(
        database: any Database, sealer: Sealer, hasher: PasswordHasher, time: any TimeSource, random: any RandomSource,
        mail sender: any MailSender = NoMail(), http: any OutboundHTTP = NoOutboundHTTP(), sms texter: (any SMSSender)? = nil,
        push carrying: PushConfiguration = PushConfiguration(),
        riskSources: any RiskSources = NoRiskSources(), activationRounds: Int? = nil
    ) {
        let revisions = Revisions(database: database, time: time)
        self.database = database
        self.time = time
        self.random = random
        self.hasher = hasher
        self.sealer = sealer
        self.http = http
        audit = AuditLog(
            AuditPrivacy(key: sealer.roots.oldest.key("personal fields of the audit log")), random: random,
            listeners: Schema.features.compactMap(\.listener))
        let erasure = Erasure(Schema.features)
        self.erasure = erasure
        let configuration = ConfigurationChange(
            database: database, revisions: revisions, audit: audit, time: time, settings: Schema.settings)
        let quotas = Quotas(time: time)
        self.quotas = quotas
        knownBrowsers = KnownBrowsers(sealer: sealer, time: time)
        realms = Realms(database: database, configuration: configuration, erasure: erasure, random: random)
        users = Users(
            database: database, reservations: NameReservations(Schema.features), erasure: erasure, audit: audit, time: time,
            random: random)
        schemas = ProfileSchemas(database: database, configuration: configuration)
        accounts = Accounts(
            database: database, users: users, schemas: schemas, hasher: hasher, quotas: quotas, sessions: SessionRegistry.self,
            audit: audit, time: time, random: random)
        applications = Applications(
            database: database, time: time, sealer: sealer, configuration: configuration, erasure: erasure)
        pushCredentials = PushCredentials(
            database: database, sealer: sealer, configuration: configuration, time: time, random: random)
        push = BuiltInPush(database: database, time: time, random: random)
        pushSenderKeys = WebPushSenderKeys(database: database, sealer: sealer, revisions: revisions, time: time, random: random)
        notifications = Notifications(
            credentials: pushCredentials, senderKeys: pushSenderKeys, builtIn: push, http: http, configuration: carrying, time: time,
            random: random)
        journeys = JourneyLibrary(database: database, configuration: configuration)
        scripts = ScriptLibrary(database: database, configuration: configuration)
        secrets = RealmSecrets(database: database, sealer: sealer, configuration: configuration)
        trustStores = TrustStores(database: database, configuration: configuration)
        policies = PolicyLibrary(database: database, configuration: configuration)
        decisions = PolicyDecisions(database: database, policies: policies, audit: audit, time: time, random: random)
        transactions = Transactions(database: database, time: time)
        carried = CarriedConfiguration(database: database)
        bundles = ConfigurationBundles(configuration: configuration, audit: audit, time: time, sealer: sealer)
        templates = EmailTemplates(database: database, configuration: configuration)
        mailServers = MailServers(database: database, sealer: sealer, configuration: configuration, realms: realms)
        let limits = MessageLimits(database: database, time: time)
        mail = MailDelivery(
            limits: limits, database: database, servers: mailServers, sender: sender, audit: audit, time: time, random: random)
        smsGateways = SMSGateways(database: database, sealer: sealer, configuration: configuration, realms: realms)
        voiceGateways = SMSGateways(.voice, database: database, sealer: sealer, configuration: configuration, realms: realms)
        let phone = texter ?? HTTPSMSSender(http: http)
        sms = SMSDelivery(limits: limits, gateways: smsGateways, sender: phone, database: database, audit: audit, time: time)
        voice = SMSDelivery(limits: limits, gateways: voiceGateways, sender: phone, database: database, audit: audit, time: time)
        notificationContents = NotificationContents(database: database, configuration: configuration, time: time, random: random)
        notificationPolicies = NotificationPolicies(
            database: database, configuration: configuration, time: time, random: random,
            isNamed: DeviceAuthenticationPolicy.name(notifications:in:_:))
        suspended = SuspendedJourneys(sealer: sealer, random: random)
        providers = IdentityProviders(database: database, sealer: sealer, configuration: configuration)
        federation = Federation(http: http, time: time)
        mfaSettings = RealmMFASettings(database: database, configuration: configuration)
        mfaPolicies = DeviceAuthenticationPolicies(
            database: database, configuration: configuration, time: time, random: random,
            isNamed: SignOnPolicies.name(devicePolicy:in:_:))
        fido2Policies = FIDO2Policies(
            database: database, configuration: configuration, time: time, random: random,
            isNamed: DeviceAuthenticationPolicy.name(fido2:in:_:))
        populations = Populations(database: database, configuration: configuration, audit: audit, time: time, random: random)
        signOnPolicies = SignOnPolicies(database: database, configuration: configuration, time: time, random: random)
        signOnAssignments = SignOnAssignments(database: database, configuration: configuration, random: random)
        sessions = SessionRegistry(database: database, time: time, random: random)
        let attempts = Attempts(database: database, users: users, audit: audit, time: time)
        passwords = PasswordAuthentication(attempts: attempts, hasher: hasher)
        passcodes = PasscodeAuthentication(attempts: attempts)
        passwordRecovery = PasswordRecovery(
            database: database, users: users, accounts: accounts, attempts: attempts, templates: templates, mail: mail, sealer: sealer,
            time: time, random: random)
        deviceProfiles = DeviceProfiles(database: database, audit: audit, time: time)
        securityQuestions = SecurityQuestions(
            database: database, attempts: attempts, hasher: hasher, audit: audit, time: time, random: random)
        keys = SigningKeys(
            database: database, sealer: sealer, audit: audit, configuration: configuration, time: time, random: random)
        pairingKeys = PairingKeys(
            database: database, sealer: sealer, applications: applications, policies: mfaPolicies, settings: mfaSettings, audit: audit,
            time: time, random: random)
        let payloads = MobilePayloads(
            database: database, quotas: quotas, applications: applications, policies: mfaPolicies, settings: mfaSettings, keys: pairingKeys,
            time: time,
            random: random)
        let clients = ClientAuthenticator(applications: applications, database: database, audit: audit, time: time)
        consents = Consents(database: database, applications: applications, audit: audit, time: time)
        let userQuotas = UserQuotas(time: time)
        authorization = Authorization(
            applications: applications, keys: keys, sessions: sessions, clients: clients,
            pushed: PushedRequests(database: database, quotas: quotas, time: time, random: random), consents: consents, payloads: payloads,
            signOnPolicies: signOnPolicies,
            signOnAssignments: signOnAssignments, quotas: userQuotas, database: database, sealer: sealer, audit: audit, time: time,
            random: random)
        tokens = Tokens(
            keys: keys, clients: clients, applications: applications, sessions: sessions,
            accessTokens: AccessTokens(random: random), payloads: payloads, quotas: userQuotas, database: database, sealer: sealer,
            audit: audit, time: time, random: random)
        installations = Installations(database: database, time: time, random: random, erasure: erasure, audit: audit)
        let generated = Passcodes(sealer: sealer, random: random)
        let messages = DeviceMessenger(
            database: database, keys: keys, notifications: notifications, installations: installations, mail: mail,
            phone: [.sms: sms, .voice: voice], contents: notificationContents, policies: notificationPolicies, time: time)
        devices = Devices(
            database: database, users: users, policies: mfaPolicies, fido2Policies: fido2Policies, trustStores: trustStores,
            settings: mfaSettings, passcodes: generated, messages: messages,
            sealer: sealer, time: time, random: random, erasure: erasure, audit: audit)
        oathTokens = OATHTokens(database: database, passcodes: generated, erasure: erasure, audit: audit, time: time, random: random)
        let ruleBook = MFARuleBook(
            applications: applications, policies: mfaPolicies, fido2Policies: fido2Policies, settings: mfaSettings, revisions: revisions)
        integrity = IntegrityRules(
            database: database, applications: applications, ruleBook: ruleBook, audit: audit,
            verifiers: [
                .apple: AppAttestVerifier(keys: AppAttestKeys(database: database), time: time),
                .google: PlayIntegrityVerifier(service: PlayIntegrityService(http: http, time: time), time: time),
            ], time: time)
        challenges = Challenges(
            database: database, integrity: integrity, succession: DeviceAuthentications.self, audit: audit, time: time, random: random)
        pairings = Pairings(
            database: database, users: users, applications: applications, policies: mfaPolicies, settings: mfaSettings,
            notifications: notifications,
            trials: PushTrials(
                database: database, users: users, applications: applications, challenges: challenges, messages: messages, time: time),
            installations: installations, keys: pairingKeys, passcodes: generated, followers: PingID.self, erasure: erasure, audit: audit,
            time: time,
            random: random)
        migrationKeys = MigrationKeys(database: database, audit: audit, applications: applications, time: time)
        deviceAuthentications = DeviceAuthentications(
            database: database, applications: applications, ruleBook: ruleBook, devices: devices, challenges: challenges,
            passcodes: generated, messages: messages, sealer: sealer, audit: audit, time: time, random: random)
        authenticationCodes = AuthenticationCodes(
            database: database, applications: applications, ruleBook: ruleBook, integrity: integrity, audit: audit, time: time,
            random: random)
        testPushes = TestPushes(
            database: database, challenges: challenges, messages: messages, applications: applications, users: users, time: time)
        // No run of a journey lasts a day; browsers keep a cookie for 400 days at most.
        journeyStates = SealingEpochs("journey state", sealer, lifetime: 86_400, time: time, random: random)
        persistentCookies = SealingEpochs("persistent cookie", sealer, lifetime: 400 * 86_400, time: time, random: random)
        notices = AccountNotices(database: database, realms: realms, users: users, templates: templates, mail: mail, time: time)
        flows = FlowRecords(database: database, sealer: sealer, quotas: quotas, time: time)
        deviceLogs = DeviceLogs(database: database, audit: audit, time: time, random: random)
        pingID = PingID(
            database: database, applications: applications, accounts: accounts, installations: installations, devices: devices,
            passcodes: generated, keys: keys, notifications: notifications, logs: deviceLogs, sealer: sealer,
            configuration: configuration, erasure: erasure, audit: audit, time: time, random: random)
        risk = RiskService(
            database: database, realms: realms, applications: applications, keys: keys, sources: riskSources, sealer: sealer,
            quotas: quotas, configuration: configuration, audit: audit, time: time, random: random)
        orchestrations = Orchestrations(
            database: database, applications: applications, accounts: accounts, notifications: notifications,
            hasher: hasher, stretchingRounds: activationRounds,
            risk: OrchestrationRiskService(service: risk), sealer: sealer, configuration: configuration, audit: audit, time: time,
            random: random)
        authenticators = Authenticators(
            database: database, users: users, applications: applications, policies: mfaPolicies, devices: devices,
            passcodes: generated, challenges: challenges, messages: messages, push: push, attempts: attempts, sealer: sealer,
            audit: audit, time: time, random: random)
    }

    /// Removes what has expired. Everything is refused by its age when it is used; this only saves space.
    package func forgetExpired() async throws {
        let now = time.now
        try await database.write { transaction in
            try self.audit.tellSampled(before: now, in: transaction)
            let sweep = Feature.Sweep(now: now, erasure: self.erasure, transaction: transaction)
            for feature in Schema.features { try feature.sweep?(sweep) }
        }
    }
}
