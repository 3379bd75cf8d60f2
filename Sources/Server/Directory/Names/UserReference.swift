package import Foundation
import Primitives
package import Store
package import Foundations

/// The user whom a call is about, as its caller named them, or by id.
///
/// It is made where a text comes in, and read in one place, ``Users``: no other code below the dialects
/// takes a user's name. A text with two readings, each of which is a user, is refused.
package struct UserReference: Sendable, Equatable {
    private enum Form: Sendable, Equatable {
        case id(UUID)
        case name(String, domain: String)
        /// An id or a name.
        case either(String)
        /// The same, or an identifier across realms.
        case directory(String, RealmPath)
    }

    private let form: Form

    /// A user who is known.
    package init(_ user: User) { form = .id(user.id) }

    /// A user of an id.
    package init(id: UUID) { form = .id(id) }

    /// A name as a caller gave it.
    ///
    /// - Parameter domain: the text that may stand behind an `@` and isn't part of the name; empty for nothing.
    package init(_ name: String, domain: String = "") { form = .name(name, domain: domain) }

    /// A user by id or user name.
    package init(idOrName text: String) { form = .either(text) }

    /// A user of a realm as scripts name them: by id, by the whole identifier across realms (``UniversalID``), or by user name.
    /// An identifier of another realm means none.
    package init(directory text: String, in realm: RealmPath) { form = .directory(text, realm) }

    /// The text, for messages.
    package var text: String {
        switch form {
        case .id(let id): id.text
        case .name(let text, _), .either(let text), .directory(let text, _): text
        }
    }

    /// The name that an account would get which is made for the reference; nil where none is.
    package var newName: String? {
        guard case .name(let text, let domain) = form else { return nil }
        return Self.stripped(text, domain) ?? text
    }

    /// The name by which a user was meant, in the letters of the reference where it has the name.
    package func name(of user: User) -> String {
        guard case .name(let text, let domain) = form else { return user.username }
        if user.isNamed(text) { return text }
        return Self.stripped(text, domain) ?? user.username
    }

    /// The name in front of the domain, however that is written; nil where it doesn't stand behind.
    private static func stripped(_ text: String, _ domain: String) -> String? {
        let bytes = Array(text.utf8)
        guard !domain.isEmpty, let at = bytes.lastIndex(of: UInt8(ascii: "@")), at > 0 else { return nil }
        let end = String(own: bytes[(at + 1)...])
        return NameFolding.areOne(end, domain) ? String(own: bytes[..<at]) : nil
    }

    /// The texts that may be the user's name, the whole one first, and the id that may be the user's.
    fileprivate var readings: (names: [String], id: UUID?) {
        switch form {
        case .id(let id): return ([], id)
        case .name(let text, let domain): return ([text] + [Self.stripped(text, domain)].compactMap(\.self), nil)
        case .either(let text): return ([text], UUID(text: text))
        case .directory(let text, let realm):
            guard UniversalID.isWhole(text) else { return ([text], UUID(text: text)) }
            guard let name = UniversalID.user(of: text, in: realm) else { return ([], nil) }
            return ([text, name], UUID(text: name))
        }
    }
}

extension UserReference: ExpressibleByStringLiteral {
    package init(stringLiteral name: String) { self.init(name) }
}

extension Users {
    /// The user whom a reference means; nil when there is none.
    /// - Throws: `ambiguous` for one that means two.
    package static func user(_ reference: UserReference, realm: UUID, in transaction: any ReadTransaction) throws -> User? {
        let (names, id) = reference.readings
        var found = try names.compactMap { try user(named: $0, realm: realm, in: transaction) }
        if let id, let user = try user(id, realm: realm, in: transaction) { found.append(user) }
        guard let first = found.first else { return nil }
        guard found.allSatisfy({ $0.id == first.id }) else {
            throw DomainError(.ambiguous, "\(JSONValue.string(String(reference.text.prefix(128))).text) may mean two users; use an id")
        }
        return first
    }

    /// The user whom a reference means; nil when there is none.
    /// - Throws: `ambiguous` for one that means two.
    package func user(_ reference: UserReference, in realm: UUID) async throws -> User? {
        try await database.lookUp { try Self.user(reference, realm: realm, in: $0) }
    }
}
