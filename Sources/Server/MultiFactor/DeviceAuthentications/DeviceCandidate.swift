import Foundation
import Primitives
import Store
import WebAuthn
import DeviceRegistry
import Directory
import DevicePolicies

/// A user's device, with what was read to see how it can be used.
struct DeviceCandidate: Sendable {
    let device: UserDevice
    /// The installation of a `MOBILE` device.
    let installation: Installation?
    /// The means by which it is to be asked first; nil when it can't be used now.
    let means: MFASubject.Means?

    init(_ device: UserDevice, _ subject: MFASubject, at now: Date, in transaction: any ReadTransaction) throws {
        self.device = device
        installation = try device.installation.flatMap { try Installations.installation($0, realm: device.realm, in: transaction) }
        let passkey = device.kind == .fido2 ? try Passkeys.passkey(of: device.id, realm: device.realm, in: transaction) : nil
        let means = subject.means(of: device, installation, passkey, at: now)
        self.means = try means == .assertion && !Self.permits(passkey, subject, in: transaction) ? nil : means
    }

    /// Whether the policy still takes a passkey's model, where it says so of keys that were registered before.
    private static func permits(_ passkey: RegisteredPasskey?, _ subject: MFASubject, in transaction: any ReadTransaction) throws -> Bool {
        guard let passkey, let metadata = subject.fido2.metadata, metadata.isEnforced else { return true }
        let entry = try TrustStores.model(passkey.record.model, realm: passkey.realm, in: transaction)
        return metadata.permits(entry, model: passkey.record.model)
    }

    /// All of the user's, in their order.
    static func all(of subject: MFASubject, at now: Date, in transaction: any ReadTransaction) throws -> [DeviceCandidate] {
        try Devices.devices(of: subject.user.id, realm: subject.realm.id, at: now, in: transaction).map {
            try DeviceCandidate($0, subject, at: now, in: transaction)
        }
    }
}
