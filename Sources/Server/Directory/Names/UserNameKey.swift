import Foundation
import Primitives

/// The form of a user's name that is stored to find the user by, once in a realm.
///
/// It is the folded name. Of users whose names have become one by another version of the folding, each has the id behind it: no lookup by
/// the folded name alone finds one of them in place of the other.
package struct UserNameKey: Sendable, Equatable {
    let text: String

    /// Behind it stands the id. No name has a control character.
    private static let separator = "\u{1F}"

    /// The key of a name that is one user's.
    init(folded: String) { text = folded }

    /// The key of a name that is several users'.
    init(folded: String, sharedBy user: UUID) { text = folded + Self.separator + user.text }

    /// A key as it is stored.
    package init(stored text: String) { self.text = text }

    /// Whether a text names the user who has this key.
    package func names(_ name: String, exactly username: String) -> Bool {
        name.utf8.elementsEqual(username.utf8) || NameFolding.folded(name)?.utf8.elementsEqual(text.utf8) ?? false
    }

    /// The pattern of keys with ids behind a pattern of folded names.
    static func shared(_ pattern: String) -> String { pattern + separator + "%" }

    /// The end of the keys of a folded name, those with ids among them.
    static func end(of folded: String) -> String { folded + " " }
}
