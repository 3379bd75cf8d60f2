import JourneyModel
import JourneyTesting
import DeviceBindingMessages
import Foundation
import JOSE
import JourneyMessages
import Primitives
import Testing

@testable import JourneyEngine
import DeviceRegistry
import Sessions
import Directory
import Services

@Suite("Device binding nodes")
struct BindingNodeTests {
    @Test("a key is bound after the password, and signs in by itself: with a user name and without")
    func life() async throws {
        let harness = try await BindingHarness()
        let id = harness.journey.user.id.uuidString.lowercased()
        let question: DeviceBindingQuestion = try #require(try await harness.binding().callbacks[0].question())
        #expect(question.userID == "id=\(id),ou=user,o=alpha,ou=services,ou=am-config" && question.username == "demo")
        #expect(question.authentication == .biometricAllowFallback && question.timeout == 60 && question.wantsAttestation == false)
        #expect(question.prompt.subtitle == "Cryptography device binding" && Data(base64Encoded: question.challenge)?.count == 32)
        try await harness.bind(called: "My phone")
        #expect(try await harness.boundKeys().map(\.keyID) == ["key-1"])
        let step = try await harness.signing()
        let done = try await harness.send(step, jws: harness.signed(step))
        #expect(try done.step.message == "success")
        let session = try await harness.journey.send(done.step, nil, 0).success.session
        #expect(session?.user == harness.journey.user.id && session?.properties["NodeType"] == "Binding")
        let any = try await harness.journey.step("Usernameless")
        #expect(any.callbacks[0].output("userId") == "")
        let again = try await harness.send(any, jws: harness.signed(any) { $0.subject = question.userID })
        #expect(try again.step.message == "success")
        #expect(try await harness.journey.send(again.step, nil, 0).success.session?.user == harness.journey.user.id)
        #expect(try await harness.boundKeys().first?.used == harness.journey.time.now)
    }

    @Test("what the app says went wrong is the outcome of that name; another text is a fault")
    func clientErrors() async throws {
        let harness = try await BindingHarness()
        for error in ["Unsupported", "Abort", "Timeout", "CustomUnReg"] {
            #expect(try await harness.outcome(harness.binding(), error: error) == error)
        }
        #expect(await harness.journey.error { try await harness.outcome(harness.binding(), error: "Strange") } != nil)
        try await harness.bind()
        for error in ["ClientNotRegistered", "CustomUnReg"] {
            #expect(try await harness.outcome(harness.signing(), error: error) == error)
        }
        #expect(await harness.journey.error { try await harness.outcome(harness.signing(), error: "success") } != nil)
        #expect(await harness.journey.error { try await harness.outcome(harness.signing(), error: "failure") } != nil)
    }

    @Test("what is wrong in a binding is refused, and nothing is kept")
    func refusedBinding() async throws {
        let harness = try await BindingHarness()
        let (one, two) = (try await harness.binding(), try await harness.binding())
        #expect(try await harness.outcome(one, harness.signed(two)) == "failure", "another challenge")
        func refused(_ reason: String, isBinding: Bool = true, _ change: (inout BindingHarness.Claims) -> Void) async throws {
            let step = try await harness.binding()
            #expect(try await harness.outcome(step, harness.signed(step, isBinding: isBinding, change)) == "failure", "\(reason)")
        }
        try await refused("another user") { $0.subject = "id=other,ou=user,o=alpha,ou=services,ou=am-config" }
        try await refused("another app") { $0.application = "com.example.other" }
        try await refused("expired") { $0.time -= 121 }
        try await refused("from the future") { $0.time += 61 }
        try await refused("for too long") { $0.lifetime = 3600 }
        try await refused("without its key", isBinding: false) { _ in }
        let step = try await harness.binding()
        #expect(try await harness.outcome(step, "rubbish") == "failure")
        #expect(try await harness.boundKeys().isEmpty)
    }

    @Test("a key of ML-DSA-65 is bound where the node takes such, and signs in; elsewhere it is refused and nothing is said of it")
    func postQuantum() async throws {
        var key = try JWK.generate(.mlDSA65, random: SeededRandom(seed: 9))
        key.keyID = "key-pq"
        let usual = try await BindingHarness()
        let step = try await usual.binding()
        #expect(step.callbacks[0].output("furtherAlgorithms") == nil)
        #expect(try await usual.outcome(step, usual.signed(step, with: key)) == "failure")
        #expect(try await usual.boundKeys().isEmpty)

        let harness = try await BindingHarness(binding: ", postQuantum: true")
        #expect(try await harness.binding().callbacks[0].output("furtherAlgorithms") == ["ML-DSA-65"])
        try await harness.bind(with: key)
        #expect(try await harness.boundKeys().map(\.publicKey.algorithm) == ["ML-DSA-65"])
        let signing = try await harness.signing()
        #expect(try await harness.outcome(signing, harness.signed(signing, with: key)) == "success")
        let again = try await harness.signing()
        var other = try JWK.generate(.mlDSA65, random: SeededRandom(seed: 10))
        other.keyID = "key-pq"
        #expect(try await harness.outcome(again, harness.signed(again, with: other)) == "failure")
        try await harness.bind()
        #expect(try await harness.boundKeys().count == 2, "the documented keys as well")
    }

