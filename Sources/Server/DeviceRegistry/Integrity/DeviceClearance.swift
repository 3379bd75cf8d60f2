import DeviceMessages
package import Foundation
import Primitives
package import Store
import DevicePolicies

/// The proof that a device's integrity was looked at, as its policy asks, before the device decides something.
///
/// Each completion by a device takes one, and only ``IntegrityRules`` makes them, so no way to decide can leave the look out.
package struct DeviceClearance: Sendable {
    fileprivate init() {}
}

extension IntegrityRules {
    /// Clears the device of a challenge, which says itself what it asks for.
    ///
    /// - Throws: ``DeviceError`` `.policy`, whose details say in `integrity` why.
    package static func clear(_ challenge: Challenge, at now: Date, in transaction: any ReadTransaction) throws -> DeviceClearance {
        try clear(challenge.installation, challenge.integrity, realm: challenge.realm, now, transaction)
    }

    /// Clears a device under the rules that apply to it. Only an installation of an app can show its integrity; a device of another kind
    /// is cleared by that.
    ///
    /// - Throws: ``DeviceError`` `.policy`, whose details say in `integrity` why; `.notPaired` for a device without its installation.
    package static func clear(
        _ device: UserDevice, under rules: MobileRules, at now: Date, in transaction: any ReadTransaction
    ) throws -> DeviceClearance {
        guard device.kind == .mobile else { return DeviceClearance() }
        let found = try device.installation.flatMap { try Installations.installation($0, realm: device.realm, in: transaction) }
        guard let installation = found else { throw Installations.notPaired }
        return try clear(installation.id, rules.integrity(of: device, installation), realm: device.realm, now, transaction)
    }

    private static func clear(
        _ installation: String, _ enforcement: MobileApplicationRules.Enforcement?, realm: UUID, _ now: Date,
        _ transaction: any ReadTransaction
    ) throws -> DeviceClearance {
        guard enforcement == .restrictive else { return DeviceClearance() }
        let state = try state(of: installation, in: realm, transaction)
        guard state?.isGood == true, now < (state?.goodUntil ?? .distantPast) else {
            throw DeviceError(
                .policy, "the device must show its integrity first", details: ["integrity": .string(state?.failure ?? "missing")])
        }
        return DeviceClearance()
    }
}
