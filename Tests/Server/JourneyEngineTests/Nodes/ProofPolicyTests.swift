import JourneyMessages
import Primitives
import Services
import Testing

@testable import JourneyEngine

/// Every way by which a journey takes somebody for a user.
enum ProofRoute: String, CaseIterable, CustomTestStringConvertible {
    case dataStore, identityStore, securityQuestions, headers, cookie, session
    var testDescription: String { rawValue }

    /// Those at which one can guess.
    static let guessable = [dataStore, identityStore, securityQuestions, headers]

    private var node: String {
        switch self {
        case .dataStore, .headers: "dataStoreDecision: {}, \"true\": success, \"false\": failure"
        case .identityStore:
            "identityStoreDecision: {}, \"TRUE\": success, \"FALSE\": failure, LOCKED: failure, CANCELLED: failure, EXPIRED: failure"
        case .securityQuestions: "kbaVerification: {}, \"true\": success, \"false\": failure"
        case .cookie: "persistentCookieDecision: {}, \"true\": success, \"false\": failure"
        case .session: "sessionData: { sessionDataKey: UserToken, sharedStateKey: userName }, next: success"
        }
    }

    private var asking: String {
        switch self {
        case .dataStore, .identityStore: "page: [ { username: {} }, { password: {} } ], next: check"
        case .securityQuestions: "username: {}, next: check"
        case .headers: "zeroPageLogin: {}, \"true\": check, \"false\": failure"
        case .cookie, .session: "setState: { attributes: { a: b } }, next: check"
        }
    }

    var journey: String {
        "name: \(rawValue)\nstart: ask\nmustRun: true\nnodes:\n  ask: { \(asking) }\n  check: { \(node) }\n"
    }

    /// Whether it opens a session.
    func opens(_ proofs: Proofs, isRight: Bool) async throws -> Bool {
        let harness = proofs.harness
        let password = isRight ? "Ch4ng3it!" : "wrong"
        switch self {
        case .dataStore, .identityStore:
            return try await proofs.isSession { try await harness.send(harness.step(rawValue), "demo", .string(password)) }
        case .securityQuestions:
            let questions = try await harness.send(harness.step(rawValue), "demo").step
            return try await proofs.isSession { try await harness.send(questions, .string(isRight ? "Byron" : "x"), "Babbage") }
        case .headers:
            let facts = RequestFacts(headers: [.init("X-OpenAM-Username", "demo"), .init("X-OpenAM-Password", password)])
            return try await proofs.isSession { try await harness.start(rawValue) { $0.client.request = { facts } } }
        case .cookie:
            let facts = RequestFacts(cookies: [.init("session-jwt", isRight ? proofs.cookie : "wrong")])
            return try await proofs.isSession { try await harness.start(rawValue) { $0.client.request = { facts } } }
        case .session:
            return try await proofs.isSession { try await harness.start(rawValue) { $0.session = isRight ? proofs.session : nil } }
        }
    }
}

/// A user with every proof there is.
struct Proofs {
    let harness: JourneyHarness
    let cookie: String
    let session: Session?

    init() async throws {
        harness = try await JourneyHarness {
            $0.lockoutThreshold = 3
            $0.zeroPageLogin = true
        }
        let answers = [
            SecurityQuestions.NewAnswer(.offered("1"), Secret("Byron")), SecurityQuestions.NewAnswer(.offered("2"), Secret("Babbage")),
        ]
        try await harness.domain.securityQuestions.define(answers, of: harness.user, in: harness.realm)
        for route in ProofRoute.allCases { try await harness.add(route.journey) }
        try await harness.add(Journeys.planned("setPersistentCookie: { maxLife: 24, idleTimeout: 24 }"))
        let done = try await harness.login("Planned").success
        cookie = done.cookies.first?.value ?? ""
        session = try await harness.login().success.session
    }

    func isSession(_ body: () async throws -> JourneyReply) async throws -> Bool {
        do { return try await body().success.session != nil } catch is JourneyError { return false } catch is UnexpectedReply {
            return false
        }
    }
}

@Suite("Policy: lock-out on every way to prove who one is")
struct ProofPolicyTests {
    @Test("locked by one way, locked by all", arguments: ProofRoute.guessable, ProofRoute.allCases)
    func locked(by guessed: ProofRoute, tried: ProofRoute) async throws {
        let proofs = try await Proofs()
        #expect(try await !tried.opens(proofs, isRight: false))
        if ProofRoute.guessable.contains(tried) { #expect(try await ProofRoute.dataStore.opens(proofs, isRight: true), "clears the count") }
        for _ in 0..<3 { #expect(try await !guessed.opens(proofs, isRight: false)) }
        #expect(try await !tried.opens(proofs, isRight: true))
    }

    @Test("what is right opens a session, while nobody has guessed", arguments: ProofRoute.allCases)
    func right(_ route: ProofRoute) async throws {
        #expect(try await route.opens(Proofs(), isRight: true))
    }

    @Test("parallel guesses don't race past the counter", arguments: ProofRoute.guessable)
    func parallel(_ route: ProofRoute) async throws {
        let proofs = try await Proofs()
        await withTaskGroup { group in
            for _ in 0..<10 { group.addTask { _ = try? await route.opens(proofs, isRight: false) } }
        }
        #expect(try await !route.opens(proofs, isRight: true))
    }
}
