import JourneyModel
import JourneyTesting
import JourneyMessages
import Primitives
import SignIn
import Testing

@testable import JourneyEngine
@testable import JourneyNodes
import Directory
import Foundations

@Suite("Nodes that look at the request")
struct RequestNodeTests {
    private func harness(_ facts: RequestFacts, _ change: (inout RealmSettings) -> Void = { _ in }) async throws -> JourneyHarness {
        var harness = try await JourneyHarness(change)
        harness.client.request = { facts }
        return harness
    }

    private static let facts = RequestFacts(
        headers: [.init("X-Color", "blue"), .init("x-list", "a, b"), .init("X-List", "c")],
        parameters: [.init("campaign", "spring"), .init("campaign", "sale"), .init("list", "a,b")])

    /// A page that shows some keys of the state.
    private static func show(_ node: String, _ keys: String) -> String {
        """
        name: Show
        start: copy
        noSession: true
        nodes:
          copy: { \(node), next: show }
          show: { stateMetadata: { attributes: [ \(keys) ] }, next: success }
        """
    }

    @Test(
        "parameters and headers become lists in the state, and the client is sent what it may see",
        arguments: [
            ("queryParameter: { allowedQueryParameters: { campaign: c, none: n } }", ["c": ["spring", "sale"], "n": []]),
            ("queryParameter: { allowedQueryParameters: { list: l }, queryParametersToBeDelimited: [ list ] }", ["l": ["a", "b"]]),
            ("requestHeader: { allowedHeaders: { x-color: c } }", ["c": ["blue"]]),
            ("requestHeader: { allowedHeaders: { X-List: l }, headersToBeDelimited: [ X-LIST ] }", ["l": ["a", "b", "c"]]),
            ("setState: { attributes: { c: red } }", ["c": "red"]),
        ] as [(String, JSONValue)])
    func copies(_ node: String, _ data: JSONValue) async throws {
        let harness = try await harness(Self.facts)
        try await harness.add(Self.show(node, "c, n, l"))
        let step = try await harness.step("Show")
        #expect(step.types == [.metadata] && step.callbacks[0].output("data") == data)
        #expect(try await harness.send(step).success.session == nil)
    }

    @Test(
        "keys that say who somebody is are for nodes that find it out",
        arguments: [
            "setState: { attributes: { universalId: x } }", "setState: { attributes: { _id: x } }",
            "setState: { attributes: { objectAttributes: x } }",
            "queryParameter: { allowedQueryParameters: { a: username } }", "requestHeader: { allowedHeaders: { a: authLevel } }",
            "requestHeader: { allowedHeaders: { a: password } }", "timerStart: { startTimeProperty: realm }",
            "sessionData: { sessionDataKey: a, sharedStateKey: _id }",
        ])
    func reserved(_ node: String) {
        #expect(throws: JourneyDefinitionError.self) { try JourneyDefinition(text: Self.show(node, "c")) }
    }

    @Test("a user name that a constant claims signs nobody in")
    func claimed() async throws {
        let harness = try await harness(Self.facts)
        try await harness.add("name: Claim\nstart: set\nnodes:\n  set: { setState: { attributes: { username: demo } }, next: success }\n")
        #expect(await harness.error { try await harness.start("Claim") } == JourneyRunError(.failed))
    }

    @Test(
        "whether an address lies in a range",
        arguments: [
            ("192.0.2.0/24", "192.0.2.200", true), ("192.0.2.0/24", "192.0.3.1", false), ("192.0.2.7", "192.0.2.7", true),
            ("0.0.0.0/0", "203.0.113.1", true), ("2001:db8::/32", "2001:db8:1::1", true), ("2001:db8::/33", "2001:db8:8000::1", false),
            ("192.0.2.0/24", "::ffff:192.0.2.9", true), ("192.0.2.0/24", "2001:db8::1", false), ("192.0.2.0/24", "unknown", false),
        ])
    func ranges(_ range: String, _ address: String, _ isIn: Bool) async throws {
        var harness = try await harness(Self.facts)
        harness.client.address = address
        try await harness.add(Journeys.single("ipAddressDecision: { addresses: [ \"\(range)\" ] }", "true", "false"))
        #expect(try await harness.step("Single").message == String(isIn))
    }

