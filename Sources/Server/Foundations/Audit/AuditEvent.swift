package import Foundation
package import Primitives

/// Something that was done, or tried, and by whom.
package struct AuditEvent: Sendable, Equatable {
    /// The kind of event: a noun and a past participle, such as `login.succeeded`.
    package struct Kind: Sendable, Hashable, RawRepresentable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }
        package init(_ name: String) { rawValue = name }
    }

    /// The way it ended.
    package enum Outcome: String, Sendable { case success, failure }

    /// The time; kept to the millisecond.
    package var time: Date
    /// The realm's path name.
    package var realm: String
    package var kind: Kind
    package var outcome: Outcome
    /// The id of the user who did it, or to whom it was done.
    package var user: String?
    /// The OAuth client.
    package var client: String?
    /// The session's handle, never its token.
    package var session: String?
    /// The reason of a failure, in the words of a log.
    package var reason: String?
    /// The other facts to be known.
    package var details = JSONObject()
    /// The facts about a person: address, browser, user name. Left out unless the realm keeps them.
    package var personal = JSONObject()
    /// The user's e-mail address before a change, to be told of it. It is not in the log.
    package var formerMail: String?

    package init(
        _ kind: Kind, _ outcome: Outcome = .success, at time: Date, realm: String, user: String? = nil,
        client: String? = nil, session: String? = nil, reason: String? = nil
    ) {
        self.kind = kind
        self.outcome = outcome
        self.time = time
        self.realm = realm
        self.user = user
        self.client = client
        self.session = session
        self.reason = reason
    }
}

extension AuditEvent {
    /// The number of bytes of the longest text about a person that is written; names that are longer are no user's.
    static let longestPersonal = 512

    /// Cuts what callers have typed, such as the name of a login that failed: it would stay for ever.
    mutating func cutPersonalFields() {
        for (name, value) in personal.members.map({ ($0.name, $0.value) }) {
            guard let text = value.string, text.utf8.count > Self.longestPersonal else { continue }
            let cut = String(decoding: text.utf8.prefix(Self.longestPersonal), as: UTF8.self)  // A character that is cut becomes U+FFFD.
            personal[name] = .string(cut)
        }
    }
}
