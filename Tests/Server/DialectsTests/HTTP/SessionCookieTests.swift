@testable import HTTPBase
import HTTPTypes
import Hummingbird
import Primitives
import Testing

import Foundations

@Suite("The session token in a request and in a cookie")
struct SessionCookieTests {
    private let loopback: PublicAddress
    private let tls: PublicAddress
    private let bare: HTTPField.Name
    private let prefixed: HTTPField.Name

    init() throws {
        loopback = try PublicAddress("http://127.0.0.1:8080")
        tls = try PublicAddress("https://a.example")
        bare = try #require(HTTPField.Name("iPlanetDirectoryPro"))
        prefixed = try #require(HTTPField.Name("__Host-iPlanetDirectoryPro"))
    }

    @Test("checklist 15: the token is taken from the header named like the cookie, or from the cookie")
    func token() throws {
        let cookie = try SessionCookie(at: loopback)
        #expect(cookie.tokens(of: request([:])) == [])
        #expect(cookie.tokens(of: request([.cookie: "a=b; iPlanetDirectoryPro=T1"])) == [Secret("T1")])
        #expect(cookie.tokens(of: request([bare: "T2"])) == [Secret("T2")])
        #expect(cookie.tokens(of: request([bare: "T2", .cookie: "iPlanetDirectoryPro=T1"])) == [Secret("T2")])
        #expect(cookie.tokens(of: request([.cookie: "iPlanetDirectoryPro="])) == [])
        #expect(cookie.tokens(of: request([bare: String(repeating: "x", count: 5000)])) == [])
    }

    @Test("several cookies of a name are all seen, in their order, eight at most; names and values are compared byte by byte")
    func several() throws {
        let cookie = try SessionCookie(at: loopback)
        let name = "iPlanetDirectoryPro"
        #expect(
            cookie.tokens(of: request([.cookie: "\(name)=A;\t\(name)=B ; x\(name)=C; \(name)x=D"]))
                == ["A", "B"].map { Secret($0) })
        var two: HTTPFields = [.cookie: "\(name)=A"]
        two.append(HTTPField(name: .cookie, value: "\(name)=B=C"))
        #expect(cookie.tokens(of: request(two)) == ["A", "B=C"].map { Secret($0) })
        let many = (0..<100).map { "\(name)=T\($0)" }.joined(separator: ";")
        #expect(cookie.tokens(of: request([.cookie: many])).count == Request.mostCookies)
        #expect(cookie.tokens(of: request([.cookie: "x=1\u{37E}\(name)=A"])) == [], "no semicolon")
    }

    @Test("with TLS its name has the prefix that keeps other hosts' cookies out; the header may have the documented name")
    func prefix() throws {
        let cookie = try SessionCookie(at: tls)
        #expect(cookie.name == "__Host-iPlanetDirectoryPro")
        #expect(cookie.tokens(of: request([.cookie: "__Host-iPlanetDirectoryPro=T1"])) == [Secret("T1")])
        #expect(cookie.tokens(of: request([.cookie: "iPlanetDirectoryPro=planted"])) == [])
        #expect(cookie.tokens(of: request([bare: "T2"])) == [Secret("T2")])
        #expect(cookie.tokens(of: request([prefixed: "T3", bare: "T2"])) == [Secret("T3")])
        let line = cookie.carrying(Secret("T")).description
        #expect(line.hasPrefix("__Host-iPlanetDirectoryPro=T;") && line.contains("Path=/") && line.contains("Secure"))
        #expect(!line.contains("Domain="))
    }

    @Test("the cookie is Secure when the public address is https, or always")
    func secure() throws {
        let lines = try [loopback, tls].map { try SessionCookie(at: $0).carrying(Secret("T")).cookie }
        #expect(!lines[0].secure && lines[1].secure)
        #expect(lines.allSatisfy { $0.httpOnly && $0.path == "/" && $0.sameSite == .lax })
        let always = try SessionCookie(at: loopback, security: .always)
        #expect(always.name == "__Host-iPlanetDirectoryPro" && always.carrying(Secret("T")).cookie.secure)
    }

    @Test("SameSite=None without Secure would be dropped by browsers, so it is Lax")
    func sameSite() throws {
        func sameSite(_ address: PublicAddress, _ security: SessionCookie.Security = .automatic) throws -> Cookie.SameSite? {
            try SessionCookie(name: "session", at: address, security: security, sameSite: .none).carrying(Secret("T")).cookie.sameSite
        }
        #expect(try sameSite(tls) == Cookie.SameSite.none)
        #expect(try sameSite(loopback, .always) == Cookie.SameSite.none)
        #expect(try sameSite(loopback) == .lax)
    }

    @Test("a partitioned cookie says so, also when it is taken away")
    func partitioned() throws {
        let cookie = try SessionCookie(at: tls, sameSite: .none, isPartitioned: true)
        #expect(cookie.carrying(Secret("T")).description.hasSuffix("; Partitioned"))
        #expect(cookie.expired().description.hasSuffix("; Partitioned"))
        #expect(try !SessionCookie(at: tls).carrying(Secret("T")).description.contains("Partitioned"))
    }

    @Test("a name that no cookie can have is refused", arguments: ["", "a b", "a=b", "a;b", "ä"])
    func name(_ name: String) {
        #expect(throws: DomainError(.invalid, "")) { try SessionCookie(name: name, at: tls) }
    }

    @Test("what browsers would refuse without TLS is refused", arguments: ["__Host-session", "__secure-session"])
    func refused(_ name: String) throws {
        #expect(throws: DomainError(.invalid, "")) { try SessionCookie(name: name, at: loopback) }
        #expect(throws: DomainError(.invalid, "")) { try SessionCookie(at: loopback, isPartitioned: true) }
        #expect(try SessionCookie(name: name, at: tls).name == name)
    }

    private func request(_ headers: HTTPFields) -> Request {
        Request(
            head: HTTPRequest(method: .post, scheme: "http", authority: "a", path: "/", headerFields: headers),
            body: RequestBody(buffer: .init()))
    }
}
