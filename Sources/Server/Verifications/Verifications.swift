import DeviceMessages
package import DeviceRegistry
package import Directory
import Foundation
package import Foundations
package import Messaging
import Primitives
import SealedFiles
import Store
package import VerificationPolicies

/// Verifications of users' identity: transactions from the code to the result, their documents, and the checks (`docs/protocols/verify.md`).
///
/// A class only so that handing it on costs one reference; nothing of it ever changes.
package final class Verifications: Sendable {
    /// The rules of realms for verifications, and the providers outside.
    package let rules: VerificationPolicyServices
    let database: any Database
    let sealer: Sealer
    let audit: AuditLog
    let time: any TimeSource
    let random: any RandomSource
    let users: Users
    let files: any SealedFileStore
    let policies: any VerifyPolicySource
    let providers: any VerificationProviderSource
    let builtIn: BuiltInProvider
    let serviceKeys: ServiceKeys
    let bell: VerificationBell
    let messages: DeviceMessenger
    let uploads = UploadTurns()
    let pictureRooms = PictureRooms()
    let codes: RealmHashes
    let tokens: RealmHashes
    let browsers: RealmHashes
    private let realms: Realms

    /// Makes the service.
    package init(
        _ platform: Platform, _ directory: DirectoryServices, notifications: Notifications, messages: DeviceMessenger,
        sources: VerificationSources = VerificationSources()
    ) {
        database = platform.database
        sealer = platform.sealer
        audit = platform.audit
        time = platform.time
        random = platform.random
        users = directory.users
        realms = directory.realms
        codes = RealmHashes("verification code", platform.sealer)
        tokens = RealmHashes("verification token", platform.sealer)
        browsers = RealmHashes("verification browser", platform.sealer)
        serviceKeys = ServiceKeys(platform)
        bell = VerificationBell(platform, notifications: notifications, applications: directory.applications)
        self.messages = messages
        builtIn = BuiltInProvider(pictures: sources.pictures)
        files = sources.files
        rules = VerificationPolicyServices(platform)
        policies = sources.policies ?? StoredVerifyPolicies(policies: rules.policies)
        providers = sources.providers ?? Webhooks(providers: rules.providers, keys: serviceKeys, http: platform.http)
    }

    /// The realm of an id; nil for one that isn't there, or has no verifications.
    package func realm(named text: String) async throws -> Realm? {
        guard let id = UUID(text: text), id.text.isExactly(text) else { return nil }
        do {
            let realm = try await realms.realm(id: id)
            return realm.settings[VerificationSettings.self].verification ? realm : nil
        } catch let error as DomainError where error.code == .unknownRealm { return nil }
    }

    /// The realm of a row, for work that no request is waiting for.
    func realm(_ id: UUID) async throws -> Realm? {
        do { return try await realms.realm(id: id) } catch let error as DomainError where error.code == .unknownRealm { return nil }
    }

    /// The service's keys in a realm, made when they are first asked for.
    package func keys(at site: VerificationSite) async throws -> VerificationServiceKeys { try await serviceKeys.keys(of: site.realm.id) }
}
