import Foundation
import Primitives
import Store

/// A user's device, with what was read to see how it can be used.
struct DeviceCandidate: Sendable {
    let device: Device
    /// Of a `MOBILE` device.
    let installation: Installation?
    /// What it is to be asked first; nil when it can't be used now.
    let means: MFASubject.Means?

    init(_ device: Device, _ subject: MFASubject, at now: Date, in transaction: any ReadTransaction) throws {
        self.device = device
        installation = try device.installation.flatMap { try Installations.installation($0, realm: device.realm, in: transaction) }
        let passkey = device.kind == .fido2 ? try Passkeys.passkey(of: device.id, realm: device.realm, in: transaction) : nil
        means = subject.means(of: device, installation, passkey, at: now)
    }

    /// All of the user's, in their order.
    static func all(of subject: MFASubject, at now: Date, in transaction: any ReadTransaction) throws -> [DeviceCandidate] {
        try Devices.devices(of: subject.user.id, realm: subject.realm.id, at: now, in: transaction).map {
            try DeviceCandidate($0, subject, at: now, in: transaction)
        }
    }
}
