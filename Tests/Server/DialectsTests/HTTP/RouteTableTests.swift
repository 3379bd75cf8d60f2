import DialectTesting
@testable import HTTPBase
import HTTPTypes
import Hummingbird
import JourneyEngine
import Primitives
import RealmHTTP
import Testing

@Suite("The table of routes")
struct RouteTableTests {
    private func table() async throws -> RouteTable { try await ServerHarness().frontDoor.table }

    @Test("no route is declared twice")
    func unique() async throws {
        let names = try await table().routes.map { "\($0.method.rawValue) \($0.path)" }
        #expect(names.count > 180)
        #expect(Set(names).count == names.count)
    }

    @Test("every route is found by each form of its path, for itself, with its parameters")
    func found() async throws {
        let table = try await table()
        for route in table.routes {
            for path in route.path.examples(realms: RealmForm.all, value: { "a-\($0)" }) {
                let place = try #require(table.tree.place(of: PathSegments(path).all), "\(path)")
                #expect(place.routes[route.method] === route, "\(route.method) \(path)")
                #expect(place.values.map(String.init) == route.path.parameters.map { "a-\($0)" })
            }
        }
    }

    @Test("no path takes more steps than a few for each of its segments, whatever is repeated, nested or made longer")
    func steps() async throws {
        let table = try await table()
        var worst = (path: "", steps: 0)
        for path in Set(table.routes.flatMap { HostilePaths.of($0.path) }) {
            let steps = table.steps(matching: path)
            if steps > worst.steps { worst = (path, steps) }
            #expect(steps <= 2 * (min(path.split(separator: "/").count, PathSegments.most) + 2), "\(path)")
        }
        #expect(worst.steps > 10)
    }

    @Test(
        "a path that leads nowhere has the errors of the nearest prefix",
        arguments: [
            ("/am/oauth2", "OAuthErrors"), ("/am/oauth2/realms/root/realms/alpha/nothing", "OAuthErrors"),
            ("/am/oauth2/alpha/x/y", "OAuthErrors"),
            ("/am/oauth2/alpha/client/form_post", "PageErrors"), ("/openam/oauth2/realms/alpha/client/form_post/apple/x", "PageErrors"),
            ("/am/json/realms/alpha/nothing", "JSONErrors"), ("/am/json/alpha/users/x/y/z", "JSONErrors"),
            ("/realms/alpha/account/nothing", "PageErrors"), ("/welcome/nothing", "PageErrors"), ("/am/nothing", "PageErrors"),
        ])
    func errors(_ path: String, _ form: String) async throws {
        let errors = try #require(try await table().tree.errors(of: PathSegments(path).all))
        #expect("\(type(of: errors))" == form)
    }

    @Test("what no prefix covers has no form of its own")
    func noErrors() async throws {
        let tree = try await table().tree
        for path in ["/", "/nothing", "/realms"] { #expect(tree.errors(of: PathSegments(path).all) == nil, "\(path)") }
    }

    @Test("of two prefixes the longer one decides below itself, the shorter one above both; of one, two forms that differ decide nothing")
    func prefixes() {
        struct Other: ErrorForm {
            func response(to error: any Error, of request: Request, _ context: GatehouseContext) -> Response { Response(status: .gone) }
        }
        func family(_ prefix: String, _ errors: any ErrorForm, _ path: String) -> [Route] {
            RouteFamily([prefix], sharing: .never, proofs: [], refusals: .none, errors: errors)
                .routes([.get(path, use: { _, _ in Response(status: .ok) })])
        }
        let table = RouteTable(
            family("a", JSONErrors(), "b/c/d") + family("a/b", Other(), "c/e") + family("f", Other(), "g") + family("f", JSONErrors(), "h"))
        func form(_ path: String) -> String { table.tree.errors(of: PathSegments(path).all).map { "\(type(of: $0))" } ?? "none" }
        #expect(
            ["/a", "/a/x", "/a/b", "/a/b/c", "/a/b/x", "/f", "/f/g", "/f/h/x"].map(form) == [
                "JSONErrors", "JSONErrors", "Other", "Other", "Other", "none", "Other", "JSONErrors",
            ])
    }

    @Test("matching grows by no more than a step for each realm")
    func realms() async throws {
        let table = try await table()
        for prefix in ["", "/am/json", "/openam/oauth2", "/openidm"] {
            let steps = (1...15).map { table.steps(matching: prefix + String(repeating: "/realms/a", count: $0) + "/x") }
            #expect((steps.max() ?? 0) <= (steps.min() ?? 0) + 4, "\(prefix): \(steps)")
        }
    }

