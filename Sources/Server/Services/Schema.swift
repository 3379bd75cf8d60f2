public import Store
import Messaging
import DeviceRegistry
import Sessions
import Foundations
import Directory
import MultiFactor
import PingIDService
import DevicePolicies
import OAuth
import SignIn

/// The tables of the domain; each concept declares its own beside its code.
public enum Schema {
    /// The whole history of the schema.
    public static let migrations = [
        Migration(
            id: 1, name: "initial",
            statements: Revisions.tables + Realms.tables + Users.tables + Applications.tables + NamedDocuments.journeys
                + SessionRegistry.tables + SpentOnce.tables + Throttle.tables + AuditLog.tables + Milestones.tables
                + MasterKeyProof.tables + SigningKeys.tables + Grants.tables + PushedRequests.tables),
        Migration(
            id: 2, name: "profiles",
            statements: Users.profileColumns + UserIndex.tables + ProfileSchemas.tables + PasswordHistory.tables
                + SecurityQuestions.tables),
        Migration(id: 3, name: "scripts", statements: ScriptLibrary.tables),
        Migration(id: 4, name: "realm secrets", statements: RealmSecrets.tables),
        Migration(
            id: 5, name: "policies",
            statements: NamedDocuments.policySets + Transactions.tables + SessionRegistry.journeyColumns),
        Migration(id: 6, name: "carried", statements: CarriedConfiguration.tables),
        Migration(id: 7, name: "mail", statements: MailServers.tables + NamedDocuments.emailTemplates + SuspendedJourneys.tables),
        Migration(id: 8, name: "identity providers", statements: NamedDocuments.identityProviders),
        Migration(id: 9, name: "documents", statements: NamedDocuments.tables + NamedDocuments.gathering),
        Migration(id: 10, name: "retry counts", statements: RetryCounts.tables),
        Migration(id: 11, name: "push credentials", statements: PushCredentials.tables),
        Migration(
            id: 12, name: "platform", statements: Populations.userColumns + Users.mfaColumns + Applications.mobileColumns),
        Migration(
            id: 13, name: "push", statements: WebPushSenderKeys.tables + PushMailboxes.tables + PushSubscriptions.tables),
        Migration(
            id: 14, name: "devices",
            statements: Installations.tables + Devices.tables + Passcodes.tables + PairingKeys.tables + PairingAttempt.tables
                + Challenges.tables + IntegrityRules.tables + DeviceAuthentications.tables + AuthenticationCodes.tables
                + DeviceLogs.tables),
        Migration(id: 15, name: "migrations", statements: MigrationKeys.tables),
        Migration(id: 16, name: "unsent pushes", statements: Challenges.unsentColumn),
        Migration(id: 17, name: "integrity", statements: IntegrityRules.reasonColumn + AppAttestKeys.tables),
        Migration(id: 18, name: "passkeys", statements: Passkeys.tables + PasskeyCeremony.tables),
        Migration(id: 19, name: "authenticators", statements: Authenticators.tables),
        Migration(id: 20, name: "mobile payloads", statements: MobilePayloads.tables),
        Migration(id: 21, name: "flows", statements: FlowRecords.tables),
        Migration(id: 22, name: "bound keys", statements: BoundKeys.tables),
        Migration(id: 23, name: "unanswered pushes", statements: Challenges.unansweredIndex),
        Migration(id: 24, name: "device profiles", statements: DeviceProfiles.tables),
        Migration(id: 25, name: "trust stores", statements: TrustStores.tables),
        Migration(id: 26, name: "challenges of authentications", statements: Challenges.authenticationColumn),
        Migration(id: 27, name: "failures by factor", statements: FactorFailures.tables + AuditLog.boundingTables),
        Migration(id: 28, name: "derivation roots", statements: DerivationRoots.tables),
        Migration(id: 29, name: "recovery addresses", statements: Users.recoveryColumns + AccountNotice.tables),
        Migration(id: 30, name: "erasure", statements: SuspendedJourneys.userColumn + AuditLog.personalColumns),
        Migration(
            id: 31, name: "notifications",
            statements: NotificationQuotas.tables + Challenges.presentationColumn + Devices.testColumn),
        Migration(id: 32, name: "password recoveries", statements: PasswordRecoveryCode.tables),
        Migration(id: 33, name: "hardware tokens", statements: OATHToken.tables),
        Migration(id: 34, name: "pingid", statements: PingID.tables + MigrationKeys.movedColumn),
    ]
}
