@testable import DeviceFoundation
import Foundation
import Primitives
import Testing

/// One cookie received from one URL, and whether it goes with a request to another.
struct CookieCase: Sendable, CustomTestStringConvertible {
    let setCookie: String
    let from: String
    let to: String
    let isSent: Bool

    init(_ setCookie: String, from: String = "https://am.example.com/am/json/realms/root/authenticate", to: String, sent: Bool) {
        self.setCookie = setCookie
        self.from = from
        self.to = to
        isSent = sent
    }

    var testDescription: String { "\(setCookie) → \(to)" }

    static let all = [
        CookieCase("s=1; Path=/", to: "https://am.example.com/am/oauth2/authorize", sent: true),
        CookieCase("s=1; path=/; secure; HttpOnly; SameSite=None", to: "https://am.example.com/", sent: true),
        CookieCase("s=1", to: "https://am.example.com/am/json/realms/root/sessions", sent: true),
        CookieCase("s=1", to: "https://am.example.com/am/oauth2/authorize", sent: false),
        CookieCase("s=1; Path=/am", to: "https://am.example.com/amber", sent: false),
        CookieCase("s=1; Path=/am", to: "https://am.example.com/am", sent: true),
        CookieCase("s=1; Path=/", to: "https://other.example.com/", sent: false),
        CookieCase("s=1; Path=/; Domain=example.com", to: "https://other.example.com/", sent: true),
        CookieCase("s=1; Path=/; Domain=.example.com", to: "https://other.example.com/", sent: true),
        CookieCase("s=1; Path=/; Domain=example.com", to: "https://badexample.com/", sent: false),
        CookieCase("s=1; Path=/; Domain=com", to: "https://am.example.com/", sent: false),
        CookieCase("s=1; Path=/; Domain=evil.org", to: "https://evil.org/", sent: false),
        CookieCase("s=1; Path=/; Domain=login.am.example.com", to: "https://login.am.example.com/", sent: false),
        CookieCase("s=1; Path=/; Secure", to: "http://am.example.com/", sent: false),
        CookieCase("s=1; Path=/; Secure", from: "http://am.example.com/", to: "https://am.example.com/", sent: false),
        CookieCase("s=1; Path=/; Secure", from: "http://localhost:8080/", to: "http://localhost:8080/am", sent: true),
        CookieCase("s=1; Path=/; Secure", from: "http://127.0.0.1:8080/", to: "http://127.0.0.1:8080/am", sent: true),
        CookieCase("s=1; Path=/; Max-Age=0", to: "https://am.example.com/", sent: false),
        CookieCase("s=1; Path=/; Max-Age=60", to: "https://am.example.com/", sent: true),
        CookieCase("s=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT", to: "https://am.example.com/", sent: false),
        CookieCase("s=1; Path=/; Expires=Fri, 01-Jan-2027 00:00:00 GMT", to: "https://am.example.com/", sent: true),
        // The first token of the form of a time is the time, and this one is none; no such day; a domain without a value is ignored.
        CookieCase("s=1; Path=/; Expires=Thu, 01 Jan 1970 91:22:33 21:01:22 GMT", to: "https://am.example.com/", sent: true),
        CookieCase("s=1; Path=/; Expires=Thu, 30 Feb 1970 00:00:00 GMT", to: "https://am.example.com/", sent: true),
        CookieCase("s=1; Path=/; Expires=Thu, +1 Jan 1970 00:00:00x GMT", to: "https://am.example.com/", sent: false),
        CookieCase("s=1; Path=/; Domain=example.com; Domain=", to: "https://other.example.com/", sent: true),
        CookieCase("s=1; Path=/; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT", to: "https://am.example.com/", sent: true),
        CookieCase("=1; Path=/", to: "https://am.example.com/", sent: false),
        CookieCase("s; Path=/", to: "https://am.example.com/", sent: false),
    ]
}

@Suite("Cookie jar (RFC 6265)")
struct CookieJarTests {
    private let time = ManualTime()
    private let store = InMemoryStore()

    private func jar() -> CookieJar { CookieJar(store: store, time: time) }
    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test("which cookie goes where", arguments: CookieCase.all)
    func matching(_ example: CookieCase) async throws {
        let jar = jar()
        try await jar.absorb(["Set-Cookie": example.setCookie], from: try url(example.from))
        #expect(try await jar.header(for: try url(example.to)) == (example.isSent ? "s=1" : nil))
    }

    @Test("cookies outlive the process, in the secure store")
    func persistent() async throws {
        let address = try url("https://am.example.com/")
        try await jar().absorb(["Set-Cookie": "s=1"], from: address)
        #expect(try await jar().header(for: address) == "s=1")
    }

    @Test("a cookie is gone when its time is over")
    func expiry() async throws {
        let (jar, address) = (jar(), try url("https://am.example.com/"))
        try await jar.absorb(["Set-Cookie": "s=1; Max-Age=60"], from: address)
        time.advance(by: 59)
        #expect(try await jar.header(for: address) == "s=1")
        time.advance(by: 1)
        #expect(try await jar.header(for: address) == nil)
    }

    @Test("a new value replaces the old one, and an expired one removes it")
    func replacing() async throws {
        let (jar, address) = (jar(), try url("https://am.example.com/"))
        try await jar.absorb(["Set-Cookie": "s=1"], from: address)
        try await jar.absorb(["Set-Cookie": "s=2"], from: address)
        #expect(try await jar.header(for: address) == "s=2")
        try await jar.absorb(["Set-Cookie": "s=; Max-Age=0"], from: address)
        #expect(try await jar.header(for: address) == nil)
        #expect(try await store.keys(in: "cookies") == [])
    }

    @Test("several cookies: the longer path first, the app's own before, its names not doubled")
    func several() async throws {
        let (jar, address) = (jar(), try url("https://am.example.com/am/json"))
        try await jar.absorb(HTTPHeaders([("Set-Cookie", "a=1; Path=/"), ("Set-Cookie", "b=2; Path=/am")]), from: address)
        #expect(try await jar.header(for: address) == "b=2; a=1")
        #expect(try await jar.header(for: address, addingTo: "member=gold; a=9") == "member=gold; a=9; b=2")
    }

    @Test("the jar keeps 200 cookies at most")
    func capacity() async throws {
        let (jar, address) = (jar(), try url("https://am.example.com/"))
        for number in 0..<205 { try await jar.absorb(["Set-Cookie": "c\(number)=1"], from: address) }
        let header = try #require(try await jar.header(for: address))
        #expect(header.split(separator: ";").count == 200)
        #expect(!header.contains("c0=1") && header.contains("c204=1"))
    }

    @Test("cookies are forgotten by name, or all")
    func forgetting() async throws {
        let (jar, address) = (jar(), try url("https://am.example.com/"))
        try await jar.absorb(HTTPHeaders([("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")]), from: address)
        try await jar.remove("a")
        #expect(try await jar.header(for: address) == "b=2")
        try await jar.clear()
        #expect(try await jar.header(for: address) == nil)
    }
}
