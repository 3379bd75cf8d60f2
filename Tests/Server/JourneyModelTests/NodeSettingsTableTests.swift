import Foundation
import Testing

@testable import JourneyModel

/// That each test of the table exists, and how many rows have none, `scripts/named-settings` holds.
@Suite("Tests/Settings/node.tsv")
struct NodeSettingsTableTests {
    @Test("has a row for each setting of each kind of node, and no other")
    func complete() throws {
        let rows = try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
        let declared = NodeCatalogue.standard.descriptions.flatMap { kind in kind.settings.map { "\(kind.alias).\($0.name)" } }
        #expect(Set(declared).subtracting(rows).sorted() == [], "settings without a row")
        #expect(Set(rows).subtracting(declared).sorted() == [], "rows without a setting")
        #expect(rows.count == Set(rows).count, "a setting has two rows")
    }

    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Settings/node.tsv").standardizedFileURL
}