    @Test("routes by which credentials change, or others are administered, are declared as such")
    func changes() async throws {
        let unsafe = try await table().unsafe
        func declared(_ changes: RouteChanges, _ method: HTTPRequest.Method, _ suffix: String) -> Bool {
            let routes = unsafe.filter { $0.method == method && $0.path.description.hasSuffix(suffix) }
            return !routes.isEmpty && routes.allSatisfy { $0.changes.isSuperset(of: changes) }
        }
        #expect(declared(.ownCredentials, .delete, "/devices/2fa/{kind}/{device}"))
        #expect(declared(.ownCredentials, .post, "/devices/2fa/{kind}"))
        #expect(declared(.credentials, .patch, "/managed/{type}/{id}"))
        #expect(declared(.ownCredentials, .post, "/account"))
        #expect(declared(.credentials, .post, "/users/{userID}/pairingKeys"))
        #expect(declared(.credentials, .put, "/users/{userID}/password"))
        #expect(declared(.administration, .post, "/applications"))
    }

    @Test("pages with the tokens of forms are shared with nobody, and nothing without a realm is but what is the same for everybody")
    func sharing() async throws {
        for route in try await table().routes {
            let path = route.path.description
            let isPage = ["/login", "/account", "/look", "/welcome"].contains { path.contains("{realm}\($0)") || path.hasPrefix($0) }
            // A provider has the browser post there, as to one of the pages.
            let isProviderForm = path.contains("/client/form_post/")
            let isAMPage = ["/am/{realm}", "/openam/{realm}"].contains { path.hasPrefix($0) }
            let hasRealm =
                ["{realm}", "{realmName}"].contains { path.contains($0) } && !path.hasPrefix("/device")
                || ["{environmentID}", "{signalsID}"].contains { path.contains($0) }
            #expect((route.sharing == .realmOrigins) == (hasRealm && !isPage && !isAMPage && !isProviderForm), "\(path)")
            // What the script of a page fetches without our SDKs' knowledge: the addresses that gateways redirect to, and scripts.
            let isLedTo = isAMPage && !path.hasSuffix("/console")
            #expect((route.sharing == .redirects) == isLedTo, "\(path)")
            #expect((route.sharing == .landing) == (route.method == .get && path.hasSuffix("{realm}/login")), "\(path)")
            #expect((route.sharing == .everybody) == path.hasPrefix("/signals/sdk"), "\(path)")
        }
    }

    @Test("a method that isn't safe is declared with what it changes, and a safe one that only reads with nothing")
    func safe() async throws {
        let table = try await table()
        #expect(table.unsafe.allSatisfy { [.post, .put, .patch, .delete].contains($0.method) })
        for route in table.routes where route.isSafe {
            #expect(route.changes.isSubset(of: .signIns), "GET \(route.path) may do no more than sign in or out")
        }
    }
}

/// The forms in which a path may name a realm (`docs/protocols/step-protocol.md` 1.2).
enum RealmForm {
    static let all = [
        "", "/realms/root", "/realms/alpha", "/realms/root/realms/alpha", "/realms/a/realms/b",
        "/realms/root" + String(repeating: "/realms/a", count: 8),
    ]
}

/// Paths that are like a route's and meant to take long: each segment repeated, nested in realms and made longer, with the end cut off
/// or something behind.
enum HostilePaths {
    static func of(_ path: RoutePath) -> [String] {
        path.examples(realms: ["", "/realms/alpha", "/realms/root/realms/alpha"], value: { _ in "x" }).flatMap { of($0) }
    }

    private static func of(_ path: String) -> [String] {
        let segments = path.split(separator: "/").map(String.init)
        var paths = [path, path + "/x", path + "/", String(repeating: path, count: 8)]
        for (index, segment) in segments.enumerated() {
            for variant in [Array(repeating: segment, count: 40), [segment + String(repeating: "a", count: 2000)]] {
                var other = segments
                other.replaceSubrange(index...index, with: variant)
                paths.append("/" + other.joined(separator: "/"))
            }
            for pair in ["realms/a", "realms", "realms/realms", "x"] {
                for count in [1, 9, 40] {
                    var other = segments
                    other.insert(contentsOf: Array(repeating: pair, count: count), at: index)
                    paths.append("/" + other.joined(separator: "/") + "/x")
                }
            }
            paths.append("/" + segments[...index].joined(separator: "/"))
        }
        return paths
    }
}
