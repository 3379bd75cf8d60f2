package import DeviceMessages
import Foundation
import Primitives
import Store

extension AuthenticationCodes {
    /// Claims a code for an installation, which may do so again. Where scanning is enough and one user is paired, it is completed at once.
    ///
    /// - Throws: ``DeviceError`` `.authenticationCode`, `.notPaired`, `.rateLimited`.
    package func claim(
        _ text: String, by installation: Installation, from address: String, in realm: Realm
    ) async throws -> AuthenticationCodeClaim {
        let attempt = try await admit(installation.id, from: address, in: realm)
        let now = time.now
        return try await database.write { transaction in
            guard let code = try Self.find(text, realm: realm.id, in: transaction) else { throw Self.unknown }
            let users = try Self.users(of: installation, application: code.application, now, transaction)
            guard !users.isEmpty else { throw Installations.notPaired }
            guard code.status(at: now) == .unclaimed else { return try self.standing(of: code, installation, users, now) }
            let needsApproval = code.needsApproval || !realm.settings.completesCodesOnScan || users.count > 1
            let nonce = random.token(16)
            let user = needsApproval ? nil : users.first
            let claimed = try transaction.execute(
                """
                UPDATE authentication_codes SET status = ?3, installation = ?4, nonce = ?5, user_id = ?6, device = ?7, updated = ?8,
                    needs_approval = ?9
                WHERE realm = ?1 AND id = ?2 AND status = 'UNCLAIMED' AND expires > ?8
                """, realm.id, code.id, (needsApproval ? AuthenticationCode.Status.claimed : .completed).rawValue, installation.id, nonce,
                user?.user.id, user?.device, now, needsApproval)
            guard claimed == 1, let current = try Self.code(code.id, realm: realm.id, in: transaction) else { throw Self.unknown }
            try attempt.forgive(in: transaction)
            if let user { try tell(current, .completed, by: user.user.id, now, transaction) }
            return try self.standing(of: current, installation, users, now)
        }
    }

    /// Decides a claimed code. Deciding the same way again succeeds.
    ///
    /// - Throws: ``DeviceError`` `.authenticationCode`, `.deviceMismatch`, `.replayed`, `.notPaired`, `.alreadyDecided`.
    package func decide(
        _ text: String, as decision: AuthenticationCodeDecision, by installation: Installation, from address: String, in realm: Realm
    ) async throws -> AuthenticationCodeClaim {
        let attempt = try await admit(installation.id, from: address, in: realm)
        let now = time.now
        return try await database.write { transaction in
            guard let code = try Self.find(text, realm: realm.id, in: transaction) else { throw Self.unknown }
            guard code.installation == installation.id else {
                throw DeviceError(.deviceMismatch, "the code was not claimed by this device")
            }
            let users = try Self.users(of: installation, application: code.application, now, transaction)
            let user = try decision.user.map { id in
                guard let user = users.first(where: { $0.user.id == id.lowercased() }) else {
                    throw DeviceError(.notPaired, "the device isn't paired with this user")
                }
                return user
            }
            let end: AuthenticationCode.Status = decision.verdict == .approve ? .completed : .denied
            switch code.status(at: now) {
            case .claimed: break
            case .expired: return try standing(of: code, installation, users, now)
            case end where code.user == user.flatMap({ UUID(uuidString: $0.user.id) }):
                return try standing(of: code, installation, users, now)
            default: throw DeviceError(.alreadyDecided, "the code was decided otherwise")
            }
            guard code.nonce == decision.nonce else { throw DeviceError(.replayed, "the nonce isn't this code's") }
            let decided = try transaction.execute(
                """
                UPDATE authentication_codes SET status = ?3, user_id = ?4, device = ?5, updated = ?6
                WHERE realm = ?1 AND id = ?2 AND status = 'CLAIMED' AND expires > ?6
                """, realm.id, code.id, end.rawValue, user?.user.id, user?.device, now)
            guard decided == 1, let current = try Self.code(code.id, realm: realm.id, in: transaction) else { throw Self.unknown }
            try attempt.forgive(in: transaction)
            try tell(current, end, by: user?.user.id, now, transaction)
            return try standing(of: current, installation, users, now)
        }
    }

    private static let unknown = DeviceError(.authenticationCode, "no authentication code of this text is good")

    private typealias Paired = (user: DeviceUser, device: UUID)

    private static func find(_ text: String, realm: UUID, in transaction: any ReadTransaction) throws -> AuthenticationCode? {
        guard let code = try? AuthenticationCodeText(text), code.prefix == nil else { return nil }
        return try transaction.row("SELECT * FROM authentication_codes WHERE realm = ?1 AND code = ?2", realm, code.code)
            .map(AuthenticationCode.init)
    }

    /// The users who may sign in by a code that this installation has read.
    private static func users(
        of installation: Installation, application: String, _ now: Date, _ transaction: any ReadTransaction
    ) throws -> [Paired] {
        try Devices.devices(ofInstallation: installation.id, realm: installation.realm, in: transaction).compactMap { device in
            guard device.application == application, !device.isBlocked, !device.isLocked(at: now),
                let user = try Users.user(device.user, realm: device.realm, in: transaction), user.maySignIn(at: now)
            else { return nil }
            return (DeviceUser(user), device.id)
        }
    }

    /// What an installation is told. To another than the one that has claimed it, a code has expired.
    private func standing(
        of code: AuthenticationCode, _ installation: Installation, _ users: [Paired], _ now: Date
    ) throws -> AuthenticationCodeClaim {
        guard code.installation == installation.id, let status = AuthenticationCodeClaim.Status(exactly: code.status(at: now).rawValue)
        else { return AuthenticationCodeClaim(.expired) }
        return AuthenticationCodeClaim(
            status, users: users.map(\.user), needsApproval: code.needsApproval, clientContext: code.clientContext?.text,
            requester: code.requester, nonce: status == .claimed ? code.nonce : nil)
    }

    private func tell(
        _ code: AuthenticationCode, _ status: AuthenticationCode.Status, by user: String?, _ now: Date, _ transaction: any WriteTransaction
    ) throws {
        try audit.append(
            .authenticationCodeDecided, ["id": .string(code.id.uuidString.lowercased()), "status": .string(status.rawValue)], at: now,
            realm: code.realm, user: user.flatMap { UUID(uuidString: $0) }, in: transaction)
    }
}
