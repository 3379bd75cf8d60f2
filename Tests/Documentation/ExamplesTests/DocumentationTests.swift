import Testing

/// The examples of the README, of the modules' articles and of comments stand in a test too, word for word, so that they compile.
@Suite("The documentation's examples")
struct DocumentationTests {
    @Test("an example is code that a test compiles", arguments: try Example.all())
    func compiles(_ example: Example) throws {
        let sources = try Repository.text(ofAll: "swift", below: "Tests")
        #expect(sources.contains { Example.significant($0).contains(example.lines) })
    }

    @Test("there are examples to check, in the README, in articles and in comments")
    func found() throws {
        let pages = Set(try Example.all().map(\.page))
        #expect(pages.contains("README.md") && pages.contains { $0.hasSuffix(".docc/JourneyMessages.md") })
        #expect(pages.contains { $0.hasSuffix("/FRURLProtocol.swift") })
    }
}
