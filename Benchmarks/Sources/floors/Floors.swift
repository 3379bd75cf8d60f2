import Foundation
import Hummingbird
import Logging
import Primitives
import Store
import StorePostgres

/// The floors that the server's figures are measured against: `floors serve <port> <directory>` and `floors hash <seconds> <threads>`.
@main
struct Floors {
    static func main() async throws {
        let arguments = CommandLine.arguments
        switch (arguments.dropFirst().first, arguments.count) {
        case ("serve", 4):
            guard let port = Int(arguments[2]) else { throw Usage() }
            try await serve(port: port, directory: arguments[3])
        case ("hash", 4):
            guard let seconds = Double(arguments[2]), let threads = Int(arguments[3]) else { throw Usage() }
            FileHandle.standardOutput.write(Data("\(try bareHashRate(seconds: seconds, threads: threads))\n".utf8))
        default: throw Usage()
        }
    }

    /// A handler that answers plain JSON, one that commits a row per request through the server's own store, one whose row is the body, one that keeps
    /// the body as a file, and a remote authentication without anything but its arithmetic.
    private static func serve(port: Int, directory: String) async throws {
        let database = try await database(in: directory)
        let router = Router()
        router.post("json") { _, _ in ResponseBody() }
        router.post("commit") { _, _ in
            let id = UUID().uuidString
            try await database.write { transaction in
                _ = try transaction.execute("INSERT INTO rows (id, value) VALUES (?1, ?2)", id, "value")
            }
            return ResponseBody()
        }
        router.post("bytes") { request, _ in
            let (id, bytes) = (UUID().uuidString, String(buffer: try await request.body.collect(upTo: 1 << 20)))
            try await database.write { transaction in
                _ = try transaction.execute("INSERT INTO rows (id, value) VALUES (?1, ?2)", id, bytes)
            }
            return ResponseBody()
        }
        router.put("upload") { request, _ in
            try await BareUpload.keep(request.body, in: directory)
            return ResponseBody()
        }
        try BareSealed(database).add(to: router)
        var logger = Logger(label: "floors")
        logger.logLevel = .error
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)), logger: logger)
        try await application.runService()
    }

    /// The store that the measured server has too: an embedded database in a directory, or the PostgreSQL database that a variable names.
    private static func database(in directory: String) async throws -> any Database {
        let table = Migration(id: 1, name: "rows", statements: ["CREATE TABLE rows (id TEXT PRIMARY KEY, value TEXT NOT NULL)"])
        guard let address = ProcessInfo.processInfo.environment["FLOOR_DATABASE"] else {
            return try await SQLiteDatabase.open(at: directory + "/floor.db", migrations: [table])
        }
        return try await PostgresDatabase.open(PostgresConfiguration(connection: Secret(address)), migrations: [table])
    }

    private struct ResponseBody: ResponseEncodable {
        var status = "ok"
        var count = 1
    }

    private struct Usage: Error, CustomStringConvertible {
        var description: String { "usage: floors serve PORT DIRECTORY | floors hash SECONDS THREADS" }
    }
}
