import Foundation
@testable import GatehouseServer
import Primitives
import ServerTesting
import StorePostgres
import Testing

@Suite("The settings of the database")
struct DatabaseSettingsTests {
    private static let address = "postgres://gatehouse@db.example.com,other.example.com:6432/data"

    private func configuration(_ flags: [String: String], _ environment: [String: String] = [:]) throws -> ServerConfiguration {
        try ServerConfiguration(ResolvedSettings(flags: flags, environment: environment))
    }

    @Test("without one it is the file in the data directory; an address names servers and database, and no user")
    func names() throws {
        #expect(try configuration(["data-directory": "/data"]).databaseName == "/data/gatehouse.db")
        let configuration = try configuration(["database": Self.address, "database-connections": "7"])
        #expect(configuration.databaseName == "db.example.com,other.example.com:6432/data")
        #expect(configuration.postgres?.connections == 7 && configuration.postgres?.password?() == nil)
    }

    @Test(
        "an address with a password is refused and not repeated, and so is what is no address",
        arguments: [
            "postgres://u:hush@db.example.com/data", "postgresql://u@db.example.com/data?password=hush",
            "postgres://u@db.example.com/data?sslpassword=hush", "mysql://hush", "hush", "host=hush",
        ])
    func refused(_ text: String) throws {
        let error = #expect(throws: ConfigurationError.self) { try configuration(["database": text]) }
        #expect(error?.problems.count == 1 && error?.problems.first?.contains("hush") == false)
        #expect(error?.problems.first?.hasPrefix("database must be an address such as postgres://") == true)
    }

    @Test("the password is a secret setting, or a file's first line, which is read at each connection")
    func password() throws {
        let given = try configuration(["database": Self.address], ["GATEHOUSE_DATABASE_PASSWORD": "hush"])
        #expect(given.postgres?.password?() == Secret("hush"))
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let file = try directory.write("hush ä\r\nnotes", to: "password")
        let configuration = try configuration(["database": Self.address, "database-password-file": file])
        try configuration.checkDatabasePassword()
        #expect(configuration.postgres?.password?() == Secret("hush ä"))
        _ = try directory.write("other", to: "password")
        #expect(configuration.postgres?.password?() == Secret("other"))
        _ = try directory.write("", to: "password")
        #expect(throws: ServerError(.badFile)) { try configuration.checkDatabasePassword() }
    }

    @Test("sealed files are in the database that servers share, and beside the embedded one, unless the setting says otherwise")
    func files() throws {
        for (address, place, expected) in [
            (Self.address, nil, true), (Self.address, "folder", false), (nil, nil, false), (nil, "auto", false), (nil, "database", true),
        ] {
            var flags: [String: String] = [:]
            (flags["database"], flags["sealed-files"]) = (address, place)
            #expect(try configuration(flags).keepsFilesInDatabase == expected)
        }
    }

    @Test("a password is for a database, and given once")
    func alone() throws {
        #expect(throws: ConfigurationError.self) { try configuration(["database-password-file": "file"]) }
        #expect(throws: ConfigurationError.self) {
            try configuration(["database": Self.address, "database-password-file": "file"], ["GATEHOUSE_DATABASE_PASSWORD": "hush"])
        }
    }
}
