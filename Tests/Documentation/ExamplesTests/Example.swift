/// A block of Swift in a page of the documentation.
struct Example: Sendable, CustomStringConvertible {
    /// The page's path in the repository.
    let page: String
    let lines: [Substring]

    var description: String { "\(page): \(lines.first ?? "")" }

    /// All of them: of pages, and of comments that describe declarations.
    static func all() throws -> [Example] {
        let pages = try ["README.md"] + Repository.files("md", below: "docs") + Repository.files("md", below: "Sources")
        return try pages.flatMap { try examples(of: $0) { $0 } }
            + Repository.files("swift", below: "Sources").flatMap { try examples(of: $0, comments) }
    }

    private static func examples(of page: String, _ prose: (String) -> String) throws -> [Example] {
        blocks(prose(try Repository.text(page))).map { Example(page: page, lines: significant($0)) }
    }

    /// What a source says in its comments.
    private static func comments(_ source: String) -> String {
        source.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("///") }
            .map { $0.dropFirst(3).trimmingPrefix(" ") }.joined(separator: "\n")
    }

    /// What stands between fences that name the language.
    private static func blocks(_ text: String) -> [Substring] {
        text.split(separator: "```swift\n", omittingEmptySubsequences: false).dropFirst()
            .compactMap { $0.split(separator: "```", maxSplits: 1, omittingEmptySubsequences: false).first }
    }

    /// The lines that count, without their indentation: neither empty ones nor imports, which a source has at its head.
    static func significant(_ text: some StringProtocol) -> [Substring] {
        text.split(separator: "\n").map { Substring($0.drop { $0 == " " }) }.filter { !$0.isEmpty && !$0.hasPrefix("import ") }
    }
}
