import DialectTesting
import Directory
import Foundation
import HTTPBase
import HTTPTypes
import Primitives
import Services
import Sessions
import Testing

/// A name of which a request has two cookies: another host of the domain may have planted one, and a stale one may be left. `Browser` plants one of
/// each name in all tests; here are the session's routes without one, and the list of the cookies.
@Suite("Policy: of two cookies of one name the one counts that is ours")
struct PlantedCookieTests {
    private static let name = SessionCookie.documentedName

    /// Where a request's cookies have what.
    enum Order: CaseIterable {
        case staleFirst, staleLast, manyStale

        func header(_ token: String) -> HTTPFields {
            let stale = (0..<(self == .manyStale ? 7 : 1)).map { "\(PlantedCookieTests.name)=stale\($0)" }
            let own = "\(PlantedCookieTests.name)=\(token)"
            return [.cookie: (self == .staleLast ? [own] + stale : stale + [own]).joined(separator: "; ")]
        }
    }

    @Test("a session's routes", arguments: Order.allCases)
    func session(_ order: Order) async throws {
        let server = try await ServerHarness()
        let cookies = order.header(try await server.sessionToken())
        let json = cookies.merging([.contentType: "application/json", .acceptAPIVersion: "resource=3.1, protocol=1.0"])
        let info = try await server.send(
            .post, "/am/json/realms/alpha/sessions?_action=getSessionInfo", headers: json, body: "{}")
        #expect(info.json["username"]?.string == TestDomain.username)
        #expect(try await server.authenticate(headers: cookies).json["tokenId"]?.string != nil, "signed in already")
        #expect(try await server.send(.get, "/realms/alpha/account", headers: cookies).status == .ok)
        #expect(try await server.send(.get, "/realms/alpha/login?goto=/realms/alpha/account", headers: cookies).status == .seeOther)
        let logout = try await server.send(.post, "/am/json/realms/alpha/sessions?_action=logout", headers: json, body: "{}")
        #expect(logout.status == .ok)
        #expect(try await server.send(.get, "/realms/alpha/account", headers: cookies).status == .seeOther)
    }

    @Test("of two living sessions the first counts, as a browser orders them; beyond eight nothing is looked for")
    func living() async throws {
        let server = try await ServerHarness()
        let (one, two) = (try await server.sessionToken(), try await server.sessionToken())
        for (first, second) in [(one, two), (two, one)] {
            let headers: HTTPFields = [.cookie: "\(Self.name)=\(first); \(Self.name)=\(second)"]
            #expect(try await server.authenticate(headers: headers).json["tokenId"]?.string == first)
        }
        let many = (0..<8).map { "\(Self.name)=stale\($0)" }.joined(separator: "; ")
        let headers: HTTPFields = [.cookie: "\(many); \(Self.name)=\(one)"]
        #expect(try await server.send(.get, "/realms/alpha/account", headers: headers).status == .seeOther)
    }

    /// The routes by which a browser logs out.
    enum LogOut: CaseIterable {
        case json, named, account, endSession

        func send(_ server: ServerHarness, cookies: HTTPFields, own: String) async throws -> ServerResponse {
            let json = cookies.merging([.contentType: "application/json", .acceptAPIVersion: "resource=3.1, protocol=1.0"])
            let pages = cookies.merging([.accept: "text/html", .contentType: "application/x-www-form-urlencoded"])
            switch self {
            case .json:
                return try await server.send(.post, "/am/json/realms/alpha/sessions?_action=logout", headers: json, body: "{}")
            case .named:
                return try await server.send(
                    .post, "/am/json/realms/alpha/sessions?_action=logout&tokenId=\(own)", headers: json, body: "{}")
            case .account: return try await submit("/realms/alpha/account", to: "/realms/alpha/account/sign-out", server, pages)
            case .endSession: return try await submit("/realms/alpha/logout", to: "/realms/alpha/logout", server, pages)
            }
        }

