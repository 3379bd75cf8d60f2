package import Foundation
import PingIDMessages
package import Primitives
import Store
import DevicePolicies
import DeviceRegistry
package import Directory
import Foundations

extension PingID {
    /// Takes a passcode that a user typed of the device that is asked: where it can't be reached, or, if the application allows it, did not
    /// answer in time.
    ///
    /// A wrong one leaves the state as it is, until there were too many: then the device rests, and the state is `LOCKED`.
    ///
    /// - Throws: `unknownResource`; `conflict` when no passcode is awaited.
    package func take(
        _ code: Secret, for id: UUID, of reference: UserReference, application: String, in realm: Realm
    ) async throws -> (authentication: PingIDAuthentication, isRight: Bool) {
        let (rules, now) = (try await rules(of: application, in: realm), time.now)
        return try await database.write { [self] transaction in
            guard let former = try Self.find(id, of: reference, application, realm.id, now, transaction) else {
                throw DomainError(.unknownResource, "no authentication \(id.text) that can still be read")
            }
            let mayFallBack = rules.allowsFallback && former.stored == .inProgress && former.status(at: now) == .timeout
            guard former.status(at: now) == .passcode || mayFallBack, try Self.hasPasscodes(former, at: now, in: transaction) else {
                throw DomainError(.conflict, "the authentication awaits no passcode")
            }
            var current = former
            let verdict = try verdict(on: code, of: former, rules, at: now, in: transaction)
            switch verdict {
            case .accepted:
                (current.stored, current.isPasscodeTaken) = (.approved, true)
                current.expires = max(current.expires, now.addingTimeInterval(PingIDAuthentication.choosing))
                try applyKeptChoice(of: former, rules, at: now, in: transaction)
            case .locked: current.stored = .locked
            case .wrong, .used, .unsynchronized: return (former, false)
            }
            guard try current.update(from: former, at: now, in: transaction) else {
                throw DomainError(.conflict, "the authentication was decided meanwhile")
            }
            try tell(current, at: now, in: transaction)
            return (current, verdict == .accepted)
        }
    }

    /// Whether the device that is asked has passcodes: not one whose app has said that it has pushes only, whenever it said so.
    private static func hasPasscodes(
        _ session: PingIDAuthentication, at now: Date, in transaction: any ReadTransaction
    ) throws -> Bool {
        guard let id = session.device,
            let installation = try Devices.device(id, realm: session.realm, at: now, in: transaction)?.installation
        else { return true }
        return try !isPushOnly(installation, session.realm, in: transaction)
    }

    private func verdict(
        on code: Secret, of session: PingIDAuthentication, _ rules: PingIDRules, at now: Date, in transaction: any WriteTransaction
    ) throws -> PasscodeVerdict {
        guard let id = session.device, let device = try Devices.device(id, realm: session.realm, at: now, in: transaction),
            !device.isBlocked
        else { return .wrong }
        let limit = FailureLimit(count: rules.mostAttempts, coolDown: TimeSpan(rules.restSeconds, .seconds))
        guard device.installation != nil else {
            return try messagedVerdict(on: code, of: session, device, limit, at: now, in: transaction)
        }
        // A device that lost its trust speaks for its user no more.
        guard let installation = device.installation,
            let record = try TrustRecord.find(
                installation, user: session.user, application: session.application, realm: session.realm, in: transaction),
            record.isTrusted(at: now),
            let member = try PingIDUsers.member(session.user, of: session.application, realm: session.realm, in: transaction),
            member.maySignOn(at: now),
            try PingIDInstallation.find(installation, realm: session.realm, in: transaction)?.verdict(rules) == .permitted
        else { return .wrong }
        return try Passcodes.attempt(at: device, limit: limit, now: now, in: transaction) {
            try passcodes.use(
                code, of: installation, windows: CounterSeed.lookAhead, realm: session.realm, at: now, in: transaction)
        }
    }
}
