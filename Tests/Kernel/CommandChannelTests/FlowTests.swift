import CommandChannel
import Crypto
import Foundation
import Primitives
import Testing

@Suite("Flows of an activated device")
struct FlowTests {
    private let parties: Parties
    private let fresh: Parties.Activated

    init() throws {
        var parties = try Parties()
        fresh = try parties.activate()
        self.parties = parties
    }

    @Test("a request is approved over exactly what was shown, once", arguments: [CommandKind.remoteAuthentication, .remoteTransaction])
    func approved(_ kind: CommandKind) throws {
        var activated = fresh
        var (command, session) = try parties.request(&activated, kind: kind)
        session = try RemoteSession(record: session.record)
        var (request, conversation) = try parties.read(try CommandEnvelope(command.text), activated)
        #expect(request == session.request && request.display.text == "To: ACME LTD\nAmount: 12.50 EUR")
        #expect(request.additional["rid"] == [1, 2])
        let answer = try parties.answer(command, &conversation, activated, request: request.bytes)
        let reply = try session.take(answer, from: &activated.instance, at: Parties.now)
        #expect(try FlowOutcome(bytes: conversation.open(reply, kind: kind)) == FlowOutcome(.accepted))
        #expect(session.state == .accepted && session.answer?.statement.decision == .approve)
        #expect(try session.take(answer, from: &activated.instance, at: Parties.now) == reply, "the same command, the same answer")
        #expect(try RemoteSession(record: session.record) == session)
        // A device that answers again, from the state that it had before.
        var (_, again) = try parties.read(command, activated)
        let second = try parties.answer(command, &again, activated, decision: .reject, method: .none, request: request.bytes)
        #expect(code { _ = try session.take(second, from: &activated.instance, at: Parties.now) } == .order)
        #expect(session.state == .accepted)
    }