        private func submit(
            _ page: String, to action: String, _ server: ServerHarness, _ headers: HTTPFields
        ) async throws -> ServerResponse {
            let text = try await server.send(.get, page, headers: headers).text
            let csrf = try #require(text.firstMatch(of: /name="csrf" value="([^"]*)"/)).1
            return try await server.send(.post, action, headers: headers, body: "csrf=\(csrf)")
        }
    }

    @Test("a log-out ends the sessions of all cookies of the name, on every route, and clears", arguments: LogOut.allCases)
    func logOut(_ route: LogOut) async throws {
        for isPlantedFirst in [true, false] {
            let server = try await ServerHarness()
            let (planted, own) = (try await server.sessionToken(), try await server.sessionToken())
            let tokens = isPlantedFirst ? [planted, own] : [own, planted]
            let cookies: HTTPFields = [.cookie: tokens.map { "\(Self.name)=\($0)" }.joined(separator: "; ")]
            let answer = try await route.send(server, cookies: cookies, own: own)
            #expect(answer.setCookie(Self.name)?.contains("Max-Age=0") == true)
            let realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
            for token in tokens {
                #expect(try await server.domain.session.registry.peek(Secret(token), in: realm.id) == nil)
            }
        }
    }

    /// The cookies that the server reads, and the test in which each comes twice.
    private static let cookies = [
        "gatehouse_journey": "SignOnTests", "gatehouse_wait": "PlantedCookieTests", "gatehouse_away": "AwayCookieTests",
        "gatehouse_origin": "SuspensionTests", "gatehouse_signals": "HostedTests", "gatehouse_sign_in": "WelcomeTests",
        "gatehouse_welcome": "WelcomeTests", "gatehouse_verification": "PageTests",
        "gatehouse_language": "LanguageChoiceTests",
        // Of these all are read, or only whether there is one.
        "gatehouse_known": "PlantedCookieTests", "ST": "FlowTests", "amlbcookie": "PlantedCookieTests",
    ]

    @Test("a page that waits goes on by the state that opens with the browser's binding")
    func waiting() async throws {
        let server = try await ServerHarness()
        let browser = Browser(server)
        try await browser.open("/realms/alpha/login?journey=Wait")
        server.time.advance(by: 6)
        let page = try await browser.open("/realms/alpha/login/wait?journey=Wait")
        #expect(page.text.contains("name=\"IDToken2\"") && !page.text.contains("start again"))
        try await browser.submit(["IDToken1": TestDomain.username, "IDToken2": TestDomain.password])
        #expect(browser.cookies[Self.name] != nil)
    }

    @Test("each cookie of the pages is in the list: a new one is to be read by its content, not as the first of its name")
    func list() throws {
        var folder = URL(filePath: #filePath)
        while folder.lastPathComponent != "Tests" { folder.deleteLastPathComponent() }
        let sources = folder.deletingLastPathComponent().appending(path: "Sources/Server")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var (found, readers, firsts): (Set<String>, Set<String>, Set<String>) = ([], [], [])
        while let file = files.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /(?:PrivateCookie|SealedCookie)\(\s*"([a-z_]+)"/) { found.insert(String(match.1)) }
            // Some keep the name in a constant.
            if text.contains(/(?:PrivateCookie|SealedCookie|cookieValues)\((?:Self\.)?name\b/) {
                for match in text.matches(of: /static let name = "(\w+)"/) { found.insert(String(match.1)) }
            }
            let first = #/(?:cookieValues\([^)]*\)|[cC]ookie[^\n]*\.values\(in: request\))\.(?:first\b(?! *(?:\{|\(where|!=))|prefix\()/#
            if text.contains(first) { firsts.insert(file.lastPathComponent) }
            if text.contains("request.cookies[") || text.contains("headers[.cookie]") { readers.insert(file.lastPathComponent) }
        }
        #expect(found == Set(Self.cookies.keys))
        #expect(firsts == [], "they take the first cookie of a name")
        #expect(readers == [], "they read cookies by another way than cookieValues(_:)")
    }
}
