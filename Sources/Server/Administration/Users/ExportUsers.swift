package import Directory
package import Foundations
import Primitives
package import ResourceMessages
import UserFiles
import UserTransfer

/// Gives users as records that an import reads.
package struct ExportUsers: ReadingAction {
    package static let declaration = ActionDeclaration(
        "user.export", .administer, "Print users as records that an import reads.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .get("users:export"), Page.form, from: { Self(realm: $0) }, .init("begin", \.after, .text(0...2048)),
            .init("count", \.limit, .integer(1...1000)), .init("hashes", \.hasHashes, .flag))
    }

    package var realm: RealmPath
    /// The key after which the page begins.
    package var after = ""
    /// The greatest number of users to return.
    package var limit = 500
    /// Whether the hashes of passwords come along.
    package var hasHashes = false

    package init(realm: RealmPath, after: String = "", hasHashes: Bool = false) {
        self.realm = realm
        self.after = after
        self.hasHashes = hasHashes
    }

    /// Some users.
    package struct Page: Reported {
        let records: [JSONObject]
        let last: String?

        package static let reportName = "ExportedUsers"

        package static var members: [Member<Self>] {
            [
                Member(told: "users", .rows(.open), \.records),
                Member(told: "last", .maybe(.words), \.last),
            ]
        }
    }

    package func perform(in realm: Realm, at site: Site) async throws -> Page {
        let (records, last) = try await site.domain.userExports.records(in: realm, after: after, limit: limit, withHashes: hasHashes)
        return Page(records: records.map(\.json), last: last)
    }
}
