/// A block of Swift in a page of the documentation.
struct Example: Sendable, CustomStringConvertible {
    /// The page's path in the repository.
    let page: String
    let lines: [Substring]

    var description: String { "\(page): \(lines.first ?? "")" }

    /// All of them.
    static func all() throws -> [Example] {
        let pages = ["README.md"] + (try Repository.files("md", below: "Sources"))
        return try pages.flatMap { page in blocks(try Repository.text(page)).map { Example(page: page, lines: significant($0)) } }
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
