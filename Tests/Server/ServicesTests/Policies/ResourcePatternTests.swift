import Testing
import SignIn

@Suite("Resource patterns")
struct ResourcePatternTests {
    struct Case: Sendable, CustomStringConvertible {
        let pattern: String
        let resource: String
        let matches: Bool

        init(_ pattern: String, _ resource: String, _ matches: Bool) {
            self.pattern = pattern
            self.resource = resource
            self.matches = matches
        }
        var description: String { "\(pattern) \(matches ? "has" : "hasn't") \(resource)" }
    }

    @Test(
        "* is anything but a question mark, -*- stays in its segment",
        arguments: [
            Case("https://api.example.com/a", "https://api.example.com/a", true),
            Case("https://api.example.com/a", "https://api.example.com/ab", false),
            Case("https://api.example.com/*", "https://api.example.com/a/b/c", true),
            Case("https://api.example.com/*", "https://api.example.com/", true),
            Case("https://api.example.com/*", "https://api.example.com", true),
            Case("https://api.example.com/*", "https://api.example.com/a?b=c", false),
            Case("https://api.example.com/*?*", "https://api.example.com/a?b=c", true),
            Case("https://api.example.com/*?*", "https://api.example.com/a", false),
            Case("https://*.example.com/x*y*z", "https://api.example.com/x1y2y3z", true),
            Case("https://*.example.com/x*y*z", "https://api.example.com/x1y2y3zz?z", false),
            Case("https://api.example.com/-*-/b", "https://api.example.com/a/b", true),
            Case("https://api.example.com/-*-/b", "https://api.example.com/a/a/b", false),
            Case("https://api.example.com/-*-", "https://api.example.com/a", true),
            Case("https://api.example.com/-*-", "https://api.example.com/a/b", false),
            Case("https://api.example.com/-*-", "https://api.example.com/a?b", false),
            Case("https://api.example.com/a*a", "https://api.example.com/a", false),
            Case("*", "transfer:everything/there", true), Case("transfer:*", "transfer:x", true), Case("transfer:*", "pay:x", false),
            Case("https://api.example.com/a/", "https://api.example.com/a", true),
            Case("https://api.example.com/a", "https://api.example.com/a/", true),
            Case("https://api.example.com/a/*", "https://api.example.com/a", true),
        ])
    func wildcards(_ test: Case) throws {
        let pattern = try #require(ResourcePattern(test.pattern))
        #expect(pattern.matches(try #require(ResourceName(test.resource))) == test.matches)
    }

    @Test(
        "another spelling of a URL is the same resource (RFC 3986 §6.2)",
        arguments: [
            "HTTPS://API.example.com/transfer/now", "https://api.example.com:443/transfer/now", "https://api.example.com/x/../transfer/now",
            "https://api.example.com/%74ransfer/now", "https://api.example.com/x/%2e%2e/transfer/./now",
            "https://api.example.com/transfer/now#part", "https://api.example.com/../../transfer/now",
        ])
    func spellings(_ text: String) throws {
        #expect(try #require(ResourceName(text)).text == "https://api.example.com/transfer/now")
        #expect(try #require(ResourcePattern("https://api.example.com/transfer/*")).matches(try #require(ResourceName(text))))
    }

    @Test("other scripts are the same raw and escaped, and a combining mark hides no slash")
    func scripts() throws {
        let raw = try #require(ResourceName("https://api.example.com/überweisung"))
        #expect(raw.text == "https://api.example.com/%C3%BCberweisung" && ResourceName("https://api.example.com/%c3%bcberweisung") == raw)
        #expect(try #require(ResourcePattern("https://api.example.com/ü*")).matches(raw))
        let hidden = try #require(ResourceName("https://api.example.com/a/../\u{301}b"))
        #expect(hidden.text == "https://api.example.com/%CC%81b")
        #expect(
            try !#require(ResourcePattern("https://api.example.com/-*-")).matches(
                try #require(ResourceName("https://api.example.com/a/\u{301}b"))))
    }

    @Test("an escaped slash is no slash, and small letters of an escape are capitals")
    func escapes() throws {
        #expect(try #require(ResourceName("https://api.example.com/a%2fb")).text == "https://api.example.com/a%2Fb")
        #expect(
            try !#require(ResourcePattern("https://api.example.com/a/b")).matches(
                try #require(ResourceName("https://api.example.com/a%2fb"))))
    }

    @Test(
        "what others could read in another way is no resource",
        arguments: ["", "https://api.example.com/a b", "https://api.example.com\\@evil.example", "https://api.example.com/\u{0}", "a\nb"])
    func refused(_ text: String) { #expect(ResourceName(text) == nil && ResourcePattern(text) == nil) }

    @Test("the wildcards don't mix")
    func mixed() { #expect(ResourcePattern("https://*.example.com/-*-") == nil) }

    @Test("a pattern of many wildcards takes no time", .timeLimit(.minutes(1)))
    func hostile() throws {
        let pattern = try #require(ResourcePattern("https://a/" + String(repeating: "a*", count: 500) + "b"))
        #expect(!pattern.matches(try #require(ResourceName("https://a/" + String(repeating: "a", count: 8000)))))
    }
}
