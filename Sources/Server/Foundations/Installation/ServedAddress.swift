import Primitives
package import Store

/// The address at which apps reach the server, as it was told when it was started last. Commands on the server's data read it, since they are
/// started without the server's flags.
package struct ServedAddress: Sendable {
    /// The table `served_address` of the installation; rows stay when a realm goes.
    package static let feature = Feature(
        history: [SchemaStep(49, "served address", tables)],
        tables: [.kept("served_address", filled: .byAdministration, because: "the server's address")])

    private static let tables: [SQL] = [
        "CREATE TABLE served_address (name TEXT NOT NULL PRIMARY KEY, base TEXT NOT NULL)"
    ]

    private let database: any Database

    package init(database: any Database) { self.database = database }

    /// Writes the address, without a slash at its end.
    package func tell(_ base: String) async throws {
        guard try await told != base else { return }
        try await database.write {
            try $0.execute("INSERT INTO served_address (name, base) VALUES ('base', ?1) ON CONFLICT (name) DO UPDATE SET base = ?1", base)
        }
    }

    /// The address; nil while no server has been started on these data.
    package var told: String? {
        get async throws {
            try await database.lookUp { try $0.row("SELECT base FROM served_address WHERE name = 'base'")?.text("base") }
        }
    }
}
