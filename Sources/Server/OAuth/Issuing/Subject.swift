import Foundation
import Primitives

/// The subject of a token, and how `sub` names it: a user by their id, a client that acts for itself by its own.
///
/// Users' ids are UUIDs. A client's id is any text, and one that the platform's API made is a UUID, too. So that no resource server takes a
/// client for a user (RFC 9700 §4.15, RFC 9068 §5), a client whose id could be read as a UUID is named with `client:` before it; a colon
/// stands in no client id and in no UUID (docs/decisions/0049-subjects.md).
enum Subject: Sendable, Equatable {
    case user(UUID)
    case client(String)

    private static let mark = "client:"

    /// The value of `sub`.
    var text: String {
        switch self {
        case .user(let id): id.text
        case .client(let id): Self.couldBeUser(id) ? Self.mark + id : id
        }
    }

    /// Reads a `sub` of this server beside the other claims that say who it can be; nil when it is neither.
    ///
    /// - Parameter client: the client that acts for itself; nil for a token of a user. The bare id of one is from a token that was issued
    ///   before clients were distinguished.
    init?(_ text: String, client: String?) {
        guard let client else {
            guard let user = UUID(text: text) else { return nil }
            self = .user(user)
            return
        }
        self = .client(client)
        guard text == self.text || text == client else { return nil }
    }

    /// Whether a client's id could be read as the id of a user: by the strict readers of UUIDs, and by those that take them without hyphens,
    /// in brackets, or with short groups.
    static func couldBeUser(_ id: String) -> Bool {
        let bare = id.utf8.filter { !"{}()".utf8.contains($0) }
        let groups = bare.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard groups.allSatisfy({ $0.allSatisfy(isHexadecimal) }) else { return false }
        return groups.count == 5 || groups.reduce(0) { $0 + $1.count } == 32
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): true
        default: false
        }
    }
}
