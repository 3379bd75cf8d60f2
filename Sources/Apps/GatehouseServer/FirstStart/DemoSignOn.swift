import Foundation
import Foundations
internal import Services
internal import SignIn
internal import Directory
internal import DevicePolicies
import Primitives

/// The sign-in to the app on the demonstration's phone: by password, then by a device; the phone itself counts as one, and one
/// that isn't paired yet can be.
struct DemoSignOn {
    /// The app's own policy, and the one that also has the phone answer by itself.
    static let (usual, verified) = ("Phone", "Phone_Verified")

    let domain: Services

    func make(in realm: Realm) async throws {
        guard try await domain.signIn.signOnAssignments.all(of: Demo.phoneClient, in: realm).isEmpty else { return }
        var devices = try await domain.devicePolicies.mfaPolicies.standard(in: realm)
        devices.mobile.applications = [rules(nil)]
        _ = try await domain.devicePolicies.mfaPolicies.replace(devices, in: realm)
        var strict = devices
        (strict.id, strict.name, strict.isDefault) = (domain.platform.random.uuid(), Self.verified, false)
        strict.mobile.applications = [rules(.restrictive)]
        strict = try await domain.devicePolicies.mfaPolicies.create(strict, in: realm)
        for (index, (name, policy)) in [(Self.usual, devices.id), (Self.verified, strict.id)].enumerated() {
            let made = try await domain.signIn.signOnPolicies.create(SignOnPolicy(id: domain.platform.random.uuid(), name: name), in: realm)
            _ = try await domain.signIn.signOnPolicies.add(
                SignOnAction(id: domain.platform.random.uuid(), type: .login, priority: 1), to: made.id, in: realm)
            var action = SignOnAction(id: domain.platform.random.uuid(), type: .mfa, priority: 2)
            (action.devicePolicy, action.noDevices) = (policy, .bypass)
            _ = try await domain.signIn.signOnPolicies.add(action, to: made.id, in: realm)
            var assignment = SignOnAssignment(id: domain.platform.random.uuid(), policy: made.id)
            assignment.priority = index + 1
            _ = try await domain.signIn.signOnAssignments.create(assignment, of: Demo.phoneClient, in: realm)
        }
    }

    private func rules(_ extra: MobileApplicationRules.Enforcement?) -> MobileApplicationRules {
        var rules = MobileApplicationRules(Demo.phoneClient)
        rules.autoEnrollment = .init(true)
        rules.deviceAuthorization = .init()
        rules.deviceAuthorization?.isEnabled = true
        rules.deviceAuthorization?.extraVerification = extra
        return rules
    }
}
