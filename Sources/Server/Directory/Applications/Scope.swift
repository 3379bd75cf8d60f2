package import OAuthMessages
import Primitives

/// A set of scopes in the order of the request (RFC 6749 §3.3).
package struct Scope: Sendable, Equatable, CustomStringConvertible {
    /// The scopes, in the order of the request.
    package let values: [String]

    /// The longest text that is read, in bytes: a longer one is refused before any work is done on it.
    static let maximumBytes = 2048

    /// No scope at all.
    package static let none = Scope(values: [])

    init(values: [String]) {
        var seen: Set<String> = []
        self.values = values.filter { seen.insert($0).inserted }
    }

    /// Reads a space-separated list.
    /// - Throws: `invalid_scope` when it is too long or a scope has other characters than RFC 6749 §3.3 allows.
    package init(parsing text: String) throws(OAuthError) {
        guard text.utf8.count <= Self.maximumBytes else {
            throw OAuthError(.invalidScope, "a scope of \(text.utf8.count) bytes; at most \(Self.maximumBytes) are taken")
        }
        guard text.utf8.allSatisfy(Self.isAllowed) else {
            throw OAuthError(.invalidScope, "a scope has a character that RFC 6749 §3.3 doesn't allow")
        }
        self.init(values: text.split(separator: " ").map(String.init))
    }

    /// Reads the text of a grant or token that this server made.
    package init(stored text: String) { values = text.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) } }

    package var description: String { values.joined(separator: " ") }
    /// Whether there is no scope.
    package var isEmpty: Bool { values.isEmpty }
    /// Whether a scope is among them; compared as an exact text.
    package func contains(_ scope: String) -> Bool { values.contains(scope) }
    /// Whether all of them are among others.
    package func isSubset(of other: Scope) -> Bool { values.allSatisfy(other.contains) }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x21 || (0x23...0x5B).contains(byte) || (0x5D...0x7E).contains(byte)
    }
}

extension Scope {
    /// The scope that makes a request one of OpenID Connect (OpenID Connect Core §3.1.2.1).
    package static let openID = "openid"
    /// OpenID Connect Core §11: the grant outlives a logout.
    package static let offlineAccess = "offline_access"
    /// The scope of a client that may introspect every token of its realm, as the documented SDKs' set-up guides name it.
    package static let introspectAll = "am-introspect-all-tokens"
    /// The scope of a token for the resource of users, as the documented tenants name it. A client that acts for itself administers the
    /// realm's users with it, so only an administrator gives it to one; a user may do with it what they may with their session.
    package static let manageUsers = "fr:idm:*"
    /// The scope of a token for the JSON endpoints, as the documented tenants name it: a resource server's own client asks for decisions
    /// about any user with it, so only an administrator gives it to one.
    package static let askForDecisions = "fr:am:*"
}

extension ApplicationSettings {
    /// The scope of a request: what it asks for, or the default when it doesn't say.
    /// - Throws: `invalid_scope` when the application may not have one of them.
    package func scope(requested text: String?) throws(OAuthError) -> Scope {
        guard let text, !text.isEmpty else { return Scope(values: defaultScopes) }
        let requested = try Scope(parsing: text)
        for scope in requested.values where !scopes.contains(scope) && !defaultScopes.contains(scope) {
            throw OAuthError(.invalidScope, "the client may not ask for the scope \(scope.prefix(64))")
        }
        return requested
    }
}
