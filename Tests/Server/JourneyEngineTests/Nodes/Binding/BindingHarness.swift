import DeviceBindingMessages
import Foundation
import JOSE
import JourneyMessages
import Primitives
import Testing

@testable import JourneyEngine
import DeviceRegistry
import Services
import Directory

/// A realm whose journeys bind keys and sign users in by them, each outcome a message of its name; and a phone with keys.
struct BindingHarness {
    static let application = "com.example.app"
    private static let errors = ["Unsupported", "Abort", "Timeout", "CustomUnReg"]
    private static let verified =
        ["success", "failure", "noDeviceRegistered", "keyNotFound", "ClientNotRegistered"] + errors

    let journey: JourneyHarness
    let keys: [JWK]

    init(binding: String = "", signing: String = "", time: ManualTime = ManualTime()) async throws {
        keys = try (1...3).map { number in
            var key = try JWK.generate(.p256, random: SeededRandom(seed: UInt64(number)))
            (key.keyID, key.algorithm) = ("key-\(number)", "ES256")
            return key
        }
        journey = try await JourneyHarness(time: time)
        let errors = "applicationIds: [ \(Self.application) ], clientErrorOutcomes: [ \(Self.errors.joined(separator: ", ")) ]"
        let bind = "deviceBinding: { \(errors)\(binding) }"
        let bound = ["success", "failure"] + Self.errors
        try await journey.add(
            JourneyHarness.file("Bind", bind, binding.contains("maxSavedDevices") ? bound + ["exceedDeviceLimit"] : bound, proof: true))
        let sign = "deviceSigningVerifier: { \(errors.replacing("[ Unsupported", with: "[ ClientNotRegistered, Unsupported"))\(signing) }"
        try await journey.add(JourneyHarness.file("Sign", sign, Self.verified, proof: false))
        try await journey.add(JourneyHarness.file("Usernameless", sign, Self.verified, proof: nil))
    }

    // MARK: The phone

    func binding(as name: String = JourneyHarness.username) async throws -> Step {
        let password = JourneyHarness.password.reveal()
        return try await journey.send(journey.step("Bind"), .string(name), .string(password)).step
    }

    func signing(as name: String = JourneyHarness.username) async throws -> Step {
        try await journey.send(journey.step("Sign"), .string(name)).step
    }

    /// What a key signs at a step.
    ///
    /// - Parameters:
    ///   - isBinding: whether the key goes along; by default where the step asks for it.
    ///   - change: what is written otherwise: the application, the subject, the challenge, the time, the lifetime, further claims.
    func signed(
        _ step: Step, with key: JWK? = nil, isBinding: Bool? = nil, _ change: (inout Claims) -> Void = { _ in }
    ) throws -> String {
        let callback = step.callbacks[0]
        var claims = Claims(
            subject: callback.output("userId")?.string ?? "", challenge: callback.output("challenge")?.string ?? "", time: journey.time.now)
        change(&claims)
        let statement = try BoundStatement(
            application: claims.application, subject: claims.subject, challenge: claims.challenge, at: claims.time,
            lifetime: claims.lifetime, others: claims.others)
        return try statement.signed(with: key ?? keys[0], isBinding: isBinding ?? (callback.type == .deviceBinding))
    }

    struct Claims {
        var application = BindingHarness.application
        var subject: String
        var challenge: String
        var time: Date
        var lifetime: TimeInterval = 60
        var others = JSONObject()
    }

    func send(_ step: Step, jws: String, name: String? = nil) async throws -> JourneyReply {
        var step = step
        if let question: DeviceBindingQuestion = step.callbacks[0].question() {
            step.answer(0, question, with: .bound(jws: jws, deviceName: name, deviceID: "9f1c"))
        } else if let question: DeviceSigningQuestion = step.callbacks[0].question() {
            step.answer(0, question, with: .signed(jws: jws))
        }
        return try await journey.send(step)
    }

    /// The outcome that a statement leads to.
    func outcome(_ step: Step, _ jws: String) async throws -> String? { try await send(step, jws: jws).step.message }

    /// The outcome that an error of the phone's leads to.
    func outcome(_ step: Step, error: String) async throws -> String? {
        var step = step
        if let question: DeviceBindingQuestion = step.callbacks[0].question() {
            step.answer(0, question, with: .failed(error))
        } else if let question: DeviceSigningQuestion = step.callbacks[0].question() {
            step.answer(0, question, with: .failed(error))
        }
        return try await journey.send(step).step.message
    }

    func bind(as name: String = JourneyHarness.username, with key: JWK? = nil, called device: String? = nil) async throws {
        let step = try await binding(as: name)
        #expect(try await send(step, jws: signed(step, with: key), name: device).step.message == "success")
    }

    func boundKeys(of user: User? = nil) async throws -> [RegisteredBoundKey] {
        try await journey.domain.deviceRegistry.devices.boundKeys(of: (user ?? journey.user).id, in: journey.realm.id).map(\.key)
    }
}
