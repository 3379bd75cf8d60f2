import DeviceFoundation
import Primitives
import Synchronization
import Testing

@Suite("Verifying the user")
struct UserVerificationTests {
    @Test(
        "where face or finger is wanted, no adapter passes with another factor",
        arguments: [VerificationMethod.pin, .presence, .init(rawValue: "iris")])
    func biometricsAlone(_ method: VerificationMethod) async throws {
        let adapter = SimulatedVerification(method)
        await #expect(throws: UserVerificationError(.refused, "")) { try await adapter.verify("approve", by: .biometrics) }
        #expect(try await adapter.verify("approve", by: .biometricsOrPasscode) == method)
    }

    @Test("face and finger pass either way", arguments: [VerificationMethod.face, .fingerprint], UserFactors.allCases)
    func recognised(_ method: VerificationMethod, _ factors: UserFactors) async throws {
        #expect(try await SimulatedVerification(method).verify("approve", by: factors) == method)
    }

    @Test("the system's dialog takes the passcode only where it counts, and only when the user wants it")
    func dialog() async throws {
        let owner = Dialog(biometrics: .face, [.recognised])
        #expect(try await OwnerVerification(owner).verify("approve", by: .biometricsOrPasscode) == .face)
        #expect(owner.shown == ["biometrics, with a button"])

        let typing = Dialog(biometrics: .fingerprint, [.wantsPasscode, .recognised])
        #expect(try await OwnerVerification(typing).verify("approve", by: .biometricsOrPasscode) == .pin)
        #expect(typing.shown == ["biometrics, with a button", "biometricsOrPasscode, with a button"])

        let bare = Dialog(biometrics: nil, [.recognised])
        #expect(try await OwnerVerification(bare).verify("approve", by: .biometricsOrPasscode) == .pin)
        #expect(bare.shown == ["biometricsOrPasscode, with a button"])
    }

    @Test(
        "for face or finger alone, the passcode is never asked for",
        arguments: [
            (.wantsPasscode, .refused), (.cancelled, .cancelled), (.refused("no"), .refused), (.unavailable("none"), .unavailable),
        ] as [(OwnerAnswer, UserVerificationError.Code)])
    func withoutPasscode(_ answer: OwnerAnswer, _ code: UserVerificationError.Code) async throws {
        let owner = Dialog(biometrics: .face, [answer, .recognised])
        await #expect(throws: UserVerificationError(code, "")) { try await OwnerVerification(owner).verify("approve", by: .biometrics) }
        #expect(owner.shown == ["biometrics"])
        let bare = Dialog(biometrics: nil, [.recognised])
        await #expect(throws: UserVerificationError(.unavailable, "")) {
            try await OwnerVerification(bare).verify("approve", by: .biometrics)
        }
        #expect(bare.shown.isEmpty)
    }

    @Test("who turns away isn't asked for the passcode", arguments: [OwnerAnswer.cancelled, .refused("no"), .unavailable("none")])
    func turnedAway(_ answer: OwnerAnswer) async throws {
        let owner = Dialog(biometrics: .face, [answer, .recognised])
        await #expect(throws: UserVerificationError.self) {
            try await OwnerVerification(owner).verify("approve", by: .biometricsOrPasscode)
        }
        #expect(owner.shown.count == 1)
    }
}

/// The system's dialog, whose answers are given beforehand.
private final class Dialog: OwnerPrompt {
    private let method: VerificationMethod?
    private let answers: Mutex<[OwnerAnswer]>
    private let texts = Mutex<[String]>([])

    init(biometrics: VerificationMethod?, _ answers: [OwnerAnswer]) {
        method = biometrics
        self.answers = Mutex(answers)
    }

    var shown: [String] { texts.withLock { $0 } }

    func biometrics() -> VerificationMethod? { method }
    func enrollment() -> BiometricEnrollment { .unknown }

    func show(_ reason: String, _ factors: UserFactors, offersPasscode: Bool) async -> OwnerAnswer {
        texts.withLock { $0.append("\(factors)\(offersPasscode ? ", with a button" : "")") }
        return answers.withLock { $0.removeFirst() }
    }
}
