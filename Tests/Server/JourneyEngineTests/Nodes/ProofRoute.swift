import FederationTesting
import JourneyMessages
import MailTesting
import OneTimePassword
import Primitives
import Testing

@testable import JourneyEngine
import Directory

/// Every way by which a journey takes somebody for a user.
enum ProofRoute: String, CaseIterable, CustomTestStringConvertible {
    case dataStore, identityStore, securityQuestions, passcode, headers, oldPassword, app, recoveryCode, push, cookie, session, link,
        provider, script
    var testDescription: String { rawValue }

    /// Those at which one can guess.
    static let guessable = [dataStore, identityStore, securityQuestions, passcode, headers, oldPassword, app, recoveryCode]

    /// What is guessed at there.
    var factor: Factor? {
        switch self {
        case .dataStore, .identityStore, .headers, .oldPassword: .password
        case .securityQuestions: .securityQuestions
        case .passcode: .sentCode
        case .app: .oneTimePassword
        case .recoveryCode: .recoveryCode
        case .push, .cookie, .session, .link, .provider, .script: nil
        }
    }

    private var node: String {
        switch self {
        case .dataStore, .headers: "dataStoreDecision: {}, \"true\": success, \"false\": failure"
        case .identityStore:
            "identityStoreDecision: {}, \"TRUE\": success, \"FALSE\": failure, LOCKED: failure, CANCELLED: failure, EXPIRED: failure"
        case .securityQuestions: "kbaVerification: {}, \"true\": success, \"false\": failure"
        case .passcode: "passcodeDecision: {}, \"true\": success, \"false\": failure"
        case .oldPassword: "message: {}, \"true\": success, \"false\": failure"
        case .app: "oathTokenVerifier: {}, successOutcome: success, failureOutcome: failure, notRegisteredOutcome: failure"
        case .recoveryCode: "recoveryCode: {}, \"true\": success, \"false\": failure"
        case .push: "pushResult: {}, \"TRUE\": success, \"FALSE\": failure, EXPIRED: failure, WAITING: wait"
        case .cookie: "persistentCookieDecision: {}, \"true\": success, \"false\": failure"
        case .session: "sessionData: { sessionDataKey: UserToken, sharedStateKey: userName }, next: success"
        case .link: "emailSuspend: { emailTemplateName: resetPassword, objectLookup: true }, next: success"
        case .provider: "olderSocialProvider: {}, ACCOUNT_EXISTS: success, NO_ACCOUNT: failure"
        case .script: "scriptedDecision: { script: Identify, outcomes: [ done ] }, done: success"
        }
    }

    private var asking: String {
        switch self {
        case .dataStore, .identityStore: "page: [ { username: {} }, { password: {} } ], next: check"
        case .securityQuestions, .link, .script, .app, .recoveryCode: "username: {}, next: check"
        case .passcode: "username: {}, next: make"
        case .push: "username: {}, next: send"
        case .headers: "zeroPageLogin: {}, \"true\": check, \"false\": failure"
        case .oldPassword: "innerTree: { tree: UpdatePassword }, \"true\": check, \"false\": failure"
        case .cookie, .session: "setState: { attributes: { a: b } }, next: check"
        case .provider: "setState: { attributes: { selectedIdp: pretend } }, next: check"
        }
    }

    private static let pushing = """
          send: { pushSender: { mandatory: true }, SENT: wait, NOT_REGISTERED: failure }
          wait: { pushWait: {}, DONE: check, EXITED: failure }

        """
    private static let sending = "  make: { passcodeGenerator: {}, next: mail }\n  mail: { passcodeByEmail: {}, next: check }\n"

    var journey: String {
        """
        name: \(rawValue)
        start: ask
        mustRun: true
        nodes:
          ask: { \(asking) }
          check: { \(node) }

        """ + (self == .passcode ? Self.sending : self == .push ? Self.pushing : "")
    }

    /// Whether it opens a session, or where an old password is asked, whether a new one may be chosen.
    func opens(_ proofs: Proofs, isRight: Bool) async throws -> Bool {
        let harness = proofs.harness
        let password = isRight ? "Ch4ng3it!" : "wrong"
        switch self {
        case .dataStore, .identityStore:
            return try await proofs.isSession { try await harness.send(harness.step(rawValue), "demo", .string(password)) }
        case .securityQuestions:
            let questions = try await harness.send(harness.step(rawValue), "demo").step
            return try await proofs.isSession { try await harness.send(questions, .string(isRight ? "Byron" : "x"), "Babbage") }
        case .passcode:
            let step = try await harness.send(harness.step(rawValue), "demo").step
            let code = try #require(harness.mail.passcode)
            return try await proofs.isSession { try await harness.send(step, .string(isRight ? code : "wrong")) }
        case .app:
            let code = try HOTP(Proofs.seed).code(at: proofs.nextCount)
            return try await proofs.isSession {
                try await harness.send(harness.send(harness.step(rawValue), "demo").step, .string(isRight ? code : "000000"), 0)
            }
        case .recoveryCode:
            let code = try await proofs.freshRecoveryCode()
            return try await proofs.isSession {
                try await harness.send(harness.send(harness.step(rawValue), "demo").step, .string(isRight ? code : "WRONGWRONG"))
            }
        case .push:
            return try await proofs.isSession {
                let step = try await harness.send(harness.step(rawValue), "demo").step
                try await proofs.app.answer(harness, denying: !isRight)
                return try await harness.send(step, nil, nil)
            }
        case .headers:
            let facts = RequestFacts(headers: [.init("X-OpenAM-Username", "demo"), .init("X-OpenAM-Password", password)])
            return try await proofs.isSession { try await harness.start(rawValue) { $0.client.request = { facts } } }
        case .oldPassword:
            return try await proofs.goesOn {
                let step = try await harness.step(rawValue) { $0.session = proofs.session }
                return try await harness.send(step, .string(password)).step.types == [.validatedPassword]
            }
        case .cookie:
            let facts = RequestFacts(cookies: [.init("session-jwt", isRight ? proofs.cookie : "wrong")])
            return try await proofs.isSession { try await harness.start(rawValue) { $0.client.request = { facts } } }
        case .session:
            return try await proofs.isSession { try await harness.start(rawValue) { $0.session = isRight ? proofs.session : nil } }
        case .link:
            _ = try await harness.send(harness.step(rawValue), "demo")
            let id = isRight ? try #require(harness.mail.suspendedID) : "wrong"
            return try await proofs.isSession { try await harness.engine.resume(id, in: harness.realm, from: harness.client) }
        case .provider: return try await comesBack(proofs, as: isRight ? Proofs.subject : "nobody-1")
        case .script:
            return try await proofs.isSession { try await harness.send(harness.step(rawValue), isRight ? "demo" : "nobody") }
        }
    }

    private func comesBack(_ proofs: Proofs, as subject: String) async throws -> Bool {
        var harness = proofs.harness
        let step = try await harness.step(rawValue)
        let answer = proofs.provider.authorize(step.callbacks[0].output("redirectUrl")?.string ?? "", as: subject)
        let facts = RequestFacts(parameters: answer.map { RequestFacts.Field($0.name, $0.value) })
        harness.client.request = { facts }
        return try await proofs.isSession { [harness] in try await harness.send(step) }
    }
}
