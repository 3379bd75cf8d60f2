import Foundation
import OAuthMessages
import Primitives
import Store

/// Checks which client a request comes from.
struct ClientAuthenticator: Sendable {
    private let applications: Applications
    private let database: any Database
    private let audit: AuditLog
    private let time: any TimeSource
    private let blocked = BlockedClients()

    init(applications: Applications, database: any Database, audit: AuditLog, time: any TimeSource) {
        self.applications = applications
        self.database = database
        self.audit = audit
        self.time = time
    }

    /// The application that the credentials prove.
    ///
    /// A confidential client must show its secret, a public one can't have any. Unknown, disabled and wrong are one answer. Wrong
    /// secrets are counted in the database; when one address has sent too many for a client, it is refused for a minute.
    ///
    /// - Throws: `invalid_client`.
    func authenticate(_ credentials: ClientCredentials, in realm: Realm, from address: String) async throws -> Application {
        let source = BlockedClients.Source(realm: realm.id, client: credentials.id, address: address)
        let now = time.now
        let refusal = OAuthError(.invalidClient, "client authentication failed")
        guard !blocked.contains(source, at: now) else { throw refusal }
        let application = try await applications.application(credentials.id, in: realm.id)
        guard let application, application.settings.isEnabled, Self.accepts(credentials.secret, for: application) else {
            if credentials.secret != nil { try await countFailure(source, in: realm, at: now) }
            throw refusal
        }
        return application
    }

    private static func accepts(_ presented: Secret?, for application: Application) -> Bool {
        switch (application.secret, presented) {
        case (nil, nil): application.isPublic
        case (let secret?, let presented?): !application.isPublic && secret == presented
        default: false
        }
    }

    private func countFailure(_ source: BlockedClients.Source, in realm: Realm, at now: Date) async throws {
        let event = AuditEvent(.clientRefused, .failure, at: now, realm: realm.path.description, client: String(source.client.prefix(128)))
        let isWithinLimit = try await database.write { transaction in
            try audit.append(event, in: transaction)
            return try Throttle.allow(
                "client", from: "\(source.address) \(source.client.prefix(128))", realm: realm.id,
                limit: realm.settings.failuresPerAddressAndMinute, at: now, in: transaction)
        }
        if !isWithinLimit { blocked.insert(source, until: now.addingTimeInterval(60)) }
    }
}
