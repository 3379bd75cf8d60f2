import Directory
import Foundation
import Foundations
import Primitives
import ResourceMessages
import Testing
import VerificationPolicies
import Verifications

@testable import Services

@Suite("Providers of verifications outside")
struct WebhookProviderTests {
    @Test("one is kept by its id, replaced and removed, and another realm hasn't it")
    func life() async throws {
        let harness = try await DomainHarness()
        let (realm, providers) = (harness.realm, harness.domain.verifications.rules.providers)
        var provider = try WebhookProvider.sample()
        try await providers.save(provider, in: realm)
        provider.address = "https://verify.example.com/other"
        try await providers.save(provider, in: realm)
        #expect(try await providers.all(in: realm) == [provider])
        let other = try await harness.domain.directory.realms.create(try #require(RealmPath("other")))
        #expect(try await providers.provider("acme", in: other) == nil)
        try await providers.delete("acme", in: realm)
        await #expect(throws: DomainError(.unknownResource, "")) { try await providers.delete("acme", in: realm) }
        await harness.close()
    }

    @Test(
        "an id, an address and a key that can't be one are refused at their place",
        arguments: [
            ("id", #""built-in""#), ("id", #""manual""#), ("id", #""a/b""#), ("id", #""""#), ("address", #""http://verify.example.com/""#),
            ("address", #""https://me@verify.example.com/""#), ("address", #""verify.example.com""#), ("key", #"{"kty":"oct","k":"AAAA"}"#),
            ("key", #"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#),
            (
                "key",
                #"{"kty":"EC","crv":"P-256","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM","d":"870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE"}"#
            ),
        ])
    func refused(member: String, json: String) throws {
        var object = try WebhookProvider.sample().json
        object[member] = try JSONValue(parsing: json)
        let error = #expect(throws: ShapeError.self) { try WebhookProvider(json: .object(object)) }
        #expect(error?.problems.map(\.target) == [member])
    }

    @Test("a realm has 32 at most")
    func most() async throws {
        let harness = try await DomainHarness()
        var provider = try WebhookProvider.sample()
        for number in 0..<32 {
            provider.id = "provider-\(number)"
            try await harness.domain.verifications.rules.providers.save(provider, in: harness.realm)
        }
        provider.id = "one-more"
        let more = provider
        let refused = await #expect(throws: ShapeError.self) {
            try await harness.domain.verifications.rules.providers.save(more, in: harness.realm)
        }
        #expect(refused?.code == .tooMany)
        await harness.close()
    }
}
