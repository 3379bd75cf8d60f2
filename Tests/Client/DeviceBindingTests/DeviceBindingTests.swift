import ClientTesting
import DeviceBinding
import DeviceBindingMessages
import DeviceFoundation
import Foundation
import JOSE
import JourneyMessages
import Primitives
import Testing

@Suite("Device binding")
struct DeviceBindingTests {
    private static let all: [DeviceBindingQuestion.Authentication] = [
        .none, .biometricOnly, .biometricAllowFallback, .applicationPIN,
    ]

    @Test("a key of each kind is bound, and signs", arguments: all)
    func kinds(_ kind: DeviceBindingQuestion.Authentication) async throws {
        let phone = try BoundPhone()
        let outcome = try await phone.binding().bind(phone.question(kind), deviceName: "My phone")
        guard case .bound(let jws, "My phone", let identifier) = outcome else { throw UnexpectedOutcome() }
        #expect(try await phone.device.identifier() == identifier)
        #expect(try UnverifiedStatement(jws).claimed.others == ["platform": "ios"])
        let key = try phone.key(of: outcome)
        let bound = try #require(try await phone.binding().keys().first)
        #expect(bound.keyID == key.keyID && bound.userID == BoundPhone.user && bound.username == "demo" && bound.authentication == kind)
        #expect(bound.created == phone.time.now && UUID(uuidString: bound.keyID) != nil)
        let signed = try await phone.binding(random: 2).sign(phone.signing(), claims: ["isCompanyPhone": true, "platform": "iOS"])
        let claims = try phone.claims(of: signed, by: key)
        #expect(claims["isCompanyPhone"] == true && claims["platform"] == "iOS")
    }

    @Test(
        "a time that the server gives may be as long or as short as a number can be",
        arguments: [Int.max, .max / 1000, 253_402_300_800, -1, .min])
    func times(_ timeout: Int) async throws {
        let phone = try BoundPhone()
        var question = phone.question(.none)
        question.timeout = timeout
        guard timeout > 0 else {
            await #expect(throws: DeviceBindingError(.timeout, "")) { try await phone.binding().bind(question) }
            return
        }
        guard case .bound(let jws, _, _) = try await phone.binding().bind(question) else { throw UnexpectedOutcome() }
        let payload = try #require(jws.split(separator: ".").dropFirst().first.flatMap { try? Base64URL.decode(String($0)) })
        #expect(try JSONValue(parsing: payload)["exp"]?.integer ?? 0 > 253_402_300_000)
    }

    @Test("what the user is shown")
    func prompts() async throws {
        let phone = try BoundPhone()
        _ = try await phone.binding().bind(phone.question(.applicationPIN))
        _ = try await phone.binding(random: 2).sign(phone.signing(), prompt: DevicePrompt(title: "Custom"))
        #expect(phone.pins.asked.map(\.isNew) == [true, false])
        #expect(phone.pins.asked.map(\.prompt.title) == ["Title", "Custom"])
    }

