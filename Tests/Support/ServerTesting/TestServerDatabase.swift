import Crypto
import Foundation
import PostgresTesting
import Primitives

/// The database of a server over a data directory, where the environment wants the servers of tests to use the cluster
/// (``TestCluster/ofAllTests``): a database for each directory, so that a server that is started again finds its own.
enum TestServerDatabase {
    /// The settings by which a server finds its database, which is made if it isn't there; none for the embedded one.
    static func settings(for directory: String) throws -> [String: String] {
        guard let cluster = TestCluster.ofAllTests else { return [:] }
        try cluster.make(name(for: directory), from: "template0")
        return ["database": cluster.connection(to: name(for: directory)), "database-connections": "4"]
    }

    /// Makes the database of a directory as a copy of another's, which no server has open.
    static func copy(of original: String, for directory: String) throws {
        try TestCluster.ofAllTests?.make(name(for: directory), from: name(for: original))
    }

    private static func name(for directory: String) -> String {
        "s" + Hexadecimal.encode(Array(SHA256.hash(data: Array(directory.utf8)).prefix(12)))
    }
}
