import Foundation
import Primitives
import Testing
@testable import GatehouseServer

@Suite("The declaration of the server's settings")
struct ServerSettingsReferenceTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../..").standardizedFileURL

    @Test("docs/server-settings.md is what gatehouse config settings --markdown prints")
    func page() throws {
        let page = try String(contentsOf: Self.root.appending(path: "docs/server-settings.md"), encoding: .utf8)
        #expect(page == ServerSettingsReference.markdown, "write it anew: gatehouse config settings --markdown > docs/server-settings.md")
    }

    @Test("each setting has a row with the test that shows its effect")
    func table() throws {
        let table = try String(contentsOf: Self.root.appending(path: "Tests/Settings/server.tsv"), encoding: .utf8)
        let rows = table.split(separator: "\n").compactMap { $0.split(separator: "\t").first.map(String.init) }
        #expect(Set(rows) == Set(ServerSettings.descriptions.map(\.key)) && rows.count == Set(rows).count)
    }

    @Test("each property is declared, in the order of the properties")
    func declared() {
        let properties = Mirror(reflecting: ServerSettings()).children.compactMap(\.label)
        #expect(properties == ServerSettings.descriptions.map(\.name))
    }

    @Test("a key is its property's name, in small letters with hyphens")
    func keys() {
        let keys = ServerSettings.descriptions.map(\.key)
        #expect(keys.contains("tls-cert") && keys.contains("max-connections-per-address") && keys.contains("push-apns-sandbox"))
    }

    @Test("settings are values: what one copy is given, another doesn't have")
    func copies() {
        let one = ServerSettings()
        var other = one
        other.idleTimeout = 6
        #expect(one.idleTimeout == 75 && other.idleTimeout == 6)
    }
}
