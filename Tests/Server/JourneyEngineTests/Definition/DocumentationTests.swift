import Foundation
import Testing

@testable import JourneyEngine

@Suite("The catalogue and docs/journeys.md")
struct DocumentationTests {
    @Test("name the same kinds and settings", arguments: NodeCatalogue.standard.descriptions)
    func page(_ node: NodeDescription) throws {
        let page = try String(contentsOf: Self.file, encoding: .utf8)
        let row = try #require(page.split(separator: "\n").first { $0.hasPrefix("| `\(node.alias)` |") })
        #expect(row.contains("`\(node.name)`"))
        for setting in node.settings { #expect(row.contains("`\(setting.name)`"), "\(node.alias).\(setting.name)") }
    }

    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../../docs/journeys.md").standardizedFileURL
}
