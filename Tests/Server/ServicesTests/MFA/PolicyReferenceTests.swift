import Directory
import Foundation
import Primitives
import ResourceMessages
import Testing
@testable import Services
@testable import Foundations
@testable import DevicePolicies

@Suite("Policies that name each other")
struct PolicyReferenceTests {
    @Test("a device authentication policy names a FIDO2 policy that is there, which then has to stay")
    func passkeyPolicies() async throws {
        let harness = try await DomainHarness()
        let (realm, fido2, devices) = (
            harness.realm, harness.domain.devicePolicies.fido2Policies, harness.domain.devicePolicies.mfaPolicies
        )
        let strict = try await fido2.create(FIDO2Policy(id: UUID(), name: "Strict"), in: realm)
        var policy = try await devices.standard(in: realm)
        (policy.name, policy.isDefault) = ("With keys", false)
        policy.fido2 = FIDO2Method()
        for unknown in ["e", UUID().uuidString] {
            policy.fido2?.policy = unknown
            let dangling = policy
            await #expect(throws: ShapeError.self) { try await devices.create(dangling, in: realm) }
        }
        policy.fido2?.policy = strict.id.uuidString.lowercased()
        let made = try await devices.create(policy, in: realm)
        await #expect(throws: DomainError(.conflict, "")) { try await fido2.delete(strict.id, in: realm) }
        try await devices.delete(made.id, in: realm)
        try await fido2.delete(strict.id, in: realm)
        await harness.close()
    }
}
