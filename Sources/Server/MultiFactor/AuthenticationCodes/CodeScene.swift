import DeviceMessages
import Foundation
import Primitives
import Store
import DeviceRegistry
import Directory

/// An installation that has read an authentication code, at one moment, with the rules for its devices: those of the realm's default policy,
/// since a code names none.
struct CodeScene: Sendable {
    let installation: Installation
    let rules: MobileRules
    let now: Date

    /// A user who may sign in, and the device that the installation is to that user.
    struct Paired: Sendable {
        let user: DeviceUser
        let device: UserDevice
    }

    /// The users who may sign in by a code that this installation has read.
    func users(of code: AuthenticationCode, _ transaction: any ReadTransaction) throws -> [Paired] {
        try Devices.devices(ofInstallation: installation.id, realm: installation.realm, in: transaction).compactMap { device in
            guard device.application == code.application, !device.isBlocked, !device.isLocked(at: now),
                let user = try Users.user(device.user, realm: device.realm, in: transaction), user.maySignIn(at: now)
            else { return nil }
            return Paired(user: DeviceUser(user), device: device)
        }
    }

    /// The clearance of the one user's device where scanning is enough; nil when a user must approve.
    func clearanceOnScan(
        of code: AuthenticationCode, _ users: [Paired], _ realm: Realm, _ transaction: any ReadTransaction
    ) throws -> DeviceClearance? {
        guard !code.needsApproval, realm.settings[AuthenticatorSettings.self].completesCodesOnScan, users.count == 1,
            let device = users.first?.device
        else {
            return nil
        }
        return try? IntegrityRules.clear(device, under: rules, at: now, in: transaction)
    }

    /// Returns how a code ends by a verdict.
    /// - Throws: ``DeviceError`` `.policy`; `.notPaired` for an approval by no user.
    func ending(
        _ verdict: ChallengeDecision.Verdict, _ paired: Paired?, _ transaction: any ReadTransaction
    ) throws -> AuthenticationCodes.Ending {
        guard verdict == .approve else { return .denied(paired) }
        guard let paired else { throw Installations.notPaired }
        return .completed(paired, try IntegrityRules.clear(paired.device, under: rules, at: now, in: transaction))
    }

    /// Returns what the installation is told. To another than the one that has claimed it, a code has expired.
    func standing(
        of code: AuthenticationCode, _ users: [Paired], _ transaction: any ReadTransaction
    ) throws -> AuthenticationCodeClaim {
        guard code.installation == installation.id, let status = AuthenticationCodeClaim.Status(rawValue: code.status(at: now).rawValue)
        else { return AuthenticationCodeClaim(.expired) }
        // All of them are the same installation of the same application.
        let integrity = try users.first.flatMap { paired in
            try IntegrityRules.isWanted(
                rules.integrity(of: paired.device, installation), of: installation.id, in: code.realm, until: code.expires, transaction)
        }
        return AuthenticationCodeClaim(
            status, users: users.map(\.user), needsApproval: code.needsApproval, clientContext: code.clientContext?.text,
            requester: code.requester, nonce: status == .claimed ? code.nonce : nil, integrity: status == .claimed ? integrity : nil)
    }
}
