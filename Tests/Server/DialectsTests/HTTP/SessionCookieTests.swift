import HTTPTypes
import Hummingbird
import Primitives
import Services
import Testing

@testable import Dialects

@Suite("The session token in a request and in a cookie")
struct SessionCookieTests {
    private let cookie = SessionCookie()

    @Test("checklist 15: the token is taken from the header named like the cookie, or from the cookie")
    func token() {
        #expect(cookie.token(of: request([:])) == nil)
        #expect(cookie.token(of: request([.cookie: "a=b; iPlanetDirectoryPro=T1"])) == Secret("T1"))
        #expect(cookie.token(of: request([cookie.field: "T2"])) == Secret("T2"))
        #expect(cookie.token(of: request([cookie.field: "T2", .cookie: "iPlanetDirectoryPro=T1"])) == Secret("T2"))
        #expect(cookie.token(of: request([.cookie: "iPlanetDirectoryPro="])) == nil)
        #expect(cookie.token(of: request([cookie.field: String(repeating: "x", count: 5000)])) == nil)
    }

    @Test("the cookie is Secure exactly when the public address is https")
    func secure() throws {
        let plain = cookie.carrying(Secret("T"), at: try PublicAddress("http://127.0.0.1:8080"))
        let tls = cookie.carrying(Secret("T"), at: try PublicAddress("https://a.example"))
        #expect(!plain.secure)
        #expect(tls.secure)
        #expect(plain.httpOnly && tls.httpOnly)
        #expect(plain.path == "/" && plain.sameSite == .lax)
    }

    @Test("SameSite=None without TLS would be dropped by browsers, so it is Lax")
    func sameSite() throws {
        let cookie = try SessionCookie(name: "session", sameSite: .none)
        #expect(cookie.carrying(Secret("T"), at: try PublicAddress("https://a.example")).sameSite == Cookie.SameSite.none)
        #expect(cookie.carrying(Secret("T"), at: try PublicAddress("http://localhost")).sameSite == .lax)
    }

    @Test("a name that no cookie can have is refused", arguments: ["", "a b", "a=b", "a;b", "ä"])
    func name(_ name: String) {
        #expect(throws: DomainError(.invalid, "")) { try SessionCookie(name: name) }
    }

    private func request(_ headers: HTTPFields) -> Request {
        Request(
            head: HTTPRequest(method: .post, scheme: "http", authority: "a", path: "/", headerFields: headers),
            body: RequestBody(buffer: .init()))
    }
}