    @Test("binding wants a proof of who the user is")
    func proof() async throws {
        let harness = try await BindingHarness()
        try await harness.journey.add(
            Journeys.single("deviceBinding: {}", "success", "failure", "Unsupported", "Abort", "Timeout"))
        #expect(await harness.journey.error { try await harness.journey.step("Single") }?.code == .failed)
    }

    @Test("each false field of a signature is refused with AM's reason")
    func refusedSignature() async throws {
        let harness = try await BindingHarness(signing: ", captureFailure: true")
        let other = try await harness.journey.addUser("other")
        try await harness.bind()
        try await harness.bind(as: "other", with: harness.keys[1])
        let subject = other.deviceSubject(in: harness.journey.realm.path)
        func refused(_ reason: String, key: JWK? = nil, _ change: (inout BindingHarness.Claims) -> Void) async throws {
            let step = try await harness.signing()
            let reply = try await harness.send(step, jws: harness.signed(step, with: key, change)).step
            let state = try harness.journey.engine.sealer.open(
                reply.authID, realm: harness.journey.realm.id, binding: nil, at: harness.journey.time.now)
            #expect(reply.message == "failure" && state.shared["DeviceSigningVerifierNode.FAILURE"]?.string == reason)
        }
        var forged = harness.keys[2]
        forged.keyID = "key-1"
        try await refused("INVALID_SIGNATURE", key: forged) { _ in }
        try await refused("INVALID_SUBJECT", key: harness.keys[1]) { $0.subject = subject }
        try await refused("INVALID_SUBJECT") { $0.subject = subject }
        try await refused("INVALID_USER") { $0.subject = "id=nobody,ou=user,o=alpha,ou=services,ou=am-config" }
        try await refused("INVALID_USER") { $0.subject = $0.subject.replacing("o=alpha", with: "o=beta") }
        try await refused("INVALID_CLAIM") { $0.challenge = "b3RoZXI=" }
        try await refused("INVALID_CLAIM") { $0.application = "com.example.other" }
        try await refused("INVALID_CLAIM") { $0.time -= 121 }
        try await refused("INVALID_CLAIM") { $0.lifetime = 3600 }
        let step = try await harness.signing()
        #expect(try await harness.outcome(step, harness.signed(step, with: harness.keys[1])) == "keyNotFound", "another user's key")
    }

    @Test("a signature counts once: not again in its run, nor in another with the same challenge, nor many times at once")
    func replayed() async throws {
        let harness = try await BindingHarness()
        try await harness.bind()
        let step = try await harness.signing()
        let right = try harness.signed(step)
        let outcomes = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<8 { group.addTask { try? await harness.outcome(step, right) } }
            return await group.reduce(into: [String]()) { if let outcome = $1 { $0.append(outcome) } }
        }
        #expect(outcomes == [String](repeating: "success", count: 8), "all are told what came of the one")
        harness.journey.pass()
        await #expect(throws: JourneyRunError(.spent)) { try await harness.outcome(step, right) }
        #expect(try await harness.outcome(harness.signing(), right) == "failure")

