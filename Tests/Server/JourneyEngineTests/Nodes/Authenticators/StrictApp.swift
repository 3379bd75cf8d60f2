import AuthenticatorMessages
import DeviceMessages
import Foundation
import JourneyMessages
import OneTimePassword
import Primitives

@testable import JourneyEngine
import Services
import Directory
import Messaging
import MultiFactor

/// An authenticator app as strict clients are, reading what it is sent by the letter.
struct StrictApp {
    let account: AuthenticatorURI
    let mechanism = "9C8C3BC3-0F4B-44B1-8C09-0A2B3E5C7F11"

    /// Scans the code of a step.
    init(scanning step: Step) throws {
        let hidden = step.callbacks.compactMap { HiddenValue($0) }.first { $0.id == "mfaDeviceRegistration" }
        account = try AuthenticatorURI(hidden?.value ?? "")
    }

    /// An app that was offered push only.
    init(offer: Authenticators.PushOffer) {
        var account = AuthenticatorURI(issuer: "Example", account: "demo")
        account.push = AuthenticatorURI.Push(
            registrationURL: "", authenticationURL: "", secret: offer.secret, challenge: offer.challenge, messageID: offer.message)
        self.account = account
    }

    /// The code that it shows; for one that counts, that of a counter.
    func code(at time: Date, counter: UInt64 = 0) throws -> String {
        guard let password = account.password else { throw UnexpectedReply() }
        switch password.kind {
        case .totp(let period):
            return try TOTP(password.secret, algorithm: password.algorithm, digits: password.digits, period: period).code(at: time)
        case .hotp:
            return try HOTP(password.secret, algorithm: password.algorithm, digits: password.digits).code(at: counter)
        }
    }

    /// Registers for push.
    func register(
        _ harness: JourneyHarness, as mechanism: String? = nil, reached device: PushDevice? = nil,
        _ change: (inout MessageBody) -> Void = { _ in }
    ) async throws {
        guard let push = account.push else { throw UnexpectedReply() }
        let registration = PushRegistration(
            response: ChallengeResponse(to: push.challenge, with: push.secret), mechanismID: mechanism ?? self.mechanism,
            device: device ?? PushDevice(token: "-", name: "Pretend phone", type: "linux", carrier: .builtIn))
        var body = MessageBody(messageID: push.messageID, token: try registration.signed(with: push.secret))
        change(&body)
        try await harness.domain.multiFactor.authenticators.register(body, in: harness.realm)
    }

    typealias Push = (id: String, request: PushRequest)

    /// The pushes that have come and were not answered.
    func pushes(_ harness: JourneyHarness) async throws -> [Push] {
        guard let secret = account.push?.secret else { throw UnexpectedReply() }
        return try await harness.domain.messaging.push.waiting(for: "mechanism:\(mechanism)", realm: harness.realm.id).map { event in
            guard let delivered = try JSONValue(parsing: event.text).object, let delivery = PushDelivery(delivered: delivered) else {
                throw UnexpectedReply()
            }
            return (delivery.messageID, try PushRequest(verifying: delivery.token, with: secret))
        }
    }

    /// Answers a push, the last one unless said.
    func answer(
        _ harness: JourneyHarness, _ push: Push? = nil, denying isDenied: Bool = false, number: String? = nil,
        _ change: (inout MessageBody) -> Void = { _ in }
    ) async throws {
        let last = try await pushes(harness).last
        guard let secret = account.push?.secret, let (id, request) = push ?? last else { throw UnexpectedReply() }
        let answer = PushAnswer(response: ChallengeResponse(to: request.challenge, with: secret), isDenied: isDenied, number: number)
        var body = MessageBody(messageID: id, token: try answer.signed(with: secret))
        change(&body)
        try await harness.domain.multiFactor.authenticators.answer(body, in: harness.realm)
    }
}

extension JourneyHarness {
    /// A realm whose users sign in by password, then with what `nodes` ask; the first of them is `second`.
    static func withSecondFactor(_ nodes: String, _ change: (inout RealmSettings) -> Void = { _ in }) async throws -> JourneyHarness {
        var harness = try await JourneyHarness { settings in change(&settings) }
        harness.client.pushEndpoint = { "https://login.example.com/am/json/realms/root\($0)/push/sns/message" }
        try await harness.add(
            """
            name: Second
            start: page
            mustRun: true
            nodes:
              page: { page: [ { username: {} }, { password: {} } ], next: check }
              check: { dataStoreDecision: {}, "true": second, "false": failure }
            \(nodes)
            """)
        return harness
    }
}
