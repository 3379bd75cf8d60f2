package import Foundation
package import Primitives
package import Store
package import Foundations

/// Objects that came with imported journeys and have no counterpart here, such as themes: kept as they are, so that an export has them
/// again. They have no effect.
package struct CarriedConfiguration: Sendable {
    /// The table `carried`; rows go with their realm.
    package static let feature = Feature(
        history: [SchemaStep(6, "carried", tables)],
        tables: [.free("carried", filled: .byAdministration, because: "configuration")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE carried (
            realm TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (realm, kind, id))
        """
    ]

    /// Bounds on one object: 4 MiB, as deep as what is imported.
    private static let limits = JSONLimits(bytes: 4 << 20)

    /// An object, by its kind and its id, both of the file that it came from.
    package struct Object: Sendable, Equatable {
        /// The kind, by the name of its section in the file.
        package let kind: String
        /// The id in the file, unique among its kind.
        package let id: String
        package let value: JSONValue

        package init(kind: String, id: String, value: JSONValue) {
            self.kind = kind
            self.id = id
            self.value = value
        }
    }

    private let database: any Database

    package init(database: any Database) { self.database = database }

    /// All objects of a realm, by kind and id.
    package func all(in realm: UUID) async throws -> [Object] {
        try await database.read { transaction in
            try transaction.rows("SELECT * FROM carried WHERE realm = ?1 ORDER BY kind, id", realm).map(Self.object)
        }
    }

    /// Stores an object, new or in place of the one of the same kind and id.
    static func write(_ object: Object, realm: UUID, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO carried (realm, kind, id, value) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (realm, kind, id) DO UPDATE SET value = ?4
            """, realm, object.kind, object.id, object.value.text)
    }

    /// Whether an object is small enough to be kept.
    package static func canHold(_ value: JSONValue) -> Bool { value.encoded.count <= limits.bytes }

    private static func object(_ row: Row) throws -> Object {
        Object(
            kind: try row.text("kind"), id: try row.text("id"),
            value: try JSONValue(parsing: try row.text("value"), limits: limits))
    }
}
