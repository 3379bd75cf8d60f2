import Foundation
import JOSE
import OAuthMessages
import Primitives
import Store
import Testing
@testable import Services
@testable import Directory
@testable import Foundations

@Suite("A realm's signing keys")
struct SigningKeysTests {
    private func document(_ harness: TokenHarness) async throws -> JWKSet {
        let keys = try await harness.domain.directory.keys.keys(of: harness.realm.id)
        return try JWKSet(try #require(keys.document(at: harness.time.now).object))
    }

    @Test("the key set has an ES256 and an RS256 key, named by thumbprint, and no private part")
    func published() async throws {
        try await withTokens { harness in
            let set = try await document(harness)
            #expect(set.keys.compactMap(\.algorithm).sorted() == ["ES256", "RS256"])
            for key in set.keys {
                #expect(!key.isPrivate && key.keyID == key.thumbprintText && key.use == .signature)
            }
        }
    }

    @Test("a caller that looked at the clock before there was a key, or before one was withdrawn, gets the new one")
    func earlyCaller() async throws {
        try await withTokens { harness in
            let before = harness.time.now
            harness.time.advance(by: 0.3)
            let first = try await harness.domain.directory.keys.keys(of: harness.realm.id)
            for purpose in RealmKey.Purpose.allCases { _ = try first.signer(purpose, at: before) }
            let old = try first.signer(.es256, at: before).id
            harness.time.advance(by: 0.3)
            try await harness.domain.directory.keys.withdraw(old, in: harness.realm)
            #expect(try await harness.domain.directory.keys.keys(of: harness.realm.id).signer(.es256, at: before).id != old)
        }
    }

    @Test("two nodes that make keys at once end with the same")
    func parallel() async throws {
        try await withTokens { harness in
            let other = harness.base.anotherNode()
            async let one = harness.domain.directory.keys.keys(of: harness.realm.id)
            async let two = other.directory.keys.keys(of: harness.realm.id)
            let (first, second) = try await (one, two)
            #expect(first.all.map(\.id) == second.all.map(\.id))
        }
    }

    @Test("a new key is published, then signs; the old one's tokens are good until the last has expired")
    func rotation() async throws {
        try await withTokens { harness in
            let before = try await harness.clientCredentials().accessToken
            let old = try await harness.domain.directory.keys.keys(of: harness.realm.id).signer(.es256, at: harness.time.now).id
            let new = try await harness.domain.directory.keys.rotate(.es256, in: harness.realm)
            #expect(try await document(harness).keys.count == 3)
            #expect(try await harness.signer() == old)
            #expect(try await harness.isActive(before))
            harness.time.advance(by: 3599)
            let last = try await harness.clientCredentials().accessToken
            harness.time.advance(by: 1)
            #expect(try await harness.signer() == new)
            #expect(try await harness.isActive(last))
            harness.time.advance(by: 3598)
            #expect(try await harness.isActive(last))
            harness.time.advance(by: 2)
            #expect(try await !harness.isActive(last))
            #expect(try await document(harness).keys.count == 2)
        }
    }

    @Test("no token outlives its key")
    func clamped() async throws {
        try await withTokens { harness in
            try await harness.change("service") { $0.accessTokenLifetime = 1_000_000 }
            try await harness.domain.directory.keys.rotate(.es256, in: harness.realm, ahead: 100)
            #expect(try await harness.clientCredentials().expiresIn == 3700)
            harness.time.advance(by: 100)
            #expect(try await harness.clientCredentials().expiresIn == 1_000_000)
        }
    }

    @Test("a withdrawn key verifies nothing any more, and another signs at once")
    func withdrawn() async throws {
        try await withTokens { harness in
            let token = try await harness.clientCredentials().accessToken
            let old = try await harness.signer()
            try await harness.domain.directory.keys.withdraw(old, in: harness.realm)
            #expect(try await harness.signer() != old)
            #expect(try await document(harness)[old] == nil)
            #expect(try await !harness.isActive(token))
            await #expect(throws: DomainError(.invalid, "")) { try await harness.domain.directory.keys.withdraw(old, in: harness.realm) }
        }
    }

    @Test("codes and refresh tokens survive the rotation of their key, and not its withdrawal")
    func grantKeys() async throws {
        try await withTokens { harness in
            let tokens = try await harness.tokens()
            try await harness.domain.directory.keys.rotate(.hs256, in: harness.realm, ahead: 0)
            let next = try await harness.refresh(tokens.refreshToken)
            for key in try await harness.domain.directory.keys.keys(of: harness.realm.id).all where key.purpose == .hs256 {
                try await harness.domain.directory.keys.withdraw(key.id, in: harness.realm)
            }
            await #expect(throws: OAuthError(.invalidGrant, "")) { try await harness.refresh(next.refreshToken) }
        }
    }

    @Test("private parts are sealed at rest")
    func atRest() async throws {
        try await withTokens { harness in
            _ = try await harness.signer()
            let rows = try await harness.base.database.read { try $0.rows("SELECT material FROM signing_keys") }
            #expect(rows.count == RealmKey.Purpose.allCases.count)
            for row in rows {
                let text = String(decoding: try row.blob("material"), as: UTF8.self)
                #expect(!text.contains("\"kty\""))
            }
        }
    }
}

extension TokenHarness {
    fileprivate func signer() async throws -> String {
        try await domain.directory.keys.keys(of: realm.id).signer(.es256, at: time.now).id
    }
}
