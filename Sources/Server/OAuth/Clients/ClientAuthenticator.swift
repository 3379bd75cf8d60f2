import Foundation
import OAuthMessages
package import Primitives
package import Store
package import Directory
package import Foundations

/// Checks which client a request comes from.
package struct ClientAuthenticator: Sendable {
    private let applications: Applications
    private let database: any Database
    private let audit: AuditLog
    private let time: any TimeSource
    private let blocked = BlockedClients()
    /// The number of failures of one address that are written into the audit log in a minute; more are only counted.
    private static let mostWritten = 5

    package init(applications: Applications, database: any Database, audit: AuditLog, time: any TimeSource) {
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
        let source = BlockedClients.Source(realm: realm.id, client: credentials.id, address: NetworkPrefix(of: address))
        let now = time.now
        let refusal = OAuthError(.invalidClient, "client authentication failed")
        guard !blocked.contains(source, at: now) else { throw refusal }
        let application = try await applications.application(credentials.id, in: realm.id)
        guard application != nil || !blocked.contains(source.ofNobody, at: now) else { throw refusal }
        guard let application, application.settings.isEnabled, Self.accepts(credentials.secret, for: application) else {
            if credentials.secret != nil { try await countFailure(source, from: address, isKnown: application != nil, in: realm, at: now) }
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

    /// - Parameter isKnown: whether there is such a client. Failures of ids that no client has are one kind, since random ids would fill
    ///   the log.
    private func countFailure(
        _ source: BlockedClients.Source, from address: String, isKnown: Bool, in realm: Realm, at now: Date
    ) async throws {
        var event = AuditEvent(.clientRefused, .failure, at: now, realm: realm.path.description, client: String(source.client.prefix(128)))
        event.personal["address"] = .string(address)
        let counted: Throttle.Source = .address(address, client: isKnown ? source.client : "")
        let isWithinLimit = try await database.write { [event] transaction in
            try audit.append(event, sampledBy: counted, most: Self.mostWritten, in: transaction)
            return try Throttle.allow(
                "client", from: counted, realm: realm.id,
                limit: realm.settings[BoundsSettings.self].failuresPerAddressAndMinute, at: now, in: transaction)
        }
        if !isWithinLimit { blocked.insert(isKnown ? source : source.ofNobody, until: now.addingTimeInterval(60)) }
    }
}
