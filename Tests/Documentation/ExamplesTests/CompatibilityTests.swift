import Testing

/// The page about the documented SDK names a test for each chapter.
@Suite("The page about the documented SDK")
struct CompatibilityTests {
    private static let page = "docs/compatibility.md"
    private static let folder = "Tests/Compatibility"

    /// The tests in the page's table, as `File.function`.
    private static func named() throws -> [String] {
        try Repository.text(page).split(separator: "\n").filter { $0.hasPrefix("| ") }
            .flatMap { $0.matches(of: /`([A-Za-z]+\.[A-Za-z]+)`/).map { String($0.1) } }
    }

    @Test("every test that it names is there", arguments: try named())
    func exists(_ name: String) throws {
        let parts = name.split(separator: ".")
        let file = try #require(try Repository.files("swift", below: Self.folder).first { $0.hasSuffix("/\(parts[0]).swift") })
        #expect(try Repository.text(file).contains("@Test") && Repository.text(file).contains("func \(parts[1])("))
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
}
