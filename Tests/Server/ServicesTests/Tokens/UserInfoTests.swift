import Foundation
import JOSE
import OAuthMessages
import Primitives
import Store
import Testing
@testable import Services
@testable import Sessions
@testable import OAuth
@testable import Directory
import Foundations

@Suite("User information and logout")
struct UserInfoTests {
    private func info(_ token: Secret, _ harness: TokenHarness) async throws -> JSONObject {
        try await harness.domain.oauth.tokens.userInfo(of: token.reveal(), in: harness.realm, issuer: harness.issuer).claims
    }

    @Test("claims follow the scopes")
    func claims() async throws {
        try await withTokens { harness in
            let profile: JSONObject = [
                "givenName": "Dora", "sn": "Emmet", "mail": "dora@example.com", "telephoneNumber": "+31 20 555", "city": "Delft",
            ]
            _ = try await harness.domain.directory.accounts.change(harness.base.user.id, in: harness.realm) { document in
                for member in profile.members { document[member.name] = member.value }
            }
            let subject = JSONValue.string(harness.base.user.id.uuidString.lowercased())
            let bare = try await info(try await harness.tokens(["scope": "openid"]).accessToken, harness)
            #expect(bare == ["sub": subject])
            let all = try await info(try await harness.tokens(["scope": "openid profile email"]).accessToken, harness)
            #expect(
                all == [
                    "sub": subject, "name": "Dora Emmet", "given_name": "Dora", "family_name": "Emmet",
                    "preferred_username": "demo", "email": "dora@example.com", "email_verified": false,
                ])
            try await harness.domain.directory.accounts.proveMail("dora@example.com", of: harness.base.user.id, in: harness.realm)
            let proven = try await info(try await harness.tokens(["scope": "openid email"]).accessToken, harness)
            #expect(proven == ["sub": subject, "email": "dora@example.com", "email_verified": true])
        }
    }

    @Test("a token that is no living access token of a user with openid is refused")
    func refused() async throws {
        try await withTokens { harness in
            let tokens = try await harness.tokens()
            for text in [try #require(tokens.idToken), try #require(tokens.refreshToken).reveal(), "", "undefined"] {
                await #expect(throws: OAuthError(.invalidToken, "")) { try await info(Secret(text), harness) }
            }
            let service = try await harness.clientCredentials().accessToken
            await #expect(throws: OAuthError(.invalidToken, "")) { try await info(service, harness) }
            let narrow = try await harness.tokens(["scope": "profile"]).accessToken
            await #expect(throws: OAuthError(.insufficientScope, "")) { try await info(narrow, harness) }
            try await harness.revoke(tokens.accessToken.reveal())
            await #expect(throws: OAuthError(.invalidToken, "")) { try await info(tokens.accessToken, harness) }
            let late = try await harness.tokens().accessToken
            harness.time.advance(by: 3600)
            await #expect(throws: OAuthError(.invalidToken, "")) { try await info(late, harness) }
        }
    }

    private func logOut(
        _ harness: TokenHarness, _ parameters: [(String, String)], session: Secret? = nil, others: [Secret] = [],
        confirmation: Tokens.LogoutConfirmation = .impossible
    ) async throws -> Tokens.LogoutOutcome {
        try await harness.domain.oauth.tokens.logOut(
            try Tokens.LogoutRequest(form: FormBody(parameters)), sessions: [session].compactMap(\.self) + others, in: harness.realm,
            issuer: harness.issuer,
            confirmation: confirmation)
    }

    @Test("without a hint of the same user a session ends only once its user has said so")
    func confirmation() async throws {
        try await withTokens { harness in
            let other = try await harness.domain.directory.users.create("other", in: harness.realm.id)
            let (_, theirs) = try await harness.signIn(other)
            let hint = try #require(try await harness.tokens().idToken)
            for parameters in [[], [("id_token_hint", "x.y.z")], [("id_token_hint", hint)], [("client_id", "app")]] {
                let outcome = try await logOut(harness, parameters, session: theirs, confirmation: .possible)
                guard case .question(let session) = outcome else {
                    Issue.record("nobody was asked: \(parameters)")
                    continue
                }
                #expect(session.user == other.id)
                #expect(try await harness.domain.session.registry.peek(theirs, in: harness.realm.id) != nil)
            }
            let confirmed = try await logOut(harness, [], session: theirs, confirmation: .given)
            #expect(confirmed == .done(nil))
            #expect(try await harness.domain.session.registry.peek(theirs, in: harness.realm.id) == nil)
            let nobody = try await logOut(harness, [], confirmation: .possible)
            #expect(nobody == .done(nil))
        }
    }

    @Test(
        "afterwards the browser goes where the client has registered, and the client is known by its hint or its id",
        arguments: [
            ([:], nil), (["client_id": "app"], "https://localhost:8443/bye"), (["client_id": "app", "id_token_hint": "x.y.z"], nil),
        ] as [([String: String], String?)])
    func destination(_ parameters: [String: String], _ target: String?) async throws {
        try await withTokens { harness in
            let form = [("post_logout_redirect_uri", "https://localhost:8443/bye")] + parameters.map { ($0, $1) }
            let outcome = try await logOut(harness, form, confirmation: .possible)
            #expect(outcome == .done(target))
        }
    }

    @Test("a place that the client hasn't registered is refused, also where the user can be asked", arguments: ["app", "nobody"])
    func unregistered(_ client: String) async throws {
        try await withTokens { harness in
            let form = [("post_logout_redirect_uri", "https://evil.example"), ("client_id", client)]
            await #expect(throws: OAuthError(.invalidRequest, "")) { try await logOut(harness, form, confirmation: .possible) }
        }
    }

    @Test("an ID token, however old, ends its session and the grants given in it")
    func logout() async throws {
        try await withTokens { harness in
            let tokens = try await harness.tokens()
            let hint = try #require(tokens.idToken)
            harness.time.advance(by: 1200)
            let first = try await logOut(harness, [("id_token_hint", hint), ("client_id", "app")])
            #expect(first == .done(nil))
            #expect(try await harness.domain.session.registry.peek(harness.sessionToken, in: harness.realm.id) == nil)
            await #expect(throws: OAuthError(.invalidGrant, "")) { try await harness.refresh(tokens.refreshToken) }
            harness.time.advance(by: 86_400)
            let target = try await logOut(
                harness,
                [("id_token_hint", hint), ("post_logout_redirect_uri", "https://localhost:8443/bye"), ("state", "a b")])
            #expect(target == .done("https://localhost:8443/bye?state=a%20b"))
        }
    }

    @Test("the browser's session of the same user ends too, another user's doesn't")
    func ownSession() async throws {
        try await withTokens { harness in
            let hint = try #require(try await harness.tokens().idToken)
            let (_, second) = try await harness.base.signIn()
            let other = try await harness.domain.directory.users.create("other", in: harness.realm.id)
            let (_, theirs) = try await harness.signIn(other)
            _ = try await logOut(harness, [("id_token_hint", hint)], session: theirs)
            #expect(try await harness.domain.session.registry.peek(theirs, in: harness.realm.id) != nil)
            _ = try await logOut(harness, [("id_token_hint", hint)], session: second)
            #expect(try await harness.domain.session.registry.peek(second, in: harness.realm.id) == nil)
        }
    }

    @Test("a log-out of one of the sessions that the cookies name is one of all, also where a planted one comes first")
    func planted() async throws {
        for isConfirmed in [true, false] {
            try await withTokens { harness in
                let hint = try #require(try await harness.tokens().idToken)
                let other = try await harness.domain.directory.users.create("other", in: harness.realm.id)
                let (_, theirs) = try await harness.signIn(other)
                let (_, second) = try await harness.base.signIn()
                _ = try await logOut(
                    harness, isConfirmed ? [] : [("id_token_hint", hint)], session: theirs, others: [harness.sessionToken, second],
                    confirmation: isConfirmed ? .given : .impossible)
                for token in [theirs, harness.sessionToken, second] {
                    #expect(try await harness.domain.session.registry.peek(token, in: harness.realm.id) == nil)
                }
            }
        }
    }

    @Test("a log-out ends the sessions of other realms that the browser holds, and one that isn't allowed ends none of them")
    func elsewhere() async throws {
        try await withTokens { harness in
            let hint = try #require(try await harness.tokens().idToken)
            let (domain, beta) = (harness.domain, try await harness.domain.directory.realms.create(try #require(RealmPath("beta"))))
            let other = try await domain.directory.users.create("other", in: beta.id)
            let (_, theirs) = try await harness.base.database.write { transaction in
                try domain.session.registry.create(NewSession(user: other, journey: "Login"), in: beta, transaction)
            }
            // Without a session of this realm none is asked about, and none ends.
            _ = try await logOut(harness, [("id_token_hint", hint)], session: theirs)
            #expect(try await domain.session.registry.peek(theirs, in: beta.id) != nil)
            let (_, own) = try await harness.base.signIn()
            _ = try await logOut(harness, [("id_token_hint", hint)], session: theirs, others: [own])
            #expect(try await domain.session.registry.peek(theirs, in: beta.id) == nil)
            #expect(try await domain.session.registry.peek(own, in: harness.realm.id) == nil)
        }
    }

    @Test(
        "a wrong request ends nothing",
        arguments: [
            ["id_token_hint": nil], ["id_token_hint": "x.y.z"], ["client_id": "service"],
            ["post_logout_redirect_uri": "https://evil.example"], ["post_logout_redirect_uri": "https://localhost:8443/bye?x"],
            ["post_logout_redirect_uri": TokenHarness.redirect],
        ] as [[String: String?]])
    func wrong(_ changes: [String: String?]) async throws {
        try await withTokens { harness in
            let tokens = try await harness.tokens()
            var parameters = [("id_token_hint", try #require(tokens.idToken))].filter { !changes.keys.contains($0.0) }
            for case (let name, let value?) in changes { parameters.append((name, value)) }
            let form = parameters
            await #expect(throws: OAuthError(.invalidRequest, "")) { try await logOut(harness, form) }
            await #expect(throws: OAuthError(.invalidRequest, "")) {
                try await logOut(harness, [("id_token_hint", tokens.accessToken.reveal())])
            }
            #expect(try await harness.domain.session.registry.peek(harness.sessionToken, in: harness.realm.id) != nil)
        }
    }
}
