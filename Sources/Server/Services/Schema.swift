public import Store
import DevicePolicies
import DeviceRegistry
import Directory
package import Foundations
import Messaging
import MultiFactor
import OAuth
import OrchestrationService
import PingIDService
import Risk
import SealedFiles
import Sessions
import SignIn
import UserTransfer
import VerificationPolicies
import Verifications
import Wallets

/// The tables of the domain, as its features declare them.
public enum Schema {
    /// The declarations of all modules of the domain.
    package static let features =
        FoundationsFeatures.all + DirectoryFeatures.all + MessagingFeatures.all + SessionsFeatures.all + DevicePoliciesFeatures.all
        + DeviceRegistryFeatures.all + MultiFactorFeatures.all + PingIDFeatures.all + OrchestrationFeatures.all
        + RiskFeatures.all + SealedFileFeatures.all + WalletFeatures.all + VerificationPoliciesFeatures.all + VerificationFeatures.all
        + SignInFeatures.all
        + OAuthFeatures.all + UserTransferFeatures.all + [migrator]

    /// The settings that realms have.
    package static let settings = SettingsSections(features)

    /// The whole history of the schema.
    public static let migrations = features.migrations

    /// The tables of logs.
    public static let partitioned = [AuditLog.table]

    /// The table of the ``Migrator``, which makes it by itself.
    private static let migrator = Feature(tables: [
        .kept("schema_migration", filled: .byAdministration, because: "the history of the schema")
    ])
}
