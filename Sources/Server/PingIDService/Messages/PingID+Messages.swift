package import Foundation
package import Primitives
import Store
package import DevicePolicies
package import DeviceRegistry
package import Directory
import Foundations
import PingIDMessages

extension PingID {
    /// Kinds of devices that codes are sent to.
    package static let messagedKinds: [DeviceKind] = [.sms, .voice, .email]

    /// A code that waits for the commit of the authentication that it is for.
    struct PendingCode: Sendable {
        let device: UserDevice
        let code: MessagedCode
        let requester: String
    }

    /// A user's telephone numbers and mail addresses in an application, in the user's order.
    static func messagedDevices(
        of user: UUID, application: String, realm: UUID, at now: Date, in transaction: any ReadTransaction
    ) throws -> [UserDevice] {
        try Devices.devices(of: user, realm: realm, at: now, in: transaction).filter {
            $0.status == .active && $0.application == application && messagedKinds.contains($0.kind)
        }
    }

    /// Pairs a telephone number or mail address with a user: a code goes there, which ``activate(_:with:of:application:in:)`` takes.
    ///
    /// - Throws: `unknownUser`, `invalid`, `notPermitted`, `conflict`; ``/DevicePolicies/SecondFactorError`` when the code can't be sent.
    package func pair(
        _ contact: String, as kind: DeviceKind, with reference: UserReference, application: String, in realm: Realm
    ) async throws -> UserDevice {
        _ = try await rules(of: application, in: realm)
        let member = try await required(reference, application, realm)
        var enrolment = Devices.Enrolment(kind)
        (enrolment.contact, enrolment.application) = (contact, application)
        return try await devices.enrol(enrolment, for: member.user.id, in: realm).device
    }

    /// Takes the code by which a user shows that a number or address is theirs.
    ///
    /// - Throws: `unknownUser`, `unknownDevice`; ``/DevicePolicies/SecondFactorError`` for a wrong code.
    package func activate(
        _ id: UUID, with code: Secret, of reference: UserReference, application: String, in realm: Realm
    ) async throws -> UserDevice {
        let member = try await required(reference, application, realm)
        guard try await devices.device(id, of: member.user.id, in: realm.id)?.application == application else {
            throw DomainError(.unknownDevice, "the user has no device \(id.text)")
        }
        // Its users all come from the customer's one address, so wrong codes are counted by application.
        return try await devices.activate(id, with: code, of: member.user.id, from: "PingID \(application)", in: realm)
    }

    /// Removes a telephone number or mail address; false when the user has no such.
    package func removeMessaged(_ id: UUID, of reference: UserReference, application: String, in realm: Realm) async throws -> Bool {
        let all = try await listedDevices(of: reference, application: application, in: realm)
        guard let device = all.first(where: { $0.device.id == id && $0.record == nil })?.device else { return false }
        return try await devices.remove(id, of: device.user, in: realm, reason: "removed by the customer's server") != nil
    }

    private func required(_ reference: UserReference, _ application: String, _ realm: Realm) async throws -> PingIDUsers.Member {
        guard let member = try await users.member(reference, of: application, in: realm) else { throw PingIDUsers.unknown(reference) }
        return member
    }

    // MARK: - Codes of authentications

    func pendingCode(
        for device: UserDevice, _ authentication: PingIDAuthentication, _ policy: DeviceAuthenticationPolicy,
        _ request: AuthenticationRequest,
        at now: Date
    ) throws -> PendingCode {
        guard let rules = policy.messaged(device.kind) else {
            throw DomainError(.notPermitted, "the policy sends no codes to a device of the type \(device.kind.rawValue)")
        }
        let code = MessagedCode(
            digits: rules.length, lifetime: rules.lifetime.seconds, purpose: authentication.codePurpose, sealer: sealer, at: now,
            random: random)
        return PendingCode(device: device, code: code, requester: request.address ?? "local")
    }

    /// Sends a code that was committed. Where the day's messages are used up, the authentication says so.
    func send(
        _ pending: PendingCode, of authentication: PingIDAuthentication, _ policy: DeviceAuthenticationPolicy, in realm: Realm
    ) async throws -> PingIDAuthentication {
        guard let owner = try await users.user(pending.device.user, in: realm) else { return authentication }
        let occasion = NotificationOccasion(.strongAuthentication, owner, in: realm, code: pending.code.code)
        do {
            try await devices.messages.send(
                CodeMessage(
                    occasion: occasion, contact: pending.device.contact ?? "", kind: pending.device.kind,
                    phoneExtension: pending.device.phoneExtension, policy: policy.notificationsPolicy,
                    by: BudgetAsker(.customer(authentication.application), at: pending.requester)))
            return authentication
        } catch let error as SecondFactorError {
            let isSpent = error.code == .quotaExceeded
            let ended = try await end(authentication, as: isSpent ? .messagesSuspended : .rejected)
            guard isSpent else { throw error }
            return ended
        }
    }

    private func end(_ authentication: PingIDAuthentication, as status: AuthenticationStatus) async throws -> PingIDAuthentication {
        let now = time.now
        return try await database.write { [self] transaction in
            var ended = authentication
            (ended.stored, ended.flow, ended.levels) = (status, .done, [])
            guard try ended.update(from: authentication, at: now, in: transaction) else { throw Self.meanwhile }
            try tell(ended, at: now, in: transaction)
            return ended
        }
    }

    func messagedVerdict(
        on code: Secret, of session: PingIDAuthentication, _ device: UserDevice, _ limit: FailureLimit, at now: Date,
        in transaction: any WriteTransaction
    ) throws -> PasscodeVerdict {
        guard device.application == session.application, device.user == session.user,
            let member = try PingIDUsers.member(session.user, of: session.application, realm: session.realm, in: transaction),
            member.maySignOn(at: now)
        else { return .wrong }
        return try Passcodes.attempt(at: device, limit: limit, now: now, in: transaction) {
            guard let sent = try session.codeHash(at: now, in: transaction) else { return .wrong }
            return MessagedCode.isHash(sent, of: code, purpose: session.codePurpose, sealer) ? .accepted : .wrong
        }
    }
}
