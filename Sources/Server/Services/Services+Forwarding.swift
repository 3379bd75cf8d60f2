package import DeviceMessages
package import Foundation
package import DevicePolicies
package import DeviceRegistry
package import Directory
package import Foundations
package import Messaging
package import MultiFactor
package import OAuth
package import Primitives
package import Sessions
package import SignIn
package import Store

/// The services under the names that they had in one list; gone as soon as nothing calls them any more.
package typealias Domain = Services

extension Services {
    package var database: any Database { platform.database }
    package var time: any TimeSource { platform.time }
    package var random: any RandomSource { platform.random }
    package var sealer: Sealer { platform.sealer }
    package var http: any OutboundHTTP { platform.http }
    package var audit: AuditLog { platform.audit }
    package var realms: Realms { directory.realms }
    package var users: Users { directory.users }
    package var schemas: ProfileSchemas { directory.schemas }
    package var populations: Populations { directory.populations }
    package var accounts: Accounts { directory.accounts }
    package var applications: Applications { directory.applications }
    package var keys: SigningKeys { directory.keys }
    package var secrets: RealmSecrets { directory.secrets }
    package var mfaSettings: RealmMFASettings { directory.mfaSettings }
    package var hasher: PasswordHasher { directory.hasher }
    package var quotas: Quotas { directory.quotas }
    package var passwords: PasswordAuthentication { credentials.passwords }
    package var passcodes: PasscodeAuthentication { credentials.passcodes }
    package var securityQuestions: SecurityQuestions { credentials.securityQuestions }
    package var knownBrowsers: KnownBrowsers { credentials.knownBrowsers }
    package var templates: EmailTemplates { messaging.templates }
    package var mailServers: MailServers { messaging.mailServers }
    package var mail: MailDelivery { messaging.mail }
    package var smsGateways: SMSGateways { messaging.smsGateways }
    package var sms: SMSDelivery { messaging.sms }
    package var voiceGateways: SMSGateways { messaging.voiceGateways }
    package var voice: SMSDelivery { messaging.voice }
    package var pushCredentials: PushCredentials { messaging.pushCredentials }
    package var pushSenderKeys: WebPushSenderKeys { messaging.pushSenderKeys }
    package var push: BuiltInPush { messaging.push }
    package var notifications: Notifications { messaging.notifications }
    package var notices: AccountNotices { messaging.notices }
    package var sessions: SessionRegistry { session.registry }
    package var providers: IdentityProviders { session.providers }
    package var federation: Federation { session.federation }
    package var mfaPolicies: DeviceAuthenticationPolicies { devicePolicies.mfaPolicies }
    package var fido2Policies: FIDO2Policies { devicePolicies.fido2Policies }
    package var notificationPolicies: NotificationPolicies { devicePolicies.notificationPolicies }
    package var notificationContents: NotificationContents { devicePolicies.notificationContents }
    package var trustStores: TrustStores { devicePolicies.trustStores }
    package var installations: Installations { deviceRegistry.installations }
    package var devices: Devices { deviceRegistry.devices }
    package var oathTokens: OATHTokens { deviceRegistry.oathTokens }
    package var integrity: IntegrityRules { deviceRegistry.integrity }
    package var challenges: Challenges { deviceRegistry.challenges }
    package var testPushes: TestPushes { deviceRegistry.testPushes }
    package var deviceLogs: DeviceLogs { deviceRegistry.deviceLogs }
    package var deviceProfiles: DeviceProfiles { deviceRegistry.deviceProfiles }
    package var pairingKeys: PairingKeys { pairing.pairingKeys }
    package var pairings: Pairings { pairing.pairings }
    package var migrationKeys: MigrationKeys { pairing.migrationKeys }
    package var deviceAuthentications: DeviceAuthentications { multiFactor.deviceAuthentications }
    package var authenticationCodes: AuthenticationCodes { multiFactor.authenticationCodes }
    package var authenticators: Authenticators { multiFactor.authenticators }
    package var journeys: JourneyLibrary { signIn.journeys }
    package var scripts: ScriptLibrary { signIn.scripts }
    package var policies: PolicyLibrary { signIn.policies }
    package var decisions: PolicyDecisions { signIn.decisions }
    package var transactions: Transactions { signIn.transactions }
    package var carried: CarriedConfiguration { signIn.carried }
    package var bundles: ConfigurationBundles { signIn.bundles }
    package var suspended: SuspendedJourneys { signIn.suspended }
    package var flows: FlowRecords { signIn.flows }
    package var signOnPolicies: SignOnPolicies { signIn.signOnPolicies }
    package var signOnAssignments: SignOnAssignments { signIn.signOnAssignments }
    package var passwordRecovery: PasswordRecovery { signIn.passwordRecovery }
    package var journeyStates: SealingEpochs { signIn.journeyStates }
    package var persistentCookies: SealingEpochs { signIn.persistentCookies }
    package var authorization: Authorization { oauth.authorization }
    package var tokens: Tokens { oauth.tokens }
    package var consents: Consents { oauth.consents }
}

extension Services {
    package func forgetExpired() async throws { try await platform.forgetExpired() }
    package func unlock(_ user: UUID, in realm: UUID) async throws { try await deviceRegistry.unlock(user, in: realm) }
    package func endSession(of token: Secret, in realm: Realm) async throws -> Bool { try await session.end(token, in: realm) }
    package func endSession(handle: String, of user: UUID, in realm: Realm) async throws -> Bool {
        try await session.end(handle: handle, of: user, in: realm)
    }
    package func notifications(by http: any OutboundHTTP, _ configuration: PushConfiguration) -> Notifications {
        messaging.notifications(by: http, configuration)
    }
    package func trialPush(
        to installation: String, in realm: Realm, issuer: DeviceIssuer, isSilent: Bool = false, isTimeSensitive: Bool = false,
        lasting seconds: Int = 40
    ) async throws -> PushMessage {
        try await deviceRegistry.trialPush(
            to: installation, in: realm, issuer: issuer, isSilent: isSilent, isTimeSensitive: isTimeSensitive, lasting: seconds)
    }
}
