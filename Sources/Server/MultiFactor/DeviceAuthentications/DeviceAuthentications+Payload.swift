import DeviceMessages
import Foundation
import Primitives
import Store
import DeviceRegistry
import Directory
import DevicePolicies

extension DeviceAuthentications {
    /// Returns what a mobile payload that came with the order shows: the payload itself, or one that came with the authorization request.
    /// Either is used up by that.
    static func shown(
        _ payload: MobilePayload?, _ order: Order, for authentication: UUID, _ step: StepContext, _ transaction: any WriteTransaction
    ) throws -> DeviceAuthentication.Payload? {
        let realm = step.subject.realm.id
        if let payload { return try MobilePayloads.spend(payload, realm: realm, in: transaction) }
        return try order.submittedPayload.flatMap {
            try MobilePayloads.take(
                $0, for: authentication, policy: step.subject.policy.id, realm: realm, at: step.now, in: transaction)
        }
    }

    /// Lets the device stand for its user where it is paired with the user whom this authentication is about, and the policy allows it.
    ///
    /// - Returns: whether that is so; otherwise the user is asked as without a payload.
    func authorize(
        _ payload: DeviceAuthentication.Payload, _ order: Order, _ authentication: inout DeviceAuthentication, _ step: StepContext,
        _ effects: inout Effects, _ transaction: any WriteTransaction
    ) throws -> Bool {
        let realm = authentication.realm
        guard let installation = try Installations.installation(payload.installation, realm: realm, in: transaction) else { return false }
        let devices = try Devices.devices(ofInstallation: installation.id, realm: realm, in: transaction)
        guard let device = devices.first(where: { $0.user == order.user }), device.application == order.application, !device.isBlocked,
            !device.isLocked(at: step.now), step.subject.policy.mobile.isEnabled, let rules = step.subject.rules(of: device),
            rules.authorizesDevice
        else { return false }
        let clearance = try? IntegrityRules.clear(device, under: step.subject.mobileRules, at: step.now, in: transaction)
        switch rules.extraVerification {
        case nil:
            // A device that must first show its integrity can do so with the answer to a push.
            guard let clearance else { return false }
            authentication.complete(["mfa"], by: clearance)
        case .some where installation.reachableAt != nil && rules.allowsPush:
            authentication.selected = device.id
            let isLenient = rules.extraVerification == .permissive && clearance != nil
            try push(.silent, to: device, installation, &authentication, step, &effects, passesUnanswered: isLenient, transaction)
            return true
        case .permissive:
            guard let clearance else { return false }
            authentication.complete(["mfa"], by: clearance)
        case .restrictive: authentication.fail(.unverified)
        }
        authentication.selected = device.id
        try write(&authentication, in: transaction)
        return true
    }
}
