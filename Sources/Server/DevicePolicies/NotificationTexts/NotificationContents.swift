package import Foundation
package import Primitives
import ResourceMessages
package import Store
package import Foundations
import Directory

/// The texts of all realms' notifications. Those that no realm has set are ``NotificationContent/standard(of:in:)``.
package struct NotificationContents: Sendable {
    private static let kind = NamedDocuments.Kind(
        name: "notificationContent", noun: "notification content", changed: .mfaConfigurationChanged, unknown: .unknownResource)
    /// A realm has at most so many of its own.
    private static let most = 200

    private let database: any Database
    private let configuration: ConfigurationChange
    private let time: any TimeSource
    private let random: any RandomSource
    private let known: RevisionCache<UUID, RealmNotificationContents>

    package init(database: any Database, configuration: ConfigurationChange, time: any TimeSource, random: any RandomSource) {
        self.database = database
        self.configuration = configuration
        self.time = time
        self.random = random
        known = RevisionCache(configuration.revisions)
    }

    /// A realm's texts as they are now.
    package func current(in realm: UUID) async throws -> RealmNotificationContents {
        try await known.value(realm) { try await database.read { try Self.all(in: realm, $0) } }
    }

    /// All texts of a template, those that every realm has at the end.
    package func all(of template: NotificationTemplate, in realm: UUID) async throws -> [NotificationContent] {
        try await current(in: realm).all(of: template)
    }

    /// A text of a template; nil when there is none.
    package func content(_ id: UUID, of template: NotificationTemplate, in realm: UUID) async throws -> NotificationContent? {
        try await all(of: template, in: realm).first { $0.id == id }
    }

    /// Adds a text to a template.
    ///
    /// - Returns: the text with its id.
    /// - Throws: ``ShapeError`` when it couldn't be sent, or the template has one for the same case.
    package func create(
        _ content: NotificationContent, of template: NotificationTemplate, in realm: UUID
    ) async throws -> NotificationContent {
        var made = content
        (made.id, made.created, made.updated) = (random.uuid(), time.now, time.now)
        try await write(made, of: template, "created", in: realm) { all in
            guard all.count < Self.most else { throw ShapeError(.tooMany, at: "", "a realm has at most \(Self.most) contents") }
        }
        return made
    }

    /// Puts a text in the place of the one with its id. Its way of delivery and its language stay what they were.
    /// - Throws: `unknownResource`; ``ShapeError``.
    package func replace(
        _ content: NotificationContent, of template: NotificationTemplate, in realm: UUID
    ) async throws -> NotificationContent {
        guard let old = try await self.content(content.id, of: template, in: realm) else { throw Self.unknown(content.id) }
        try Self.requireOwn(old)
        for (member, isSame) in [("method", old.method == content.method), ("locale", old.locale == content.locale)]
        where !isSame {
            throw ShapeError(.immutable, at: member, "it can't be changed; make another content")
        }
        var changed = content
        (changed.created, changed.updated) = (old.created, time.now)
        try await write(changed, of: template, "replaced", in: realm) { all in
            guard all.custom[template]?.contains(where: { $0.id == content.id }) == true else { throw Self.unknown(content.id) }
        }
        return changed
    }

    /// Removes a text, after which another counts in its place.
    /// - Throws: `unknownResource`; `invalid` for one that every realm has.
    package func delete(_ id: UUID, of template: NotificationTemplate, in realm: UUID) async throws {
        guard let old = try await content(id, of: template, in: realm) else { throw Self.unknown(id) }
        try Self.requireOwn(old)
        try await configuration.write(.mfaConfigurationChanged, Self.details("deleted", template, id), realm: realm) { transaction in
            try NamedDocuments.remove(Self.name(template, id), Self.kind, realm: realm, in: transaction)
        }
    }

    private func write(
        _ content: NotificationContent, of template: NotificationTemplate, _ change: String, in realm: UUID,
        _ check: @escaping @Sendable (RealmNotificationContents) throws -> Void
    ) async throws {
        try content.check(as: template)
        try await configuration.write(.mfaConfigurationChanged, Self.details(change, template, content.id), realm: realm) { transaction in
            let all = try Self.all(in: realm, transaction)
            try check(all)
            guard all.custom[template]?.contains(where: { $0.id != content.id && $0.isSame(as: content) }) != true else {
                throw ShapeError(.taken, at: "variant", "there is a content of this way of delivery, language and variant already")
            }
            let name = Self.name(template, content.id)
            try NamedDocuments.write(.object(content.checked().json), Self.kind, named: name, realm: realm, in: transaction)
        }
    }

    private static func all(in realm: UUID, _ transaction: any ReadTransaction) throws -> RealmNotificationContents {
        var custom: [NotificationTemplate: [NotificationContent]] = [:]
        for document in try NamedDocuments.all(kind, realm: realm, in: transaction) {
            let parts = document.name.split(separator: "/").map(String.init)
            guard parts.count == 2, let template = NotificationTemplate(exactly: parts[0]), let id = UUID(text: parts[1]) else {
                continue
            }
            var content = try NotificationContent(stored: document.definition)
            content.id = id
            custom[template, default: []].append(content)
        }
        return RealmNotificationContents(realm: realm, custom: custom)
    }

    private static func requireOwn(_ content: NotificationContent) throws(DomainError) {
        guard !content.isStandard else {
            throw DomainError(.invalid, "every realm has this content as it is; make one of the realm's own, which then counts")
        }
    }

    private static func details(_ change: String, _ template: NotificationTemplate, _ id: UUID) -> JSONObject {
        ["resource": .string(kind.noun), "change": .string(change), "template": .string(template.rawValue), "id": .string(id.text)]
    }

    private static func name(_ template: NotificationTemplate, _ id: UUID) -> String { "\(template.rawValue)/\(id.text)" }
    private static func unknown(_ id: UUID) -> DomainError { DomainError(.unknownResource, "no notification content \(id.text)") }
}
