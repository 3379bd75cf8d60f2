import Logging
import Primitives
import ServerTesting
import Synchronization
import Testing

@testable import GatehouseServer

@Suite("The name of a process among those that share a database")
struct NodeNameTests {
    private func configuration(_ flags: [String: String]) throws -> ServerConfiguration {
        try ServerConfiguration(ResolvedSettings(flags: flags))
    }

    @Test("it is the setting, else the machine's with digits that no other process has")
    func names() throws {
        #expect(try configuration(["node-name": "login-1.example"]).node == "login-1.example")
        let (one, other) = (try configuration([:]).node, try configuration([:]).node)
        #expect(one != other && one.hasPrefix(NodeName.machine.prefix(50) + "-") && one.dropLast(6) == other.dropLast(6))
        #expect(try configuration(["node-name": one]).node == one)
    }

    @Test(
        "what would be mistaken for something else is refused",
        arguments: ["", "a:b", "-a", "a b", "é", String(repeating: "a", count: 64)])
    func refused(_ name: String) {
        #expect(throws: ConfigurationError.self) { try configuration(["node-name": name]) }
    }

    @Test("the address is the machine's where a server listens on all of its own, and none where the port is any")
    func addresses() throws {
        #expect(try configuration(["host": "192.0.2.1", "port": "443", "behind-proxy": "on"]).listeningAddress == "192.0.2.1:443")
        #expect(try configuration(["host": "0.0.0.0", "port": "443"]).listeningAddress == "\(NodeName.machine):443")
        #expect(try configuration(["port": "8081"]).listeningAddress == "\(NodeName.machine):8081")
        #expect(try configuration(["port": "0", "public-url": "http://localhost"]).listeningAddress == nil)
    }

    @Test("each line of the log in JSON has it, and no line's own metadata replaces it")
    func logged() throws {
        let lines = Mutex<[[UInt8]]>([])
        let logger = Logger(label: "test") { label in
            JSONLogHandler(label: label, node: "one", now: { ManualTime().now }) { line in lines.withLock { $0.append(line) } }
        }
        logger.error("failed", metadata: ["node": "two"])
        let line = try #require(lines.withLock { $0.first })
        #expect(try JSONValue(parsing: line.dropLast())["node"] == "one")
    }

    @Test("lines of text tell it of a server that shares a database, or was given a name")
    func shared() throws {
        #expect(try !configuration([:]).isOneOfSeveral)
        #expect(try configuration(["node-name": "one"]).isOneOfSeveral)
        #expect(try configuration(["database": "postgres://gatehouse@db.example.com/data"]).isOneOfSeveral)
    }
}
