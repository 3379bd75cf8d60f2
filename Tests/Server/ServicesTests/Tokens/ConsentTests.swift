import Foundation
import OAuthMessages
import Primitives
import Store
import Testing
@testable import Services
@testable import OAuth
@testable import Sessions
@testable import Directory
@testable import Foundations

@Suite("Consent: the question, the answer, and what is kept of it")
struct ConsentTests {
    private func withConsent(_ body: (TokenHarness) async throws -> Void) async throws {
        try await withTokens { harness in
            try await harness.change("app") { $0.impliedConsent = false }
            harness.time.advance(by: 0.0004)
            try await body(harness)
        }
    }

    @Test("a question, whose answer gives a code; what isn't remembered is asked again")
    func once() async throws {
        try await withConsent { harness in
            let question = try await harness.question()
            #expect(question.application.id == "app" && question.scope.values == ["openid", "profile"])
            #expect(question.session.handle == harness.session.handle)
            #expect(try TokenHarness.parameters(try await harness.answer(question)).value("code") != nil)
            _ = try await harness.question()
            #expect(try await harness.consents().isEmpty)
            #expect(try await harness.auditKinds() == ["consent.given"])
        }
    }

    @Test("what is remembered holds for these scopes, and grows by those of another answer; prompt=consent asks all the same")
    func remembered() async throws {
        try await withConsent { harness in
            _ = try await harness.answer(try await harness.question(), remembering: true)
            for scope in ["openid profile", "profile", "openid"] {
                #expect(try await harness.means(["scope": scope]).value("code") != nil)
            }
            #expect(try await harness.means(["prompt": "none"]).value("code") != nil)
            _ = try await harness.question(["prompt": "consent"])
            _ = try await harness.answer(
                try await harness.question(["scope": "openid email"]), remembering: true)
            #expect(try await harness.means(["scope": "email profile"]).value("code") != nil)
            #expect(try await harness.consents().map(\.scope.values) == [["openid", "profile", "email"]])
            // Another client, and another user, have their own.
            try await harness.change("service") { $0.impliedConsent = false }
            _ = try await harness.question(["client_id": "service"])
        }
    }

    @Test("a client with implied consent needs no answer, whatever it asks", arguments: [nil, "consent", "none"])
    func implied(_ prompt: String?) async throws {
        try await withTokens { harness in
            let answer = try await harness.means(["prompt": prompt])
            #expect(try answer.value("code") != nil)
        }
    }

    @Test(
        "a request without scopes asks who the user is: without a record that is never agreed to, and it is remembered as any other",
        arguments: [nil, "", " "])
    func withoutScopes(_ scope: String?) async throws {
        try await withConsent { harness in
            try await harness.change("app") { $0.defaultScopes = [] }
            for type in ["code", "none"] {
                let form = harness.authorizationForm(["scope": scope, "response_type": type, "prompt": "none"])
                #expect(try TokenHarness.parameters(try await harness.ask(form, .possible)).value("error") == "consent_required")
                let program = harness.authorizationForm(["scope": scope, "response_type": type])
                #expect(try TokenHarness.parameters(try await harness.ask(program, .impossible)).value("error") == "consent_required")
            }
            let question = try await harness.question(["scope": scope])
            #expect(question.scope.isEmpty)
            _ = try await harness.answer(question, remembering: true)
            #expect(try await harness.consents().map(\.scope.values) == [[]])
            #expect(try await harness.means(["scope": scope, "prompt": "none"]).value("code") != nil)
            _ = try await harness.question(["scope": "openid"])
        }
    }

    @Test("prompt=consent goes with a sign-in that was asked for, too")
    func afterLogin() async throws {
        try await withConsent { harness in
            let demand = try await harness.demand(["prompt": "login consent"])
            harness.time.advance(by: 5)
            let (_, fresh) = try await harness.base.signIn()
            let outcome = try await harness.ask(demand.request, .possible, session: fresh)
            guard case .consent(let question) = outcome else {
                Issue.record("nothing was asked")
                return
            }
            #expect(try TokenHarness.parameters(try await harness.answer(question, session: fresh)).value("code") != nil)
        }
    }

