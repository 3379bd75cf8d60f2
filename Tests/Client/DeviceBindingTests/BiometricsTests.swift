import JOSE
import ClientTesting
import DeviceBinding
import DeviceFoundation
import Foundation
import JourneyMessages
import Primitives
import Testing

@Suite("Keys that biometrics guard")
struct BiometricsTests {
    private static let guarded: [DeviceBindingQuestion.Authentication] = [.biometricOnly, .biometricAllowFallback]

    private func makePhone(enclave: EnclaveDouble? = nil, _ enrollment: BiometricEnrollment = .enrolled([1])) throws -> BoundPhone {
        var phone = try BoundPhone()
        phone.enclave = enclave
        phone.verification = SimulatedVerification(.face, enrollment: enrollment)
        return phone
    }

    @Test(
        "with other biometrics enrolled, or none, the key is deleted and the user is unregistered, at the server too", arguments: guarded,
        [BiometricEnrollment.enrolled([2]), .absent])
    func changed(_ kind: DeviceBindingQuestion.Authentication, _ enrollment: BiometricEnrollment) async throws {
        var phone = try makePhone()
        _ = try await phone.binding().bind(phone.question(kind))
        _ = try await phone.binding().sign(phone.signing())
        phone.verification = SimulatedVerification(.face, enrollment: enrollment)
        let error = await #expect(throws: DeviceBindingError(.unregistered, "")) { try await phone.binding().sign(phone.signing()) }
        #expect(error?.clientError == "ClientNotRegistered")
        #expect(try await phone.binding().keys().isEmpty)
        #expect(try await phone.store.keys(in: "bound-key-pairs").isEmpty)
        phone.verification = SimulatedVerification(.face, enrollment: .enrolled([1]))
        await #expect(throws: DeviceBindingError(.unregistered, "")) { try await phone.binding().sign(phone.signing()) }
    }

    @Test("a device that doesn't tell at the moment deletes nothing", arguments: guarded)
    func silent(_ kind: DeviceBindingQuestion.Authentication) async throws {
        var phone = try makePhone()
        let key = try phone.key(of: try await phone.binding().bind(phone.question(kind)))
        phone.verification = SimulatedVerification(.face, enrollment: .unknown)
        _ = try phone.claims(of: try await phone.binding().sign(phone.signing()), by: key)
    }

    @Test("keys that biometrics don't guard survive a change", arguments: [DeviceBindingQuestion.Authentication.none, .applicationPIN])
    func others(_ kind: DeviceBindingQuestion.Authentication) async throws {
        var phone = try makePhone()
        let key = try phone.key(of: try await phone.binding().bind(phone.question(kind)))
        phone.verification = SimulatedVerification(.face, enrollment: .enrolled([2]))
        _ = try phone.claims(of: try await phone.binding().sign(phone.signing()), by: key)
    }

    @Test(
        "hardware makes each key with the access of its kind, and is what asks the user",
        arguments: [(.none, .afterFirstUnlock), (.biometricOnly, .enrolledBiometrics), (.biometricAllowFallback, .userPresence)]
            as [(DeviceBindingQuestion.Authentication, KeyAccess)])
    func accesses(_ kind: DeviceBindingQuestion.Authentication, _ access: KeyAccess) async throws {
        let enclave = EnclaveDouble()
        var phone = try makePhone(enclave: enclave)
        // A sheet of the app's own would refuse: it isn't asked.
        phone.verification = SimulatedVerification(nil, enrollment: .enrolled([1]))
        let key = try phone.key(of: try await phone.binding().bind(phone.question(kind)))
        _ = try phone.claims(of: try await phone.binding().sign(phone.signing()), by: key)
        #expect(enclave.accesses == [access] && enclave.asked == (access == .afterFirstUnlock ? [] : ["Description", "Sign"]))
    }

    @Test(
        "hardware refuses who isn't recognised; the passcode counts where it may",
        arguments: [
            (nil, .biometricOnly, .unauthorized), (.pin, .biometricOnly, .unauthorized), (nil, .biometricAllowFallback, .unauthorized),
            (.pin, .biometricAllowFallback, nil),
        ] as [(VerificationMethod?, DeviceBindingQuestion.Authentication, DeviceBindingError.Code?)])
    func refused(
        _ method: VerificationMethod?, _ kind: DeviceBindingQuestion.Authentication, _ code: DeviceBindingError.Code?
    ) async throws {
        let enclave = EnclaveDouble()
        let phone = try makePhone(enclave: enclave)
        _ = try await phone.binding().bind(phone.question(kind))
        enclave.turn(to: method)
        let error = await error { _ = try await phone.binding().sign(phone.signing()) }
        #expect(error?.code == code)
        #expect(try await phone.binding().keys().count == 1, "the key stays")
    }

    @Test("hardware's key of biometrics that have changed can't sign, also where the device doesn't tell of the change")
    func invalidated() async throws {
        let enclave = EnclaveDouble()
        let phone = try makePhone(enclave: enclave, .unknown)
        _ = try await phone.binding().bind(phone.question(.biometricOnly))
        enclave.enroll()
        await #expect(throws: DeviceBindingError.self) { try await phone.binding().sign(phone.signing()) }
    }

    @Test("a key from before, which the hardware doesn't guard, still wants the user")
    func older() async throws {
        let enclave = EnclaveDouble()
        let phone = try makePhone(enclave: enclave)
        let key = try phone.key(of: try await phone.binding().bind(phone.question(.none)))
        let guarding = StoredKeyGuard(enclave, asking: SimulatedVerification(nil), allowsFallback: false)
        await #expect(throws: DeviceBindingError(.unauthorized, "")) {
            try await guarding.unlock(key.keyID ?? "", prompt: DevicePrompt(description: "x"))
        }
        #expect(await StoredKeyGuard(enclave, asking: nil, allowsFallback: false).isSupported)
    }

    private func error(_ body: () async throws -> Void) async -> DeviceBindingError? {
        do { try await body() } catch { return error as? DeviceBindingError }
        return nil
    }
}