        try await harness.journey.add(
            """
            name: Pay
            start: amount
            nodes:
              amount: { setState: { attributes: { amount: "12 EUR to Ada" } }, next: name }
              name: { username: {}, next: only }
              only: { deviceSigningVerifier: { challenge: false, sharedStateAttribute: amount }, success: done, failure: failed, noDeviceRegistered: failed, keyNotFound: failed, Unsupported: failed, Abort: failed, Timeout: failed, ClientNotRegistered: failed }
              done: { message: { message: done }, "true": success, "false": failure }
              failed: { message: { message: failed }, "true": success, "false": failure }
            """)
        let pay = try await harness.journey.send(harness.journey.step("Pay"), "demo").step
        #expect(pay.callbacks[0].output("challenge") == "12 EUR to Ada")
        let paid = try harness.signed(pay) { $0.others = ["amount": 12] }
        #expect(try await harness.outcome(pay, paid) == "done")
        let more = try await harness.journey.send(harness.journey.step("Pay"), "demo").step
        #expect(try await harness.outcome(more, paid) == "failed")
    }

    @Test("what was signed is there for scripts")
    func claims() async throws {
        let harness = try await BindingHarness()
        try await harness.bind()
        let step = try await harness.signing()
        let reply = try await harness.send(step, jws: harness.signed(step) { $0.others = ["isCompanyPhone": true] }).step
        #expect(reply.message == "success")
        let state = try harness.journey.engine.sealer.open(
            reply.authID, realm: harness.journey.realm.id, binding: nil, at: harness.journey.time.now)
        #expect(state.shared["DeviceSigningVerifierNode.CHALLENGE"]?.string == step.callbacks[0].output("challenge")?.string)
    }

    @Test("a user without a key, an unknown user and a removed or blocked key have outcomes of their own; an inactive user fails")
    func noKey() async throws {
        let harness = try await BindingHarness()
        _ = try await harness.journey.addUser("other")
        try await harness.bind()
        for name in ["other", "nobody"] { #expect(try await harness.signing(as: name).message == "noDeviceRegistered") }
        let step = try await harness.signing()
        #expect(try await harness.outcome(step, harness.signed(step, with: harness.keys[2])) == "keyNotFound")
        let (domain, user, realm) = (harness.journey.domain, harness.journey.user.id, harness.journey.realm)
        let device = try #require(try await harness.boundKeys().first).device
        _ = try await domain.deviceRegistry.devices.setBlocked(true, device, of: user, in: realm)
        let blocked = try await harness.signing()
        #expect(try await harness.outcome(blocked, harness.signed(blocked)) == "keyNotFound")
        _ = try await domain.deviceRegistry.devices.setBlocked(false, device, of: user, in: realm)
        let waiting = try await harness.journey.step("Usernameless")
        let signed = try harness.signed(waiting) { $0.subject = harness.journey.user.deviceSubject(in: realm.path) }
        try await domain.deviceRegistry.devices.remove(device, of: user, in: realm)
        #expect(try await harness.signing().message == "noDeviceRegistered")
        #expect(try await harness.outcome(waiting, signed) == "noDeviceRegistered")
        try await harness.bind(with: harness.keys[1])
        let last = try await harness.signing()
        try await domain.directory.users.setStatus(.inactive, of: user, in: realm.id)
        #expect(try await harness.outcome(last, harness.signed(last, with: harness.keys[1])) == "failure")
    }

    @Test("a key is bound once, and no more of them than may be")
    func limits() async throws {
        let harness = try await BindingHarness()
        try await harness.bind()
        let again = try await harness.binding()
        #expect(try await harness.outcome(again, harness.signed(again)) == "failure")
        let limited = try await BindingHarness(binding: ", maxSavedDevices: 1")
        let early = try await limited.binding()
        try await limited.bind()
        #expect(try await limited.binding().message == "exceedDeviceLimit")
        #expect(try await limited.outcome(early, limited.signed(early, with: limited.keys[1])) == "exceedDeviceLimit")
        #expect(try await limited.boundKeys().count == 1)
    }

    @Test("a node further on may keep the key")
    func postponed() async throws {
        let harness = try await BindingHarness()
        try await harness.journey.add(
            """
            name: Postponed
            start: name
            nodes:
              name: { page: [ { username: {} }, { password: {} } ], next: check }
              check: { dataStoreDecision: {}, "true": bind, "false": failure }
              bind: { deviceBinding: { postponeDeviceProfileStorage: true }, success: ask, failure: failure, Unsupported: failure, Abort: failure, Timeout: failure }
              ask: { message: { message: Keep it? }, "true": keep, "false": failure }
              keep: { deviceBindingStorage: {}, "true": again, "false": failure }
              again: { deviceBindingStorage: {}, "true": failure, "false": success }
            """)
        let password = JourneyHarness.password.reveal()
        let step = try await harness.journey.send(harness.journey.step("Postponed"), "demo", .string(password)).step
        let asked = try await harness.send(step, jws: harness.signed(step), name: "My phone").step
        #expect(try await harness.boundKeys().isEmpty)
        #expect(try await harness.journey.send(asked, nil, 0).success.session != nil)
        #expect(try await harness.boundKeys().map(\.identifier) == ["9f1c"])
    }

    @Test("settings that can't be")
    func settings() throws {
        for node in [
            "deviceBinding: { clientErrorOutcomes: [ success ] }", "deviceBinding: { clientErrorOutcomes: [ a, a ] }",
            "deviceSigningVerifier: { challenge: false }",
        ] {
            #expect(throws: JourneyDefinitionError.self) { try JourneyDefinition(text: Journeys.single(node, "success", "failure")) }
        }
    }
}