    @Test("a request with a changed line, another request's answer, another key's signature: none counts")
    func changed() throws {
        var activated = fresh
        let (command, session) = try parties.request(&activated)
        let (request, conversation) = try parties.read(command, activated)
        var shown = request
        shown.display = try DisplayData([.init("To", "EVIL LTD"), .init("Amount", "12.50 EUR")])
        let before = activated.instance
        func take(_ edit: (inout Conversation) throws -> CommandEnvelope) throws -> CommandError.Code? {
            var (mine, theirs, instance) = (conversation, session, before)
            let answer = try edit(&mine)
            let refusal = code { _ = try theirs.take(answer, from: &instance, at: Parties.now) }
            #expect(theirs == session && instance == before, "nothing is changed")
            return refusal
        }
        #expect(try take { try parties.answer(command, &$0, activated, request: shown.bytes) } == .key)
        #expect(try take { try parties.answer(command, &$0, activated, method: .none, request: request.bytes) } == .key, "no PIN")
        #expect(
            try take { try parties.answer(command, &$0, activated, decision: .reject, request: request.bytes) } == .key,
            "a rejection is the device's")
        let thief = parties.withOtherSigningKey()
        #expect(try take { try thief.answer(command, &$0, activated, request: request.bytes) } == .key)
        for bit in stride(from: 24, to: 34 * 8, by: 7) {
            var mine = conversation
            let answer = try parties.answer(command, &mine, activated, request: request.bytes)
            guard let turned = answer.turned(bit) else { continue }
            #expect(try take { _ in turned } != nil, "bit \(bit)")
        }
    }

    @Test("a wrong PIN leaves the request open, until no try is left")
    func wrongPIN() throws {
        var activated = fresh
        var (command, session) = try parties.request(&activated)
        var (request, conversation) = try parties.read(command, activated)
        let wrong = try InstanceSecret(Secret(bytes: [UInt8](repeating: 9, count: 32)), user: parties.user, instance: activated.id)
        var statuses: [FlowOutcome] = []
        for attempt in 0..<5 {
            let answer = try parties.answer(
                command, &conversation, activated, request: request.bytes, secret: wrong, isFirst: attempt == 0)
            let reply = try session.take(answer, from: &activated.instance, at: Parties.now)
            statuses.append(try FlowOutcome(bytes: conversation.open(reply, kind: command.kind)))
        }
        #expect(statuses.map(\.status) == [.wrongPassword, .wrongPassword, .wrongPassword, .wrongPassword, .locked])
        #expect(statuses.map(\.attemptsLeft) == [4, 3, 2, 1, 0] && activated.instance.isLocked && session.state == .locked)
        (command, session) = try parties.request(&activated)
        (request, conversation) = try parties.read(command, activated)
        let right = try parties.answer(command, &conversation, activated, request: request.bytes)
        let reply = try session.take(right, from: &activated.instance, at: Parties.now)
        #expect(try FlowOutcome(bytes: conversation.open(reply, kind: command.kind)).status == .locked)
        activated.instance.unlock()
        #expect(activated.instance.attemptsLeft == 5)
    }

    @Test("an outdated session says why", arguments: [RemoteSession.State.accepted, .refused, .expired])
    func outdated(_ state: RemoteSession.State) throws {
        var activated = fresh
        var (command, session) = try parties.request(&activated)
        if state != .expired { session.end(state) }
        var (request, conversation) = try parties.read(command, activated)
        let answer = try parties.answer(command, &conversation, activated, request: request.bytes)
        let reply = try session.take(answer, from: &activated.instance, at: state == .expired ? Parties.now + 60 : Parties.now)
        let expected: [RemoteSession.State: FlowOutcome.Status] = [
            .accepted: .alreadyAccepted, .refused: .alreadyRefused, .expired: .expired,
        ]
        #expect(try FlowOutcome(bytes: conversation.open(reply, kind: command.kind)).status == expected[state])
        #expect(session.state == state)
    }

    @Test("what a device sends is taken once, in the order in which it was made")
    func deviceCommands() throws {
        var activated = fresh
        let messages: [DeviceCommand] = [
            .notificationRegistration(sequence: 1, identifier: "apns:1"), .pendingRequests(sequence: 2),
            .deviceData(sequence: 3, event: "login", application: "{}", device: #"{"os":"linux"}"#),
        ]
        let sent = try messages.map { try parties.begin(try $0.checked(), activated) }
        var (message, exchange) = try activated.instance.receive(sent[0].command, keys: parties.keys)
        #expect(message == messages[0])
        let reply = try exchange.answer(sent[0].command, FlowOutcome(.accepted).bytes)
        var conversation = sent[0].conversation
        #expect(try FlowOutcome(bytes: conversation.open(reply, kind: .notificationRegistration)) == FlowOutcome(.accepted))
        #expect(code { _ = try activated.instance.receive(sent[0].command, keys: parties.keys) } == .replayed)
        #expect(try activated.instance.receive(sent[2].command, keys: parties.keys).command == messages[2])
        #expect(code { _ = try activated.instance.receive(sent[1].command, keys: parties.keys) } == .replayed, "it came too late")
        // A device that was put back to an old state counts from there again.
        let old = try parties.begin(.notificationRegistration(sequence: 2, identifier: "apns:2"), activated)
        #expect(code { _ = try activated.instance.receive(old.command, keys: parties.keys) } == .replayed)
        var (other, foreign) = (try Parties(seed: 2), fresh)
        foreign.instance = try other.activate().instance
        #expect(code { _ = try foreign.instance.receive(sent[0].command, keys: parties.keys) } == .order, "another device's")
    }

    @Test("the PIN changes in two commands; the secret changes with it, and either is good until the new one was seen")
    func passwordChange() throws {
        var activated = fresh
        let pair = try AgreementPair(random: parties.random)
        var conversation = Conversation(
            FlowID(random: parties.random), instance: activated.id, root: activated.secrets.root, isServer: false)
        let proof = activated.secrets.password.proof(of: PasswordChange.first(conversation.flow, instance: activated.id, application: 2))
        let command = try conversation.seal(
            DeviceCommand.passwordChange(sequence: 1, application: 2, proof: proof).bytes, kind: .passwordChange, ephemeral: pair.publicKey,
            agreed: try pair.agree(with: parties.keys.pair.publicKey))
        var (message, exchange) = try activated.instance.receive(command, keys: parties.keys)
        guard case .passwordChange(_, let application, let sent) = message else { Issue.record("another command"); return }
        let (reply, outcome) = try activated.instance.beginPasswordChange(
            command, proof: sent, application: application, exchange: &exchange)
        #expect(try FlowOutcome(bytes: conversation.open(reply, kind: .passwordChange)) == outcome && outcome.status == .accepted)
        let renewed = PasswordChange.renewed(activated.secrets.password, in: conversation)
        #expect(renewed != activated.secrets.password)
        let otp = try activated.instance.terms.application(2, [.oneTimePassword])
        var undecided = try ServerInstance(record: activated.instance.record)
        #expect(
            try undecided.verify(activated.secrets.password.key(of: otp).code(at: Parties.now).code, application: 2, at: Parties.now).status
                == .accepted, "the old PIN, as long as the new one wasn't seen")
        #expect(
            try undecided.verify(renewed.key(of: otp).code(at: Parties.now + 30).code, application: 2, at: Parties.now + 30).status
                == .accepted)
        #expect(
            try undecided.verify(
                activated.secrets.password.key(of: otp).code(at: Parties.now + 60).code, application: 2, at: Parties.now + 60
            ).status == .wrongPassword, "and not afterwards")
        let second = PasswordChange.second(conversation.flow, instance: activated.id)
        let last = try conversation.seal(PasswordChange.body(proof: renewed.proof(of: second)), kind: .passwordChange)
        let end = try activated.instance.finishPasswordChange(last, exchange: &exchange)
        #expect(end.outcome.status == .accepted && exchange.repeated(last) == end.reply)
        #expect(try FlowOutcome(bytes: conversation.open(end.reply, kind: .passwordChange)).status == .accepted)
    }

    @Test("numbers of requests are taken once, and out of order within a window of 64")
    func window() throws {
        var window = ReplayWindow()
        for number in [UInt64(3), 1, 2, 70, 8, 69] { try window.take(number) }
        for number in [UInt64(0), 1, 3, 6, 8, 70] { #expect(!window.allows(number), "\(number)") }
        #expect(window.allows(7) && window.allows(71) && window.highest == 70)
        #expect(code { try window.take(70) } == .replayed)
        try window.take(.max)
        #expect(!window.allows(71) && window.allows(.max - 63) && !window.allows(.max - 64))
    }
}

extension Parties {
    /// The same parties, but a device whose key the server doesn't know.
    func withOtherSigningKey() -> Parties { Parties(self, P256.Signing.PrivateKey()) }

    private init(_ other: Parties, _ signing: P256.Signing.PrivateKey) {
        random = other.random
        keys = other.keys
        user = other.user
        password = other.password
        registration = other.registration
        self.signing = signing
        agreement = other.agreement
        terms = other.terms
    }
}