    @Test("who says no sends the browser back with access_denied, and keeps nothing")
    func refused() async throws {
        try await withConsent { harness in
            let question = try await harness.question()
            let outcome = try await harness.answer(question, ConsentAnswer.deny, remembering: true)
            #expect(try TokenHarness.parameters(outcome).value("error") == "access_denied")
            #expect(try await harness.consents().isEmpty)
            #expect(try await harness.auditKinds() == ["consent.refused"])
        }
    }

    @Test("who has said yes to be remembered, goes back and says no, is asked again, and not sent on with a code")
    func changedMind() async throws {
        try await withConsent { harness in
            let question = try await harness.question()
            _ = try await harness.answer(question, remembering: true)
            guard case .consent(let again) = try await harness.answer(question, ConsentAnswer.deny) else {
                Issue.record("a no was taken for a yes")
                return
            }
            let refused = try TokenHarness.parameters(try await harness.answer(again, ConsentAnswer.deny))
            #expect(try refused.value("error") == "access_denied")
        }
    }

    @Test("where there is no page to ask on: consent_required", arguments: [nil, "none", "consent"])
    func impossible(_ prompt: String?) async throws {
        try await withConsent { harness in
            let refused = try TokenHarness.parameters(try await harness.ask(harness.authorizationForm(["prompt": prompt]), .impossible))
            #expect(try refused.value("error") == "consent_required")
            #expect(try refused.value("error_description") == "The request requires consent.")
            let silent = try TokenHarness.parameters(try await harness.ask(harness.authorizationForm(["prompt": "none"]), .possible))
            #expect(try silent.value("error") == "consent_required")
        }
    }

    @Test("who isn't signed in signs in before being asked")
    func nobody() async throws {
        try await withConsent { harness in
            let outcome = try await harness.ask(harness.authorizationForm(), .possible, signedIn: false)
            guard case .signIn = outcome else {
                Issue.record("asked nobody")
                return
            }
        }
    }

