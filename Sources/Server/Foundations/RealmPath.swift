import Primitives

/// The place of a realm in the tree of realms, as a slash path: `/` is the root, `/alpha` a child of it.
package struct RealmPath: Sendable, Hashable, CustomStringConvertible {
    /// The names from the root down.
    package let names: [String]

    /// The path of the root realm, `/`.
    package static let root = RealmPath(names: [])

    private init(names: [String]) { self.names = names }

    /// Reads `/`, `/alpha`, `alpha`, `root`, `root/alpha`, `/a/b`; nil when a name is empty, longer than 64 bytes or has other
    /// characters than letters, digits, `-`, `_` and `.`, or there are more than 8.
    package init?(_ text: some StringProtocol) {
        var names = String(text).split(separator: "/").map(String.init)
        if names.first == "root" { names.removeFirst() }
        self.init(components: names)
    }

    /// A path of names.
    package init?(components names: [String]) {
        guard names.count <= 8, names.allSatisfy(Self.isName) else { return nil }
        self.names = names
    }

    package var description: String { "/" + names.joined(separator: "/") }

    /// The last name, `root` for the root: what people call the realm.
    package var name: String { names.last ?? "root" }

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 64 && name != "." && name != ".."
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}