    @Test("a wrong PIN is unauthorized; the last of them deletes the key, and the user is unregistered then")
    func wrongPIN() async throws {
        let phone = try BoundPhone()
        _ = try await phone.binding().bind(phone.question(.applicationPIN))
        let binding = phone.binding(random: 2)
        for _ in 0..<2 {
            for pin in ["0000", "9999"] {
                phone.pins.type(pin)
                await #expect(throws: DeviceBindingError(.unauthorized, "")) { try await binding.sign(phone.signing()) }
            }
            phone.pins.type("1234")
            _ = try await binding.sign(phone.signing())
        }
        phone.pins.type("0000")
        for _ in 0..<3 { await #expect(throws: DeviceBindingError(.unauthorized, "")) { try await binding.sign(phone.signing()) } }
        #expect(try await binding.keys().isEmpty)
        phone.pins.type("1234")
        let last = await #expect(throws: DeviceBindingError(.unregistered, "")) { try await binding.sign(phone.signing()) }
        #expect(last?.clientError == "ClientNotRegistered")
        phone.time.advance(by: 1)
        _ = try await phone.binding(random: 3).bind(phone.question(.applicationPIN))
        _ = try await binding.sign(phone.signing())
    }

    @Test("of wrong PINs at once each counts")
    func parallelPINs() async throws {
        let phone = try BoundPhone()
        _ = try await phone.binding().bind(phone.question(.applicationPIN))
        let binding = phone.binding(random: 2)
        phone.pins.type("0000")
        await withTaskGroup { group in
            for _ in 0..<3 { group.addTask { _ = try? await binding.sign(phone.signing()) } }
        }
        phone.pins.type("1234")
        await #expect(throws: DeviceBindingError(.unregistered, "")) { try await binding.sign(phone.signing()) }
    }

    @Test("neither the PIN nor the key is readable in what is stored")
    func sealed() async throws {
        let phone = try BoundPhone()
        let outcome = try await phone.binding().bind(phone.question(.applicationPIN))
        let key = try phone.key(of: outcome)
        let stored = try #require(try await phone.store.get(StoreKey("bound-pin-keys", key.keyID ?? "")))
        #expect(!stored.reveal().contains("1234") && !stored.reveal().contains(#""d""#))
    }

    @Test(
        "who isn't verified, turns away or has nothing of the kind",
        arguments: [
            (nil, .biometricOnly, .unsupported, "Unsupported"), (SimulatedVerification(nil), .biometricOnly, .unauthorized, "Unsupported"),
            (SimulatedVerification(.pin), .biometricOnly, .unauthorized, "Unsupported"),
            (SimulatedVerification(nil), .biometricAllowFallback, .unauthorized, "Unsupported"),
            (TurnedAway(), .biometricAllowFallback, .abort, "Abort"),
        ] as [((any UserVerification)?, DeviceBindingQuestion.Authentication, DeviceBindingError.Code, String)])
    func refused(
        _ verification: (any UserVerification)?, _ kind: DeviceBindingQuestion.Authentication, _ code: DeviceBindingError.Code,
        _ word: String
    ) async throws {
        var phone = try BoundPhone()
        phone.verification = verification
        let error = await #expect(throws: DeviceBindingError(code, "")) { try await phone.binding().bind(phone.question(kind)) }
        #expect(error?.clientError == word)
        #expect(await phone.binding().answer(phone.question(kind)) == .failed(word))
        #expect(try await phone.binding().keys().isEmpty)
        phone.verification = SimulatedVerification(.face)
        _ = try await phone.binding(random: 2).bind(phone.question(kind))
        phone.verification = verification
        await #expect(throws: DeviceBindingError(code, "")) { try await phone.binding(random: 3).sign(phone.signing()) }
        #expect(try await phone.binding().keys().count == 1, "the key stays")
    }

    @Test("the device's PIN will do where falling back is allowed")
    func fallback() async throws {
        var phone = try BoundPhone()
        phone.verification = SimulatedVerification(.pin)
        _ = try phone.key(of: try await phone.binding().bind(phone.question(.biometricAllowFallback)))
    }

    @Test("all the time in the world is given by no number that ends the process", arguments: [Int.max, .max - 1, .min])
    func endless(_ seconds: Int) async throws {
        let phone = try BoundPhone()
        var question = phone.question()
        question.timeout = seconds
        let outcome = try? await phone.binding().bind(question)
        #expect((outcome != nil) == (seconds > 0))
    }

    @Test("without a PIN pad the type is unsupported; no PIN is an abort; too late is a timeout, and leaves nothing behind")
    func noPIN() async throws {
        var phone = try BoundPhone()
        phone.pins.type(nil)
        await #expect(throws: DeviceBindingError(.abort, "")) { try await phone.binding().bind(phone.question(.applicationPIN)) }
        phone.pins.type("1234")
        phone.pins.meanwhile { [time = phone.time] in time.advance(by: 61) }
        let late = await #expect(throws: DeviceBindingError(.timeout, "")) {
            try await phone.binding().bind(phone.question(.applicationPIN))
        }
        #expect(late?.clientError == "Timeout")
        #expect(try await phone.store.keys(in: "bound-pin-keys").isEmpty)
        phone.pins.meanwhile {}
        _ = try await phone.binding(random: 2).bind(phone.question(.applicationPIN))
        phone.pins.meanwhile { [time = phone.time] in time.advance(by: 61) }
        await #expect(throws: DeviceBindingError(.timeout, "")) { try await phone.binding(random: 3).sign(phone.signing()) }
        phone.hasPINs = false
        await #expect(throws: DeviceBindingError(.unsupported, "")) { try await phone.binding().bind(phone.question(.applicationPIN)) }
    }

