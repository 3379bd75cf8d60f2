package import DeviceMessages
package import Foundation
import Primitives
import Store
import DevicePolicies
package import Directory
import Foundations
import Messaging

extension Pairings {
    /// Completes a pairing: the installation is a device of its user from now on. Said again, it changes nothing and gives the same, but
    /// that another passcode may be tried while none was right.
    ///
    /// - Throws: ``DeviceError`` `.pairingKey` when nothing waits for this confirmation any more.
    package func confirm(
        _ confirmation: PairingConfirmation, of id: UUID, by installation: Installation, in realm: Realm, issuer: DeviceIssuer
    ) async throws -> PairingResult {
        let now = time.now
        let begun = try await database.read { transaction in
            try PairingAttempt.find(id, installation: installation.id, nonce: confirmation.nonce, realm: realm.id, in: transaction)
        }
        guard let begun, begun.isOpen(at: now) || begun.confirmed != nil else { throw Self.unknownKey }
        let policy = try await policy(begun.policy, in: realm)
        let rules = policy.mobile.rules(of: begun.application)
        let mobile = try await applications.application(begun.application, in: realm.id)?.settings.mobile
        let windows = mobile?.passcodeWindows ?? 1
        let mobileRules = MobileRules(policy: policy, applications: mobile.map { [begun.application: $0] } ?? [:])
        var push = try await pushFailure(of: installation, application: begun.application, rules, in: realm)
        let attempt = try await database.write { transaction in
            guard var attempt = try PairingAttempt.ofKey(begun.key, realm: realm.id, in: transaction) else { throw Self.unknownKey }
            try activate(&attempt, installation, mobileRules, now, transaction)
            if rules.allowsPasscode { try checkPasscode(confirmation.passcode, &attempt, windows, now, transaction) }
            try attempt.update(in: transaction)
            return attempt
        }
        // Only the first confirmation makes a device.
        if begun.confirmed == nil, let user = try await users.user(attempt.user, in: realm.id),
            let device = try await database.read({ try Devices.device(attempt.id, realm: realm.id, at: now, in: $0) })
        {
            await trials.messages.announce(device, to: user, policy.newDeviceNotification, in: realm)
        }
        if push == nil { push = try await trials.failure(of: attempt.id, at: installation, in: realm, issuer: issuer) }
        var failures: [PairingResult.Method: PairingResult.Failure?] = [.push: push]
        if rules.allowsPasscode {
            let name = attempt.passcode ?? PairingResult.Failure.invalidPasscode.rawValue
            failures.updateValue(name.isEmpty ? nil : PairingResult.Failure(rawValue: name), forKey: .passcode)
        }
        return PairingResult(pairing: id.text, failures: failures)
    }

    /// Makes the device, once.
    private func activate(
        _ attempt: inout PairingAttempt, _ installation: Installation, _ rules: MobileRules, _ now: Date,
        _ transaction: any WriteTransaction
    ) throws {
        guard attempt.confirmed == nil else { return }
        guard try Users.user(attempt.user, realm: attempt.realm, in: transaction)?.status == .active,
            try PairingKeys.spend(attempt.key, by: attempt.installation, realm: attempt.realm, at: now, in: transaction)
        else { throw Self.unknownKey }
        attempt.confirmed = now
        let device = UserDevice(
            id: attempt.id, realm: attempt.realm, user: attempt.user, kind: .mobile, status: .active, installation: attempt.installation,
            application: attempt.application, created: now, updated: now)
        let old = try MigrationKeys.finish(attempt.key, realm: attempt.realm, at: now, in: transaction)
        if let old, old.isOwn {
            try move(old, attempt, installation, rules.integrity(of: device, installation), now, transaction)
        } else if try Devices.device(attempt.id, realm: attempt.realm, at: now, in: transaction) == nil {
            try Devices.insert(device, in: transaction)
        }
        try audit.append(
            .devicePaired, ["device": .string(device.id.text), "installation": .string(attempt.installation)], at: now,
            realm: attempt.realm, user: attempt.user, in: transaction)
    }

    /// Gives the device of an installation of the older product to its successor, with what it is asked and where pushes reach it, and removes
    /// what is kept of the predecessor.
    private func move(
        _ old: MigrationKeys.Entry, _ attempt: PairingAttempt, _ installation: Installation,
        _ integrity: MobileApplicationRules.Enforcement?, _ now: Date, _ transaction: any WriteTransaction
    ) throws {
        let realm = attempt.realm
        guard
            try Devices.hand(
                attempt.id, from: old.device, to: attempt.installation, realm: realm, at: now, in: transaction)
        else { throw Self.unknownKey }
        try Challenges.hand(over: attempt.id, to: attempt.installation, realm: realm, in: transaction)
        if installation.push == nil, let former = try Installations.installation(old.device, realm: realm, in: transaction),
            var successor = try Installations.installation(installation.id, realm: realm, in: transaction, keeping: .changed)
        {
            successor.push = former.push
            try Installations.update(&successor, in: transaction)
        }
        try followers.moved(
            InstallationMove(
                realm: realm, former: old.device, successor: attempt.installation, device: attempt.id, user: attempt.user,
                application: attempt.application, now: now, integrity: integrity), by: erasure, in: transaction)
        if try Devices.devices(ofInstallation: old.device, realm: realm, in: transaction).isEmpty {
            try erasure.erase(installation: old.device, realm: realm, in: transaction)
        }
    }

    /// Looks at the passcode, which decides nothing but whether passcodes work.
    private func checkPasscode(
        _ passcode: Secret?, _ attempt: inout PairingAttempt, _ windows: Int, _ now: Date, _ transaction: any WriteTransaction
    ) throws {
        guard attempt.passcode != "", let passcode else { return }
        guard attempt.isOpen(at: now) else {
            attempt.passcode = PairingResult.Failure.passcodeExpired.rawValue
            return
        }
        guard attempt.tries < PairingAttempt.mostTries else {
            attempt.passcode = PairingResult.Failure.passcodeRetriesExceeded.rawValue
            return
        }
        attempt.tries += 1
        let verdict = try passcodes.use(
            passcode, of: attempt.installation, windows: windows, isTrial: true, realm: attempt.realm, at: now, in: transaction)
        attempt.passcode =
            switch verdict {
            case .accepted: ""
            case .unsynchronized: PairingResult.Failure.unsynchronizedClock.rawValue
            case .wrong, .used, .locked:
                attempt.tries < PairingAttempt.mostTries
                    ? PairingResult.Failure.invalidPasscode.rawValue : PairingResult.Failure.passcodeRetriesExceeded.rawValue
            }
    }

    /// The reason for which pushes don't reach an installation; nil when nothing is known against it.
    private func pushFailure(
        of installation: Installation, application: String, _ rules: MobileApplicationRules, in realm: Realm
    ) async throws -> PairingResult.Failure? {
        guard rules.allowsPush, installation.isPushAllowed else { return .pushDisabled }
        guard let address = installation.push else { return .missingDeviceToken }
        return try await notifications.haveCredentials(for: address, of: application, in: realm) ? nil : .missingPushCredentials
    }
}
