package import DeviceMessages
import Foundation
import Primitives
import Store
package import DeviceRegistry
package import Directory
import Foundations
import DevicePolicies

extension AuthenticationCodes {
    /// Claims a code for an installation, which may do so again. Where scanning is enough, one user is paired and the device has shown its
    /// integrity if it must, it is completed at once.
    ///
    /// - Throws: ``DeviceError`` `.authenticationCode`, `.notPaired`, `.rateLimited`.
    package func claim(
        _ text: String, by installation: Installation, from address: String, in realm: Realm
    ) async throws -> AuthenticationCodeClaim {
        let attempt = try await admit(installation.id, from: address, in: realm)
        let scene = try await scene(installation, in: realm)
        return try await database.write { transaction in
            guard let code = try Self.find(text, realm: realm.id, in: transaction) else { throw Self.unknown }
            let users = try scene.users(of: code, transaction)
            guard !users.isEmpty else { throw Installations.notPaired }
            guard code.status(at: scene.now) == .unclaimed else { return try scene.standing(of: code, users, transaction) }
            let clearance = try scene.clearanceOnScan(of: code, users, realm, transaction)
            let claimed = try transaction.execute(
                """
                UPDATE authentication_codes SET status = 'CLAIMED', installation = ?3, nonce = ?4, updated = ?5, needs_approval = ?6
                WHERE realm = ?1 AND id = ?2 AND status = 'UNCLAIMED' AND expires > ?5
                """, realm.id, code.id, installation.id, random.token(16), scene.now, clearance == nil)
            guard claimed == 1 else { throw Self.unknown }
            if let clearance, let user = users.first { try end(code, .completed(user, clearance), scene.now, transaction) }
            try attempt.forgive(in: transaction)
            return try scene.standing(of: try Self.current(code, transaction), users, transaction)
        }
    }

    /// Decides a claimed code. Deciding the same way again succeeds.
    ///
    /// - Throws: ``DeviceError`` `.authenticationCode`, `.deviceMismatch`, `.replayed`, `.notPaired`, `.alreadyDecided`, `.policy`.
    package func decide(
        _ text: String, as decision: AuthenticationCodeDecision, by installation: Installation, from address: String, in realm: Realm
    ) async throws -> AuthenticationCodeClaim {
        let attempt = try await admit(installation.id, from: address, in: realm)
        if decision.verdict == .approve { try await look(at: decision.integrity, with: text, by: installation, in: realm) }
        let scene = try await scene(installation, in: realm)
        return try await database.write { transaction in
            guard let code = try Self.find(text, realm: realm.id, in: transaction) else { throw Self.unknown }
            guard code.installation == installation.id else {
                throw DeviceError(.deviceMismatch, "the code was not claimed by this device")
            }
            let users = try scene.users(of: code, transaction)
            let user = try Self.user(decision.user, of: users)
            let end: AuthenticationCode.Status = decision.verdict == .approve ? .completed : .denied
            switch code.status(at: scene.now) {
            case .claimed: break
            case .expired: return try scene.standing(of: code, users, transaction)
            case end where code.user == user?.device.user: return try scene.standing(of: code, users, transaction)
            default: throw DeviceError(.alreadyDecided, "the code was decided otherwise")
            }
            guard code.nonce == decision.nonce else { throw DeviceError(.replayed, "the nonce isn't this code's") }
            try self.end(code, try scene.ending(decision.verdict, user, transaction), scene.now, transaction)
            try attempt.forgive(in: transaction)
            return try scene.standing(of: try Self.current(code, transaction), users, transaction)
        }
    }

    /// Takes the evidence that came along, before anything is decided by it.
    private func look(at evidence: IntegrityEvidence?, with text: String, by installation: Installation, in realm: Realm) async throws {
        guard let evidence else { return }
        let now = time.now
        let found = try await database.read { try Self.find(text, realm: realm.id, in: $0) }
        guard let code = found, code.installation == installation.id, code.status(at: now) == .claimed else { return }
        try await integrity.take(evidence, of: installation, application: code.application, in: realm)
    }

    /// The end of a code by its installation.
    enum Ending {
        /// A user signs in by a device that was cleared.
        case completed(CodeScene.Paired, DeviceClearance)
        /// A denial by a user, or by no user in particular.
        case denied(CodeScene.Paired?)
    }

    private func end(_ code: AuthenticationCode, _ ending: Ending, _ now: Date, _ transaction: any WriteTransaction) throws {
        let (status, paired): (AuthenticationCode.Status, CodeScene.Paired?) =
            switch ending {
            case .completed(let paired, _): (.completed, paired)
            case .denied(let paired): (.denied, paired)
            }
        let ended = try transaction.execute(
            """
            UPDATE authentication_codes SET status = ?3, user_id = ?4, device = ?5, updated = ?6
            WHERE realm = ?1 AND id = ?2 AND status = 'CLAIMED' AND expires > ?6
            """, code.realm, code.id, status.rawValue, paired?.device.user, paired?.device.id, now)
        guard ended == 1 else { throw Self.unknown }
        try audit.append(
            .authenticationCodeDecided, ["id": .string(code.id.text), "status": .string(status.rawValue)], at: now, realm: code.realm,
            user: paired?.device.user, in: transaction)
    }

    private static func user(_ id: String?, of users: [CodeScene.Paired]) throws -> CodeScene.Paired? {
        guard let id else { return nil }
        guard let user = users.first(where: { $0.user.id == id.lowercased() }) else {
            throw DeviceError(.notPaired, "the device isn't paired with this user")
        }
        return user
    }

    private static func current(_ code: AuthenticationCode, _ transaction: any ReadTransaction) throws -> AuthenticationCode {
        guard let current = try Self.code(code.id, realm: code.realm, in: transaction) else { throw unknown }
        return current
    }

    private func scene(_ installation: Installation, in realm: Realm) async throws -> CodeScene {
        let rules = try await ruleBook.rules(in: realm)
        return CodeScene(
            installation: installation, rules: MobileRules(policy: rules.policies.standard, applications: rules.mobile), now: time.now)
    }

    private static let unknown = DeviceError(.authenticationCode, "no authentication code of this text is good")

    private static func find(_ text: String, realm: UUID, in transaction: any ReadTransaction) throws -> AuthenticationCode? {
        guard let code = try? AuthenticationCodeText(text), code.prefix == nil else { return nil }
        return try transaction.row("SELECT * FROM authentication_codes WHERE realm = ?1 AND code = ?2", realm, code.code, keeping: .changed)
            .map(AuthenticationCode.init)
    }
}