    @Test("two users on one device: each signs with their own key, and where the server names nobody one is chosen")
    func twoUsers() async throws {
        let phone = try BoundPhone()
        let other = "id=other,ou=user,o=alpha,ou=services,ou=am-config"
        let first = try phone.key(of: try await phone.binding().bind(phone.question()))
        phone.time.advance(by: 1)
        let second = try phone.key(of: try await phone.binding(random: 2).bind(phone.question(.applicationPIN, user: other)), user: other)
        let binding = phone.binding(random: 3)
        #expect(try await binding.keys().map(\.username) == ["other", "demo"], "the newest first")
        _ = try phone.claims(of: try await binding.sign(phone.signing()), by: first)
        _ = try phone.claims(of: try await binding.sign(phone.signing(user: other)), by: second, user: other)
        _ = try phone.claims(of: try await binding.sign(phone.signing(user: nil), selector: KeyOf(username: "demo")), by: first)
        _ = try phone.claims(of: try await binding.sign(phone.signing(user: nil)), by: second, user: other)
        await #expect(throws: DeviceBindingError(.abort, "")) {
            try await binding.sign(phone.signing(user: nil), selector: KeyOf(username: nil))
        }
        await #expect(throws: DeviceBindingError(.unregistered, "")) {
            try await binding.sign(phone.signing(user: "id=third,ou=user,ou=am-config"))
        }
    }

    @Test("binding again takes the former key's place")
    func again() async throws {
        let phone = try BoundPhone()
        let first = try phone.key(of: try await phone.binding().bind(phone.question(.applicationPIN)))
        let second = try phone.key(of: try await phone.binding(random: 2).bind(phone.question(.none)))
        #expect(first.keyID != second.keyID)
        #expect(try await phone.binding().keys().map(\.keyID) == [second.keyID])
        #expect(try await phone.store.keys(in: "bound-pin-keys").isEmpty)
        _ = try phone.claims(of: try await phone.binding(random: 3).sign(phone.signing()), by: second)
    }

    @Test("a key that is gone is unregistered")
    func gone() async throws {
        let phone = try BoundPhone()
        let key = try phone.key(of: try await phone.binding().bind(phone.question()))
        try await phone.store.delete(StoreKey("bound-key-pairs", try #require(key.keyID)))
        await #expect(throws: DeviceBindingError(.unregistered, "")) { try await phone.binding().sign(phone.signing()) }
        #expect(try await phone.binding().keys().isEmpty)
    }

    @Test("claims that are the protocol's are refused before anybody is asked", arguments: BoundStatement.reservedClaims.sorted())
    func reserved(_ name: String) async throws {
        let phone = try BoundPhone()
        _ = try await phone.binding().bind(phone.question(.applicationPIN))
        await #expect(throws: DeviceBindingError(.invalidClaims, "")) {
            try await phone.binding().sign(phone.signing(), claims: [name: "x"])
        }
        #expect(phone.pins.asked.count == 1)
    }
}

/// A user who turns away.
private struct TurnedAway: UserVerification {
    func ask(_ reason: String, by factors: UserFactors) async throws(UserVerificationError) -> VerificationMethod {
        throw UserVerificationError(.cancelled, "no, thanks")
    }

    func enrollment() async -> BiometricEnrollment { .unknown }
}
