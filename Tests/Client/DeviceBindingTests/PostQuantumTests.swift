import ClientTesting
import DeviceBinding
import DeviceFoundation
import JOSE
import JourneyMessages
import Primitives
import Testing

@Suite("Device binding with ML-DSA-65")
struct PostQuantumTests {
    private static let all: [DeviceBindingQuestion.Authentication] = [
        .none, .biometricOnly, .biometricAllowFallback, .applicationPIN,
    ]

    private func makePhone(prefers: Bool = true) throws -> BoundPhone {
        var phone = try BoundPhone()
        phone.prefersPostQuantum = prefers
        return phone
    }

    @Test("a key of each kind is bound and signs, also when the app doesn't prefer such keys any more", arguments: all)
    func kinds(_ kind: DeviceBindingQuestion.Authentication) async throws {
        var phone = try makePhone()
        let key = try phone.key(of: try await phone.binding().bind(phone.question(kind, furtherAlgorithms: ["ML-DSA-65"])))
        guard case .akp(let material) = key.material else { throw UnexpectedOutcome() }
        #expect(material.pub.count == 1952 && key.algorithm == "ML-DSA-65")
        #expect(try await phone.binding().keys().map(\.algorithm) == [.mlDSA65])
        phone.prefersPostQuantum = false
        _ = try phone.claims(of: try await phone.binding(random: 2).sign(phone.signing()), by: key)
        // Another binding comes in its place, and its seed is gone.
        phone.time.advance(by: 1)
        let second = try phone.key(of: try await phone.binding(random: 3).bind(phone.question(kind, furtherAlgorithms: ["ML-DSA-65"])))
        #expect(second.algorithm == "ES256")
        #expect(try await phone.store.keys(in: "bound-ml-dsa-seeds").isEmpty)
        #expect(try await phone.store.keys(in: "bound-pin-keys").count == (kind == .applicationPIN ? 1 : 0))
        _ = try phone.claims(of: try await phone.binding(random: 4).sign(phone.signing()), by: second)
    }

    @Test("the server and the app must both have it", arguments: [(true, []), (true, ["ML-DSA-87"]), (false, ["ML-DSA-65"])])
    func negotiated(_ prefers: Bool, _ offered: [String]) async throws {
        let phone = try makePhone(prefers: prefers)
        let key = try phone.key(of: try await phone.binding().bind(phone.question(furtherAlgorithms: offered)))
        #expect(key.algorithm == "ES256")
        #expect(try await phone.binding().keys().map(\.algorithm) == [.es256])
    }

    @Test("a wrong PIN is counted, and a key whose seed is gone is unregistered")
    func guarded() async throws {
        let phone = try makePhone()
        _ = try await phone.binding().bind(phone.question(.applicationPIN, furtherAlgorithms: ["ML-DSA-65"]))
        phone.pins.type("0000")
        for _ in 0..<3 {
            await #expect(throws: DeviceBindingError(.unauthorized, "")) { try await phone.binding(random: 2).sign(phone.signing()) }
        }
        #expect(try await phone.binding().keys().isEmpty)
        _ = try await phone.binding(random: 3).bind(phone.question(furtherAlgorithms: ["ML-DSA-65"]))
        for name in try await phone.store.keys(in: "bound-ml-dsa-seeds") {
            try await phone.store.delete(StoreKey("bound-ml-dsa-seeds", name))
        }
        await #expect(throws: DeviceBindingError(.unregistered, "")) { try await phone.binding(random: 4).sign(phone.signing()) }
    }
}
