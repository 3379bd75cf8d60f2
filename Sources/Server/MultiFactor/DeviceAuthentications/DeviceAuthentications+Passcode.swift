package import DeviceMessages
package import Foundation
package import Primitives
import Store
import DevicePolicies
import DeviceRegistry
package import Directory
import Foundations

extension DeviceAuthentications {
    /// Checks a passcode: of the selected device, whichever way it makes or gets one.
    ///
    /// - Throws: ``SecondFactorError`` `.wrongPasscode`, `.locked`, `.wrongState`, `.overloaded`.
    package func check(
        _ passcode: Secret, of id: UUID, from address: String, in realm: Realm, issuer: DeviceIssuer
    ) async throws -> DeviceAuthenticationStanding {
        let occasion = try await occasion(address, in: realm, issuer: issuer)
        let outcome: Result<(DeviceAuthenticationStanding, Effects), SecondFactorError> = try await database.write { [self] transaction in
            var authentication = try Self.living(id, realm: realm.id, at: occasion.now, in: transaction)
            let step = try StepContext(occasion, authentication, in: transaction)
            guard
                try Throttle.permits(
                    "passcode", from: .address(address), realm: realm.id, limit: Passcodes.mostFromAddress, at: step.now, in: transaction)
            else { throw SecondFactorError(.overloaded, "too many passcodes were tried from one address; wait a minute") }
            let device = try target(of: authentication, step, transaction)
            if let end = try Self.lock(of: authentication, step, transaction) { return .failure(Self.refusal(.locked(until: end))) }
            // Before the passcode is looked at: a refusal must not tell whether it is right, nor use it up.
            let clearance = try Self.clear(device, step, transaction)
            let verdict = try Passcodes.attempt(
                at: device, limit: step.subject.failures(of: device), now: step.now, in: transaction
            ) { try self.verdict(on: passcode, device, authentication, step, transaction) }
            // A code that was sent is void once too many were wrong, whether or not the policy has a cool-down.
            if case .locked = verdict { try Self.voidCode(of: authentication, in: transaction) }
            // A right code that is sent again, as a client does that has lost the answer, is no guess.
            if verdict == .used { return .failure(Self.refusal(verdict)) }
            guard verdict == .accepted else {
                // Right ones don't count: all of an application's users come from its one address.
                try Throttle.count("passcode", from: .address(address), realm: realm.id, at: step.now, in: transaction)
                try Self.countForUser(authentication, step, transaction)
                return .failure(Self.refusal(verdict))
            }
            var effects = Effects()
            if let method = DeliveryMethod(codesOf: device.kind) {
                try NotificationQuotas.claim(method, by: authentication.user, realm: realm.id, at: step.now, in: transaction)
            }
            if authentication.context.oneTime != nil {
                try FactorFailures.clear([.sentCode], of: authentication.user, realm: realm.id, in: transaction)
            }
            try takeBack(&authentication, step, &effects, transaction)
            authentication.complete(["mfa", "otp"], by: clearance)
            try write(&authentication, in: transaction)
            return .success((try Self.standing(of: authentication, step.subject, nil, transaction), effects))
        }
        let (standing, effects) = try outcome.get()
        messages.send(effects.pushes, in: realm)
        return standing
    }

    /// The end of the lock of codes that go to an address that is used once. There is no device that could be locked, and a new
    /// authentication must be no new series of guesses, so that they are counted with the user's other codes.
    private static func lock(
        of authentication: DeviceAuthentication, _ step: StepContext, _ transaction: any ReadTransaction
    ) throws -> Date? {
        guard authentication.context.oneTime != nil else { return nil }
        let failures = try FactorFailures.of(.sentCode, authentication.user, realm: authentication.realm, in: transaction)
        return failures.isLocked(at: step.now) ? failures.lockedUntil : nil
    }

    private static func countForUser(
        _ authentication: DeviceAuthentication, _ step: StepContext, _ transaction: any WriteTransaction
    ) throws {
        guard authentication.context.oneTime != nil else { return }
        let settings = step.subject.realm.settings[BoundsSettings.self]
        let failures = try FactorFailures.held(.sentCode, authentication.user, realm: authentication.realm, in: transaction).adding(
            threshold: settings.lockoutThreshold, lockUntil: step.now.addingTimeInterval(TimeInterval(settings.lockoutDuration)))
        try failures.write(.sentCode, authentication.user, realm: authentication.realm, in: transaction)
    }