    @Test("an answer is to one question: in its session, about its request, once, for a quarter of an hour")
    func tickets() async throws {
        try await withConsent { harness in
            func isAsked(_ changes: [String: String?] = [:], _ ticket: String, session: Secret? = nil) async throws -> Bool {
                var form = harness.authorizationForm(changes)
                form.append("decision", "allow")
                form.append("csrf", ticket)
                let outcome = try await harness.ask(form, .answered(try #require(try ConsentAnswer(form))), session: session)
                if case .consent = outcome { return true } else { return false }
            }
            let ticket = try await harness.question().ticket
            // The harness appends changes at the end, so that the order is another, too.
            for changes in [
                ["scope": "openid email"], ["redirect_uri": "http://127.0.0.1/callback"], ["state": "other"], ["nonce": "other"],
                ["client_id": "app"],
            ] {
                #expect(try await isAsked(changes, ticket), "\(changes)")
            }
            let (_, other) = try await harness.base.signIn()
            #expect(try await isAsked([:], ticket, session: other))
            for wrong in ["", "x", "1.2.3", ticket + "A", "0" + ticket, String(repeating: ".", count: 300)] where !wrong.isEmpty {
                #expect(try await isAsked([:], wrong), "\(wrong)")
            }
            #expect(try await !isAsked([:], ticket))
            harness.time.advance(by: 11)
            #expect(try await isAsked([:], ticket))
            let late = try await harness.question().ticket
            harness.time.advance(by: ConsentTicket.lifetime)
            #expect(try await isAsked([:], late))
        }
    }

    @Test("an answer that comes again, as on a double click, leads to the same place for some seconds: one code, one event")
    func again() async throws {
        for decision in [ConsentAnswer.allow, ConsentAnswer.deny] {
            try await withConsent { harness in
                let question = try await harness.question()
                let places = await withTaskGroup(of: String?.self) { group in
                    for _ in 0..<6 {
                        group.addTask {
                            guard case .redirect(let place) = try? await harness.answer(question, decision) else { return nil }
                            return place
                        }
                    }
                    return await group.reduce(into: [String?]()) { $0.append($1) }
                }
                let first = try #require(places[0])
                #expect(places.count == 6 && places.allSatisfy { $0 == first })
                #expect(try await harness.auditKinds().count == 1)
                // Another answer to the same question is none.
                guard case .consent = try await harness.answer(question, decision, remembering: true) else {
                    Issue.record("a ticket was taken twice")
                    return
                }
                harness.time.advance(by: 11)
                guard case .consent = try await harness.answer(question, decision) else {
                    Issue.record("an old answer was taken")
                    return
                }
                #expect(try await harness.consents().isEmpty)
            }
        }
    }

    @Test(
        "an answer that comes again once its worth is gone leads nowhere: the session has ended, or the consent was withdrawn",
        arguments: [true, false])
    func worthless(_ isLogOut: Bool) async throws {
        try await withConsent { harness in
            let question = try await harness.question()
            guard case .redirect(let place) = try await harness.answer(question, remembering: true),
                case .redirect(let again) = try await harness.answer(question, remembering: true)
            else {
                Issue.record("the answer wasn't taken")
                return
            }
            #expect(place == again)
            if isLogOut {
                _ = try await harness.domain.session.end(harness.sessionToken, in: harness.realm)
                guard case .signIn = try await harness.answer(question, remembering: true) else {
                    Issue.record("an answer of a session that is over was taken")
                    return
                }
            } else {
                #expect(try await harness.domain.oauth.consents.withdraw("app", of: harness.base.user.id, in: harness.realm))
                guard case .consent = try await harness.answer(question, remembering: true) else {
                    Issue.record("an answer was taken whose consent was withdrawn")
                    return
                }
            }
        }
    }

    @Test("of a yes and a no at once one counts, and whose didn't is asked anew, not to sign in")
    func raced() async throws {
        for _ in 0..<4 {
            try await withConsent { harness in
                let question = try await harness.question()
                let outcomes = await withTaskGroup(of: AuthorizationOutcome?.self) { group in
                    for index in 0..<8 {
                        group.addTask { try? await harness.answer(question, index % 2 == 0 ? ConsentAnswer.allow : ConsentAnswer.deny) }
                    }
                    return await group.reduce(into: [AuthorizationOutcome?]()) { $0.append($1) }
                }
                var places: Set<String> = []
                for outcome in outcomes {
                    switch outcome {
                    case .redirect(let place): places.insert(place)
                    case .consent: break
                    default: Issue.record("a loser was sent elsewhere")
                    }
                }
                #expect(places.count == 1)
                #expect(try await harness.auditKinds().count == 1)
            }
        }
    }

    @Test("withdrawing takes the consent, and the client's grants of this user with their tokens; no one else's")
    func withdrawn() async throws {
        try await withConsent { harness in
            _ = try await harness.answer(try await harness.question(), remembering: true)
            let code = try await harness.means().value("code")
            let tokens = try await harness.exchange(try #require(code))
            try await harness.change("service") { $0.redirectURIs = [TokenHarness.redirect] }
            let others = try await harness.means(["client_id": "service"]).value("code")
            let kept = try await harness.exchange(
                try #require(others), ["client_id": nil], basic: TokenHarness.basic)
            let (consents, user) = (harness.domain.oauth.consents, harness.base.user.id)
            #expect(try await consents.withdraw("app", of: user, in: harness.realm))
            #expect(try await !consents.withdraw("app", of: user, in: harness.realm))
            #expect(try await harness.consents().isEmpty)
            await #expect(throws: OAuthError(.invalidGrant, "")) { try await harness.refresh(tokens.refreshToken) }
            #expect(try await !harness.isActive(tokens.accessToken))
            #expect(try await harness.isActive(kept.accessToken))
            _ = try await harness.question()
            let kinds = try await harness.auditKinds().filter { $0.hasPrefix("consent") }
            #expect(kinds == ["consent.given", "consent.withdrawn"])
        }
    }

    @Test(
        "what was agreed to once is listed as long as it is granted, beyond a log-out, and can be withdrawn; implied consent isn't listed")
    func listed() async throws {
        try await withConsent { harness in
            try await harness.change("service") { $0.redirectURIs = [TokenHarness.redirect] }
            let implied = try await harness.means(["client_id": "service"]).value("code")
            _ = try await harness.exchange(try #require(implied), ["client_id": nil], basic: TokenHarness.basic)
            let question = try await harness.question(["scope": "openid offline_access"])
            let code = try TokenHarness.parameters(try await harness.answer(question)).value("code")
            let tokens = try await harness.exchange(try #require(code))
            _ = try await harness.domain.session.end(harness.sessionToken, in: harness.realm)
            let listed = try await harness.consents()
            #expect(listed.map(\.application) == ["app"] && listed.map(\.isRemembered) == [false])
            #expect(listed.map(\.scope.values) == [["openid", "offline_access"]])
            #expect(try await harness.domain.oauth.consents.withdraw("app", of: harness.base.user.id, in: harness.realm))
            #expect(try await harness.consents().isEmpty)
            await #expect(throws: OAuthError(.invalidGrant, "")) { try await harness.refresh(tokens.refreshToken) }
        }
    }

    @Test("consents go with the client")
    func erased() async throws {
        try await withConsent { harness in
            _ = try await harness.answer(try await harness.question(), remembering: true)
            try await harness.domain.directory.applications.delete("app", in: harness.realm.id)
            #expect(try await harness.consents().isEmpty)
        }
    }

    @Test("the place that a user is told of is what decides where the code goes")
    func places() {
        for (uri, shown) in [
            ("https://app.example.com/cb?x=y", "app.example.com"), ("https://app.example.com:8443/cb", "app.example.com:8443"),
            ("http://127.0.0.1/callback", "127.0.0.1"), ("org.example.app://bank.example/cb", "org.example.app:"),
            ("com.example.app:/cb", "com.example.app:"), ("https://bank.example@evil.example/", "evil.example"),
        ] {
            #expect(RedirectURI.shown(uri) == shown)
        }
    }
}

extension TokenHarness {
    func ask(
        _ form: FormBody, _ consent: ConsentMeans, session: Secret? = nil, signedIn: Bool = true
    ) async throws -> AuthorizationOutcome {
        try await domain.oauth.authorization.respond(
            to: form, session: signedIn ? session ?? sessionToken : nil, in: realm, issuer: issuer, consent: consent)
    }

    /// The parameters of the answer to a request of a browser.
    fileprivate func means(_ changes: [String: String?] = [:]) async throws -> FormBody {
        try Self.parameters(try await ask(authorizationForm(changes), .possible))
    }

    fileprivate func question(_ changes: [String: String?] = [:]) async throws -> AskedConsent {
        guard case .consent(let question) = try await ask(authorizationForm(changes), .possible) else {
            Issue.record("nothing was asked")
            throw CancellationError()
        }
        return question
    }

    /// Answers a question as the page's form does.
    fileprivate func answer(
        _ question: AskedConsent, _ decision: String = ConsentAnswer.allow,
        remembering: Bool = false, session: Secret? = nil
    ) async throws -> AuthorizationOutcome {
        var form = question.request
        form.append(ConsentAnswer.decisionParameter, decision)
        form.append(ConsentAnswer.ticketParameter, question.ticket)
        form.append(ConsentAnswer.rememberParameter, remembering ? "on" : nil)
        return try await ask(form, .answered(try #require(try ConsentAnswer(form))), session: session)
    }

    fileprivate func consents() async throws -> [Consents.Consent] {
        try await domain.oauth.consents.all(of: base.user.id, in: realm.id)
    }
}
