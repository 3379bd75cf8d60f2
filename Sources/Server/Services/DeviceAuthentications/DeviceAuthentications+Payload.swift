package import DeviceMessages
package import Foundation
import JOSE
import Primitives
import Store

extension DeviceAuthentications {
    /// Reads a mobile payload (device-protocol §4).
    static func payload(
        _ text: String, _ application: String?, _ issuer: DeviceIssuer, at now: Date
    ) throws(MFAError) -> MobilePayload {
        let payload: MobilePayload
        do { payload = try MobilePayload(verifying: text, audience: issuer.description, at: now) } catch {
            throw MFAError(.payload, "the mobile payload is refused: \(error.message)")
        }
        guard payload.client == application else { throw MFAError(.payload, "the mobile payload is of another application") }
        return payload
    }

    /// Lets the device stand for its user where it is paired with the user whom this authentication is about, and the policy allows it.
    /// The payload is used up, whatever comes of it.
    ///
    /// - Returns: whether that is so; otherwise the user is asked as without a payload.
    func authorize(
        _ payload: MobilePayload, _ order: Order, _ authentication: inout DeviceAuthentication, _ turn: Turn, _ effects: inout Effects,
        _ transaction: any WriteTransaction
    ) throws -> Bool {
        let realm = authentication.realm
        guard
            try SpentOnce.spend(
                payload.id, .mobilePayload, realm: realm, expires: payload.expires.addingTimeInterval(MobilePayload.lifetime),
                in: transaction)
        else { throw MFAError(.payload, "the mobile payload was used before") }
        guard let installation = try Installations.installation(payload.installation, realm: realm, in: transaction) else {
            guard payload.key.thumbprintText == payload.installation else { throw Self.foreignPayload }
            return false
        }
        guard payload.key.thumbprintText == installation.signing.thumbprintText else { throw Self.foreignPayload }
        let devices = try Devices.devices(ofInstallation: installation.id, realm: realm, in: transaction)
        guard let device = devices.first(where: { $0.user == order.user }), device.application == order.application, !device.isBlocked,
            !device.isLocked(at: turn.now), turn.subject.policy.mobile.isEnabled, let rules = turn.subject.rules(of: device),
            rules.authorizesDevice
        else { return false }
        authentication.selected = device.id
        guard let extra = rules.extraVerification else {
            authentication.stored = .completed
            authentication.shown = ["mfa"]
            try update(&authentication, in: transaction)
            return true
        }
        let isLenient = extra == .permissive
        guard installation.reachableAt != nil, rules.allowsPush else {
            authentication.stored = isLenient ? .completed : .failed
            (authentication.shown, authentication.failed) = isLenient ? (["mfa"], nil) : ([], .unverified)
            try update(&authentication, in: transaction)
            return true
        }
        try push(.silent, to: device, &authentication, turn, &effects, passesUnanswered: isLenient, transaction)
        return true
    }

    private static let foreignPayload = MFAError(.payload, "the mobile payload's key isn't the installation's")
}
