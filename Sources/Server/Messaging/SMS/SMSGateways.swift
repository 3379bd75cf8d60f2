import Foundation
import Primitives
import ResourceMessages
package import Store
package import Foundations
package import Directory

/// The realms' gateways of one channel: for text messages, or for calls. Their secrets are sealed at rest.
package struct SMSGateways: Sendable {
    /// A realm has one.
    private static let name = "gateway"

    let channel: PhoneChannel
    private let documents: NamedDocuments
    private let sealer: Sealer
    private let realms: Realms
    private let known: RevisionCache<UUID, SMSGateway?>

    /// The gateways of a channel in a database; changes raise the configuration's revision.
    package init(
        _ channel: PhoneChannel = .sms, database: any Database, sealer: Sealer, configuration: ConfigurationChange, realms: Realms
    ) {
        let kind = NamedDocuments.Kind(
            name: channel.rawValue, noun: channel.noun, changed: .realmChanged, unknown: .unknownGateway)
        self.channel = channel
        documents = NamedDocuments(kind, database: database, configuration: configuration)
        self.sealer = sealer
        self.realms = realms
        known = RevisionCache(configuration.revisions)
    }

    /// The gateway that a realm's messages go through: its own, else that of the nearest realm above it; nil when there is none.
    package func gateway(for realm: Realm) async throws -> SMSGateway? {
        var realm = realm
        while true {
            if let gateway = try await own(of: realm) { return gateway }
            guard let parent = RealmPath(components: realm.path.names.dropLast()), !realm.path.names.isEmpty else { return nil }
            realm = try await realms.realm(at: parent)
        }
    }

    /// A realm's own gateway.
    package func own(of realm: Realm) async throws -> SMSGateway? {
        try await known.value(realm.id) {
            guard let document = try await documents.document(Self.name, in: realm.id) else { return nil }
            var gateway = try SMSGateway(stored: document.definition)
            gateway.secret = try document.secret.map { try sealer.open($0, context: context(realm.id)) }
            return gateway
        }
    }

    /// Sets a realm's gateway.
    /// - Throws: ``MessageError`` `.invalid`.
    package func set(_ gateway: SMSGateway, of realm: Realm) async throws {
        try gateway.check(for: channel)
        let secret = try gateway.secret.map { try sealer.seal($0, context: context(realm.id)) }
        try await documents.save(.object(gateway.json), secret: secret, named: Self.name, in: realm.id)
    }

    /// Takes a realm's gateway away.
    /// - Throws: `unknownGateway` when it had none.
    package func remove(of realm: Realm) async throws { try await documents.delete(Self.name, in: realm.id) }

    private func context(_ realm: UUID) -> String { "\(channel.rawValue) gateway/\(realm.text)" }
}