    @Test("what is no range makes no journey", arguments: ["192.0.2.0/33", "192.0.2", "2001:db8::/129", "example.com", "192.0.2.0/-1", ""])
    func noRange(_ text: String) { #expect(AddressRange(text) == nil) }

    private static let login = """
        name: Headers
        start: zero
        nodes:
          zero: { zeroPageLogin: { ZERO }, "true": check, "false": form }
          form: { page: [ { username: {} }, { password: {} } ], next: check }
          check: { dataStoreDecision: {}, "true": success, "false": failure }
        """

    private func login(_ fields: [(String, String)], allowed: Bool = true, _ settings: String = "") async throws -> JourneyReply {
        let facts = RequestFacts(headers: fields.map { RequestFacts.Field($0.0, $0.1) })
        let harness = try await harness(facts) { $0[JourneySettings.self].zeroPageLogin = allowed }
        try await harness.add(Self.login.replacing("ZERO", with: settings))
        return try await harness.start("Headers")
    }

    @Test(
        "credentials in headers sign in, also encoded ones",
        arguments: [("demo", "Ch4ng3it!"), ("=?UTF-8?B?ZGVtbw==?=", "=?utf-8?q?Ch4ng3it=21?=")])
    func headers(_ name: String, _ password: String) async throws {
        let reply = try await login([("x-openam-username", name), ("X-OpenAM-Password", password)])
        #expect(try reply.success.session != nil)
    }

    @Test("the headers may have other names, and those alone count then")
    func otherHeaders() async throws {
        let names = "usernameHeader: X-Name, passwordHeader: X-Word"
        #expect(try await login([("X-Name", "demo"), ("X-Word", "Ch4ng3it!")], names).success.session != nil)
        let usual = [("X-OpenAM-Username", "demo"), ("X-OpenAM-Password", "Ch4ng3it!")]
        for header in ["usernameHeader: X-Name", "passwordHeader: X-Word"] {
            #expect(try await login(usual, header).step.types == [.name, .password])
        }
    }

    @Test("where the realm doesn't allow it, or the page isn't allowed, they are asked for")
    func notAllowed() async throws {
        let fields = [("X-OpenAM-Username", "demo"), ("X-OpenAM-Password", "Ch4ng3it!")]
        #expect(try await login(fields, allowed: false).step.types == [.name, .password])
        #expect(try await login(fields, "allowWithoutReferer: false").step.types == [.name, .password])
        let list = "allowWithoutReferer: false, referrerWhiteList: [ 'https://portal.example.com/' ]"
        #expect(try await login(fields + [("Referer", "https://evil.example/")], list).step.types == [.name, .password])
        #expect(try await login(fields + [("Referer", "https://portal.example.com/")], list).success.session != nil)
        #expect(try await login([fields[0]]).step.types == [.name, .password])
    }

    @Test("a header given twice is refused")
    func twice() async throws {
        let fields = [("X-OpenAM-Username", "demo"), ("X-OpenAM-Username", "eve"), ("X-OpenAM-Password", "Ch4ng3it!")]
        await #expect(throws: JourneyRunError(.failed)) { try await login(fields) }
    }

    @Test(
        "encoded words",
        arguments: [
            ("plain", "plain"), ("=?UTF-8?B?w4Q=?= =?UTF-8?B?w5Y=?=", "ÄÖ"), ("=?UTF-8?Q?a_=C3=84?= b", "a Ä b"), ("=?x", "=?x"),
            // RFC 2047 §6.2 and §8: whatever space is between two words is none.
            ("=?UTF-8?Q?a?=  =?UTF-8?Q?b?=", "ab"), ("=?UTF-8?Q?a?= \t =?UTF-8?Q?b?=", "ab"), ("a  =?UTF-8?Q?b?=  c", "a  b  c"),
            ("=?UTF-8?Q?a_?= =?UTF-8?Q?b?= ", "a b "),
        ])
    func words(_ text: String, _ plain: String) { #expect(EncodedWords.decode(text) == plain) }

    @Test(
        "broken encoded words",
        arguments: [
            "=?UTF-8?B?%%?=", "=?KOI8-R?B?w4Q=?=", "=?UTF-8?Q?=C?=", "=?UTF-8?B?/w==?=", "=?UTF-8?X?a?=", "=?UTF-8?Q?=+1?=",
            "=?UTF-8?Q?= 1?=",
            "=?UTF-8?Q?a" + String(repeating: "=CC=81", count: 31) + "?=",
            Array(repeating: "=?UTF-8?Q?" + String(repeating: "=CC=81", count: 16) + "?=", count: 2).joined(separator: " "),
        ])
    func broken(_ text: String) { #expect(EncodedWords.decode(text) == nil) }
}
