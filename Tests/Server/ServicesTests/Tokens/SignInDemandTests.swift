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

@Suite("Authorization: when somebody must sign in anew")
struct SignInDemandTests {
    @Test("prompt=login wants a new session, and is met by it once")
    func promptLogin() async throws {
        try await withTokens { harness in
            let demand = try await harness.demand(["prompt": "login", "login_hint": "demo"])
            #expect(demand.isForced && demand.loginHint == "demo")
            guard case .signIn = try await harness.comeBack(demand, session: harness.sessionToken) else {
                Issue.record("the old session met prompt=login")
                return
            }
            harness.time.advance(by: 5)
            let (_, fresh) = try await harness.base.signIn()
            #expect(try TokenHarness.parameters(try await harness.comeBack(demand, session: fresh)).value("code") != nil)
            guard case .signIn = try await harness.comeBack(demand, session: fresh) else {
                Issue.record("a marker was taken twice")
                return
            }
        }
    }

    @Test("a marker of parallel requests is taken once")
    func parallelMarker() async throws {
        try await withTokens { harness in
            let demand = try await harness.demand(["prompt": "login"])
            harness.time.advance(by: 5)
            let (_, fresh) = try await harness.base.signIn()
            let codes = await successes(8) {
                guard case .redirect = try await harness.comeBack(demand, session: fresh) else { throw CancellationError() }
            }
            #expect(codes == 1)
        }
    }

    @Test("a marker that is forged, another client's or too old meets nothing")
    func foreignMarker() async throws {
        try await withTokens { harness in
            let marker = try #require(try await harness.demand(["prompt": "login"]).request.value(SignInMarker.parameter))
            harness.time.advance(by: 5)
            let (_, fresh) = try await harness.base.signIn()
            func code(_ changes: [String: String?]) async throws -> Bool {
                if case .redirect = try await harness.authorize(changes, session: fresh) { true } else { false }
            }
            let forged = "1" + marker
            #expect(try await !code(["prompt": "login"]))
            #expect(try await !code(["prompt": "login", SignInMarker.parameter: forged]))
            #expect(try await !code(["prompt": "login", SignInMarker.parameter: "1767225600000.AAAA"]))
            #expect(try await !code(["prompt": "login", SignInMarker.parameter: ""]))
            #expect(try await !code(["client_id": "service", "prompt": "login", SignInMarker.parameter: marker]))
            harness.time.advance(by: SignInMarker.lifetime - 6)
            #expect(try await code(["prompt": "login", SignInMarker.parameter: marker]))
            let late = try #require(try await harness.demand(["prompt": "login"]).request.value(SignInMarker.parameter))
            harness.time.advance(by: 5)
            let (_, last) = try await harness.base.signIn()
            harness.time.advance(by: SignInMarker.lifetime)
            let outcome = try await harness.authorize(["prompt": "login", SignInMarker.parameter: late], session: last)
            guard case .signIn = outcome else {
                Issue.record("an old marker was taken")
                return
            }
        }
    }

    @Test("max_age counts from the sign-in; max_age=0 doesn't loop")
    func maxAge() async throws {
        try await withTokens { harness in
            harness.time.advance(by: 61)
            #expect(try await harness.answer(["max_age": "61"]).value("code") != nil)
            #expect(try await harness.answer(["max_age": "60", "prompt": "none"]).value("error") == "login_required")
            let demand = try await harness.demand(["max_age": "0"])
            harness.time.advance(by: 1)
            let (_, fresh) = try await harness.base.signIn()
            harness.time.advance(by: 1)
            #expect(try TokenHarness.parameters(try await harness.comeBack(demand, session: fresh)).value("code") != nil)
        }
    }