    /// Clears a device for a decision of its user's.
    /// - Throws: ``SecondFactorError`` `.untrustedDevice`.
    static func clear(_ device: UserDevice, _ step: StepContext, _ transaction: any ReadTransaction) throws -> DeviceClearance {
        do { return try IntegrityRules.clear(device, under: step.subject.mobileRules, at: step.now, in: transaction) } catch let error
            as DeviceError
        { throw SecondFactorError(.untrustedDevice, error.message) }
    }

    private static func refusal(_ verdict: PasscodeVerdict) -> SecondFactorError {
        if case .locked(let until) = verdict {
            return SecondFactorError(.locked, "too many passcodes were wrong; the device is locked", lockedUntil: until)
        }
        return SecondFactorError(.wrongPasscode, "the passcode is wrong, was used before, or has expired")
    }

    private static func voidCode(of authentication: DeviceAuthentication, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            "UPDATE device_authentications SET code = NULL WHERE realm = ?1 AND id = ?2", authentication.realm, authentication.id)
    }

    /// The device whose passcode is looked at, where the authentication stands. An address for one time stands for itself.
    private func target(
        of authentication: DeviceAuthentication, _ step: StepContext, _ transaction: any ReadTransaction
    ) throws -> UserDevice {
        let wrongState = SecondFactorError(.wrongState, "no passcode is asked for")
        if let oneTime = authentication.context.oneTime {
            guard authentication.status == .passcodeRequired else { throw wrongState }
            return UserDevice(
                id: authentication.id, realm: authentication.realm, user: authentication.user, kind: oneTime.kind, status: .active,
                created: authentication.created, updated: step.now)
        }
        guard let id = authentication.selected,
            let device = try Devices.device(id, realm: authentication.realm, at: step.now, in: transaction), !device.isBlocked
        else { throw wrongState }
        switch authentication.status {
        case .passcodeRequired: return device
        case .pushRequired, .pushTimedOut:
            guard authentication.challenge?.kind == .authentication, step.subject.rules(of: device)?.allowsPasscode == true else {
                throw wrongState
            }
            return device
        default: throw wrongState
        }
    }

    private func verdict(
        on passcode: Secret, _ device: UserDevice, _ authentication: DeviceAuthentication, _ step: StepContext,
        _ transaction: any WriteTransaction
    ) throws -> PasscodeVerdict {
        switch device.kind {
        case .mobile:
            let windows = device.application.flatMap { step.subject.mobile[$0]?.passcodeWindows } ?? 1
            let installation = device.installation ?? ""
            let verdict = try passcodes.use(
                passcode, of: installation, windows: windows, realm: device.realm, at: step.now, in: transaction)
            guard verdict == .wrong else { return verdict }
            return try passcodes.wasUsed(
                passcode, of: installation, steps: windows, realm: device.realm, at: step.now, in: transaction) ? .used : .wrong
        case .totp, .oathToken:
            let steps = device.kind == .totp ? step.subject.policy.totp.gracePeriod : Passcodes.steps
            let verdict = try passcodes.use(
                passcode, of: device, steps: steps, ahead: Passcodes.lookAhead, at: step.now, in: transaction)
            guard verdict == .wrong else { return verdict }
            return try passcodes.wasUsed(passcode, of: device, steps: steps, at: step.now, in: transaction) ? .used : .wrong
        case .fido2, .authenticator, .bound: return .wrong
        case .email, .sms, .voice:
            let row = try transaction.row(
                "SELECT code FROM device_authentications WHERE realm = ?1 AND id = ?2 AND code_expires > ?3", authentication.realm,
                authentication.id, step.now)
            guard let sent = try row?.optionalBlob("code") else { return .wrong }
            return MessagedCode.isHash(sent, of: passcode, purpose: Self.purpose(authentication.id), sealer) ? .accepted : .wrong
        }
    }
}
