import Testing

/// The page about the documented SDK names a test for each chapter.
@Suite("The page about the documented SDK")
struct CompatibilityTests {
    private static let page = "docs/compatibility.md"
    private static let folder = "Tests/Compatibility"
    private static let rows = "docs/compatibility.tsv"

    /// The tests in the page's tables, as `File.function`.
    private static func named() throws -> [String] {
        try Repository.text(rows).split(separator: "\n").compactMap(Row.init).flatMap { $0.tests.map(String.init) }
    }

    @Test("every test that it names is there", arguments: try named())
    func exists(_ name: String) throws {
        let parts = name.split(separator: ".")
        let files = try ["Tests/Client", "Tests/Server", Self.folder].flatMap { try Repository.files("swift", below: $0) }
        let texts = try files.filter { $0.hasSuffix("/\(parts[0]).swift") }.map { try Repository.text($0) }
        #expect(texts.contains { $0.contains("@Test") && $0.contains("func \(parts[1])(") })
    }

    @Test("every test against a server is named")
    func complete() throws {
        let named = try Self.named()
        let files = try ["FRAuthTests", "PingOneSDKTests"].flatMap { module in
            try Repository.files("swift", below: "\(Self.folder)/\(module)/Live").filter { $0.hasSuffix("Tests.swift") }
        }
        let suites = files.compactMap { $0.split(separator: "/").last?.split(separator: ".").first }
        #expect(!suites.isEmpty)
        for suite in suites { #expect(named.contains { $0.hasPrefix("\(suite).") }, "\(suite)") }
    }

    /// A row of the page, as it is written.
    private struct Row {
        let state: String
        let tests: [Substring]
        let line: String

        init?(_ text: Substring) {
            let fields = text.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count == 5 else { return nil }
            state = String(fields[2])
            tests = fields[3].split(separator: " ")
            let cell = (tests.map { "`\($0)`" }.joined(separator: ", ") + (fields[4].isEmpty || tests.isEmpty ? "" : "; ") + fields[4])
            line = state == "missing" ? "- \(fields[1])" + (fields[4].isEmpty ? "" : ": \(fields[4])") : "| \(fields[1]) | \(cell) |"
        }
    }

    @Test("its tables are what the rows say, and each row that is there names a test")
    func generated() throws {
        let lines = try Repository.text(Self.rows).split(separator: "\n").filter { !$0.hasPrefix("#") }
        let rows = lines.compactMap(Row.init)
        #expect(rows.count == lines.count && rows.contains { $0.state == "missing" })
        for row in rows { #expect(["there", "elsewhere", "missing"].contains(row.state) && (row.state == "there") == !row.tests.isEmpty) }
        let headings: Set = ["| what | tests |", "| --- | --- |"]
        // The names that aren't offered come from lists of their own.
        var page = try Repository.text(Self.page)
        var lists = 0
        while let names = page.firstRange(of: "<!-- scripts/api-coverage --write "),
            let after = page[names.upperBound...].firstRange(of: "<!-- until here -->")
        {
            page.removeSubrange(names.lowerBound..<after.upperBound)
            lists += 1
        }
        #expect(lists == 2)
        let written = page.split(separator: "\n").map(String.init)
            .filter { ($0.hasPrefix("| ") || $0.hasPrefix("- ")) && !headings.contains($0) }
        #expect(written.sorted() == rows.map(\.line).sorted(), "run scripts/compatibility")
    }
}