    @Test("acr_values name the journey to run, and acr says what was met")
    func contextClasses() async throws {
        try await withTokens({ $0[AuthorizationSettings.self].journeysByContextClass = ["silver": "Login", "gold": "Strong"] }) { harness in
            #expect(try await harness.demand(["acr_values": "gold silver"], signedIn: false).journey == "Strong")
            #expect(try await harness.demand(["acr_values": "gold"]).journey == "Strong")
            let silent = try await harness.answer(["acr_values": "gold", "prompt": "none"])
            #expect(try silent.value("error") == "interaction_required")
            #expect(try silent.value("error_description") == "The request requires some interaction that is not allowed.")
            // Unknown classes are no demand; a session of a known one is.
            for values in ["bronze", "bronze silver", "gold silver"] {
                let tokens = try await harness.tokens(["acr_values": values])
                let claims = try await harness.claims(try #require(tokens.idToken), type: "JWT")
                #expect(claims["acr"] == "silver")
            }
        }
    }

    @Test("a session that replaced another meets the classes of both journeys, and isn't sent back for the lesser one")
    func upgradedContextClass() async throws {
        try await withTokens({ $0[AuthorizationSettings.self].journeysByContextClass = ["silver": "Login", "gold": "Strong"] }) { harness in
            let (old, _) = try await harness.base.signIn()
            var new = NewSession(user: harness.base.user, journey: "Strong")
            new.succeed(old)
            let (domain, realm) = (harness.domain, harness.realm)
            let token = try await harness.base.database.write { [new] in try domain.session.registry.create(new, in: realm, $0).1 }
            for (values, met) in [("silver", "silver"), ("gold", "gold"), ("silver gold", "silver")] {
                let outcome = try await harness.authorize(["acr_values": values, "prompt": "none"], session: token)
                let code = try #require(try TokenHarness.parameters(outcome).value("code"))
                let idToken = try #require(try await harness.exchange(code).idToken)
                #expect(try await harness.claims(idToken, type: "JWT")["acr"] == .string(met))
            }
        }
    }

    @Test("an id_token_hint of somebody else is not answered for this user")
    func hint() async throws {
        try await withTokens { harness in
            let own = try #require(try await harness.tokens().idToken)
            #expect(try await harness.answer(["id_token_hint": own, "prompt": "none"]).value("code") != nil)
            let other = try await harness.domain.directory.users.create("other", in: harness.realm.id)
            let (_, token) = try await harness.signIn(other)
            let outcome = try await harness.authorize(["id_token_hint": own, "prompt": "none"], session: token)
            #expect(try TokenHarness.parameters(outcome).value("error") == "login_required")
            #expect(try await harness.answer(["id_token_hint": "", "prompt": "none"]).value("code") != nil)
        }
    }

    @Test("who signs in as another user than the hint names is not asked for ever")
    func otherUser() async throws {
        try await withTokens { harness in
            let hint = try #require(try await harness.tokens().idToken)
            let demand = try await harness.demand(["id_token_hint": hint], signedIn: false)
            let other = try await harness.domain.directory.users.create("other", in: harness.realm.id)
            harness.time.advance(by: 5)
            let (_, theirs) = try await harness.signIn(other)
            let refused = try TokenHarness.parameters(try await harness.comeBack(demand, session: theirs))
            #expect(try refused.value("error") == "login_required" && refused.value("code") == nil)
            // Whoever was signed in as another user all along is asked once.
            let again = try await harness.authorize(["id_token_hint": hint], session: theirs)
            guard case .signIn(let second) = again else {
                Issue.record("the user wasn't asked to sign in")
                return
            }
            harness.time.advance(by: 5)
            let (_, own) = try await harness.base.signIn()
            #expect(try TokenHarness.parameters(try await harness.comeBack(second, session: own)).value("code") != nil)
        }
    }

    @Test("a hint that the realm hasn't signed is refused at once, signed in or not: no sign-in would do")
    func foreignHint() async throws {
        try await withTokens { harness in
            let access = try await harness.tokens().accessToken.reveal()
            for hint in ["x", "x.y.z", access, "eyJhbGciOiJub25lIn0.e30."] {
                for signedIn in [true, false] {
                    #expect(try await harness.answer(["id_token_hint": hint], signedIn: signedIn).value("error") == "invalid_request")
                }
            }
        }
    }

    @Test("prompt=create leads to the journey by which people register, also who is signed in; and is met by it")
    func registration() async throws {
        try await withTokens { harness in
            func respond(_ form: FormBody, _ session: Secret?) async throws -> AuthorizationOutcome {
                try await harness.domain.oauth.authorization.respond(
                    to: form, session: session, in: harness.realm, issuer: harness.issuer, registration: { _ in "Registration" })
            }
            for session in [nil, harness.sessionToken] {
                guard case .signIn(let demand) = try await respond(harness.authorizationForm(["prompt": "create"]), session) else {
                    Issue.record("nobody was asked to register")
                    return
                }
                #expect(demand.journey == "Registration" && demand.isForced)
                harness.time.advance(by: 5)
                let new = try await harness.domain.directory.users.create("new\(harness.time.now)", in: harness.realm.id)
                let (_, theirs) = try await harness.signIn(new)
                #expect(try TokenHarness.parameters(try await respond(demand.request, theirs)).value("code") != nil)
            }
        }
    }
}

extension TokenHarness {
    func signIn(_ user: User) async throws -> (UserSession, Secret) {
        let (domain, realm) = (domain, realm)
        return try await base.database.write { transaction in
            try domain.session.registry.create(NewSession(user: user, journey: "Login"), in: realm, transaction)
        }
    }
}
