package import Directory
package import Foundations
import Messaging
package import Primitives
package import ResourceMessages

/// A realm's mail server, as administrators see it.
package struct MailServerReport: Sendable {
    /// The server's host name or address.
    package let host: String
    /// The user name; empty for a server without a login.
    package let username: String
    /// Whether it is the realm's own, and not that of a realm above.
    package let isOwn: Bool
    /// Whether a password is stored.
    package let hasPassword: Bool
    /// Its settings, without the password.
    package let json: JSONObject

    /// Its settings, without the password.
    package static var form: Form<Self> {
        let own: [(String, Shape)] = [("authorities", .flag), ("password", .flag), ("inherited", .flag)]
        let shape = ObjectShape(
            name: "MailServer", members: settings.members + own.map { .init(name: $0.0, shape: $0.1, presence: .readOnly) })
        return .told(.object(shape)) { .object($0.json) }
    }

    /// The settings that change.
    package static let settings: ObjectShape = {
        let members: [(String, Shape)] = [
            ("host", .text), ("port", .integer(0...65_535)), ("security", .choice(["tls", "starttls", "none"])), ("username", .text),
            ("from", .text),
        ]
        return ObjectShape(name: "MailServerSettings", members: members.map { .init(name: $0.0, shape: $0.1, presence: .optional) })
    }()

    init(_ server: MailServer, isOwn: Bool) throws {
        host = server.settings.host
        username = server.settings.username
        hasPassword = server.password != nil
        self.isOwn = isOwn
        var summary = try SettingsEditor(server.settings).object
        summary["port"] = .integer(Int64(server.settings.effectivePort))
        summary["authorities"] = .bool(!server.settings.authorities.isEmpty)
        summary["password"] = .bool(hasPassword)
        summary["inherited"] = .bool(!isOwn)
        json = summary
    }
}

/// Shows a realm's mail server.
package struct ShowMailServer: ReadingAction {
    package static let declaration = ActionDeclaration("mail.show", .readConfiguration, "Show a realm's mail server.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(.get("mail"), MailServerReport.form, from: { Self(realm: $0) })
    }

    package var realm: RealmPath

    package init(realm: RealmPath) { self.realm = realm }

    package func perform(in realm: Realm, at site: Site) async throws -> MailServerReport {
        guard let server = try await site.domain.messaging.mailServers.server(for: realm) else {
            throw AdministrationError.noMailServer(realm)
        }
        return try MailServerReport(server, isOwn: try await site.domain.messaging.mailServers.own(of: realm) != nil)
    }
}

/// Looks whether a realm has a mail server of its own.
package struct FindOwnMailServer: ReadingAction {
    package static let declaration = ActionDeclaration("mail.own", .readConfiguration, "Look whether a realm has a mail server of its own.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(.get("mail/own"), .maybe(MailServerReport.form), from: { Self(realm: $0) })
    }

    package var realm: RealmPath

    package init(realm: RealmPath) { self.realm = realm }

    package func perform(in realm: Realm, at site: Site) async throws -> MailServerReport? {
        try await site.domain.messaging.mailServers.own(of: realm).map { try MailServerReport($0, isOwn: true) }
    }
}

/// Sets a realm's mail server. A member that isn't given stays as it was.
package struct SetMailServer: ChangingAction {
    package static let declaration = ActionDeclaration(
        "mail.set", .administer, "Set a realm's mail server; a running server follows within a second.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .patch("mail"), MailServerReport.form, from: { Self(realm: $0, assignments: []) },
            .init("settings", \.assignments, .changes(of: .object(MailServerReport.settings))),
            .init("authorities", optional: \.authorities, .words), .init("password", optional: \.password, .sent, .writeOnly))
    }

    package var realm: RealmPath
    /// The new values, each by the name of what it changes.
    package var assignments: [Assignment]
    /// Authorities in PEM that the server's certificate may be signed by.
    package var authorities: String?
    /// The password; needed for a new user name, and where none is stored.
    package var password: Secret?

    package init(realm: RealmPath, assignments: [Assignment], authorities: String? = nil, password: Secret? = nil) {
        self.realm = realm
        self.assignments = assignments
        self.authorities = authorities
        self.password = password
    }

    package func perform(in realm: Realm, at site: Site) async throws -> MailServerReport {
        var server = try await site.domain.messaging.mailServers.own(of: realm) ?? MailServer(MailServerSettings())
        let before = server.settings.username
        server.settings = try SettingsEditor(server.settings).assigning(assignments)
        if let authorities { server.settings.authorities = authorities }
        let username = server.settings.username
        server.password = username.isEmpty ? nil : password ?? (username == before ? server.password : nil)
        guard username.isEmpty || server.password != nil else {
            throw AdministrationError(.invalid, "the user name \(username) needs a password")
        }
        try await site.domain.messaging.mailServers.set(server, of: realm)
        return try MailServerReport(server, isOwn: true)
    }
}

/// Takes a realm's own mail server away.
package struct UnsetMailServer: ChangingAction {
    package static let declaration = ActionDeclaration("mail.unset", .administer, "Take a realm's own mail server away.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(.delete("mail"), .nothing, from: { Self(realm: $0) })
    }

    package var realm: RealmPath

    package init(realm: RealmPath) { self.realm = realm }

    package func perform(in realm: Realm, at site: Site) async throws {
        guard try await site.domain.messaging.mailServers.remove(of: realm) else {
            throw AdministrationError(.unknown, "realm \(realm.path) has no mail server of its own")
        }
    }
}

/// Sends a message, so that whatever is wrong with the mail server shows.
package struct TestMail: ChangingAction {
    package static let declaration = ActionDeclaration(
        "mail.test", .administer, "Send a message, and say whether the mail server took it.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("mail:test"), SentMessage.form, from: { Self(realm: $0, recipient: "") },
            .init("recipient", \.recipient, .name, .required))
    }

    package var realm: RealmPath
    /// The address that the message goes to.
    package var recipient: String

    package init(realm: RealmPath, recipient: String) {
        self.realm = realm
        self.recipient = recipient
    }

    package func perform(in realm: Realm, at site: Site) async throws -> SentMessage {
        let recipient = try MailAddress(recipient)
        guard let server = try await site.domain.messaging.mailServers.server(for: realm) else {
            throw AdministrationError.noMailServer(realm)
        }
        let content = MailContent(
            subject: "Gatehouse can send mail", text: "Realm \(realm.path) sends its mail through \(server.settings.host).\n")
        try await site.domain.messaging.mail.sendNow(
            MailOrder(content, to: recipient, in: realm, purpose: "test", by: BudgetAsker(.server, at: "command line")))
        return SentMessage(host: server.settings.host, recipient: recipient.text)
    }
}

/// A message that a server or gateway took.
package struct SentMessage: Reported {
    /// The host that took the message.
    package let host: String
    /// The address or number that the message went to.
    package let recipient: String

    package static let reportName = "SentMessage"

    package static var members: [Member<Self>] {
        [
            Member(told: "host", .words, \.host),
            Member(told: "to", .words, \.recipient),
        ]
    }
}

extension AdministrationError {
    fileprivate static func noMailServer(_ realm: Realm) -> Self {
        Self(
            .unknown,
            "realm \(realm.path) has no mail server; set one with: gatehouse mail set host=… from=… --realm \(realm.path.name)")
    }
}
