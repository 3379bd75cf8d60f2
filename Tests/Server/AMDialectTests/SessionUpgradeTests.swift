import DialectTesting
@testable import HTTPBase
import HTTPTypes
import Primitives
import SignIn
import Testing

import Services
import Directory

@Suite("A session that is there already")
struct SessionUpgradeTests {
    @Test("it satisfies its journey at once, by header and by cookie")
    func satisfied() async throws {
        let server = try await ServerHarness()
        let token = try await server.sessionToken()
        for headers in [server.presenting(token), [.cookie: "iPlanetDirectoryPro=\(token)"]] {
            let answer = try await server.authenticate(headers: headers)
            #expect(answer.json["tokenId"]?.string == token)
        }
        let named = try await server.authenticate(query: "?sessionUpgradeSSOTokenId=\(token)")
        #expect(named.json["tokenId"]?.string == token)
    }

    @Test("ForceAuth and another journey run; success gives a new token and ends the old session")
    func upgrade() async throws {
        for query in ["?ForceAuth=true", "?authIndexType=service&authIndexValue=sdkUsernamePasswordJourney"] {
            let server = try await ServerHarness()
            let old = try await server.sessionToken()
            let step = try await server.authenticate(query: query, headers: server.presenting(old))
            #expect(step.json["authId"]?.string != nil)
            let success = try await server.authenticate(step.json.answering([TestDomain.username, TestDomain.password]))
            let new = try #require(success.json["tokenId"]?.string)
            #expect(new != old)
            #expect(try await server.session("validate", token: old).json == ["valid": false])
            #expect(try await server.session("validate", token: new).json["valid"] == true)
        }
    }

    @Test("a session of another realm, a dead one and nonsense satisfy nothing")
    func foreign() async throws {
        let server = try await ServerHarness()
        let root = try #require(try await server.signIn(realm: "").json["tokenId"]?.string)
        let dead = try await server.sessionToken()
        _ = try await server.session("logout", token: dead)
        for token in [root, dead, "nonsense"] {
            #expect(try await server.authenticate(headers: server.presenting(token)).json["authId"]?.string != nil)
            let named = try await server.authenticate(query: "?sessionUpgradeSSOTokenId=\(token)")
            #expect(named.status == .badRequest)
        }
    }

    @Test("credentials in headers count only where the realm allows them")
    func zeroPage() async throws {
        let server = try await ServerHarness()
        let headers: HTTPFields = [
            .known("X-OpenAM-Username"): TestDomain.username, .known("X-OpenAM-Password"): TestDomain.password,
        ]
        #expect(try await server.authenticate([:], headers: headers).json["authId"]?.string != nil)
        var alpha = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        alpha.settings[JourneySettings.self].zeroPageLogin = true
        try await server.domain.directory.realms.update(alpha)
        #expect(try await server.authenticate([:], headers: headers).json["tokenId"]?.string != nil)
    }

    @Test(
        "credentials in headers may be encoded words (RFC 2047); broken ones sign nobody in",
        arguments: [
            ("=?UTF-8?B?ZGVtbw==?=", "=?utf-8?q?Ch4ng3it=21?=", true), ("=?UTF-8?Q?demo?=", "Ch4ng3it!", true),
            ("=?UTF-8?B?ZGVtbw?=", "=?KOI8-R?Q?Ch4ng3it=21?=", false),
        ])
    func encodedWords(_ name: String, _ password: String, _ isRight: Bool) async throws {
        let server = try await ServerHarness()
        var alpha = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        alpha.settings[JourneySettings.self].zeroPageLogin = true
        try await server.domain.directory.realms.update(alpha)
        let headers: HTTPFields = [.known("X-OpenAM-Username"): name, .known("X-OpenAM-Password"): password]
        #expect(try await (server.authenticate([:], headers: headers).json["tokenId"]?.string != nil) == isRight)
    }
}
