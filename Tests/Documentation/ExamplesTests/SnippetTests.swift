import Testing

/// Each snippet of the documents is compiled by a file that has its code, and run by a test that is there.
@Suite("The documents' snippets")
struct SnippetTests {
    private static let folder = "Tests/Compatibility"

    struct Row: Sendable, CustomTestStringConvertible {
        let document: String
        let line: Int
        let code: String
        let files: [Substring]
        let tests: [Substring]

        var testDescription: String { "\(document):\(line)" }

        init?(_ text: Substring) {
            let fields = text.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count == 5, let line = Int(fields[1]) else { return nil }
            document = String(fields[0])
            self.line = line
            code = String(fields[2])
            files = fields[3].split(separator: " ")
            tests = fields[4].split(separator: " ")
        }
    }

    private static func lines() throws -> [Substring] {
        try Repository.text("\(folder)/snippets.tsv").split(separator: "\n").filter { !$0.hasPrefix("#") }
    }

    @Test("each is compiled where the row says, and named with a test that runs it", arguments: try lines().compactMap(Row.init))
    func compiled(_ row: Row) throws {
        #expect(!row.code.isEmpty && !row.files.isEmpty && !row.tests.isEmpty)
        for file in row.files {
            #expect(try Repository.text("\(Self.folder)/\(file)").contains(row.code), "\(file)")
        }
        // A documented app that runs against the server stands with the server's tests.
        let files = try Repository.files("swift", below: "Tests")
        for test in row.tests {
            let parts = test.split(separator: ".")
            let texts = try files.filter { $0.hasSuffix("/\(parts[0]).swift") }.map { try Repository.text($0) }
            #expect(texts.contains { $0.contains("@Test") && $0.contains("func \(parts[1])(") }, "\(test)")
        }
    }

    @Test("each row is one, and no line of a document is there twice")
    func rows() throws {
        let (lines, rows) = (try Self.lines(), try Self.lines().compactMap(Row.init))
        #expect(lines.count == rows.count && Set(rows.map(\.testDescription)).count == rows.count)
    }
}
