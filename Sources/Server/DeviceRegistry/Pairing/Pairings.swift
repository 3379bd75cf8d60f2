package import DeviceMessages
package import Foundation
import JOSE
package import Primitives
package import Store
package import DevicePolicies
package import Foundations
package import Directory
package import Messaging

/// Pairs installations with users (`docs/protocols/device-protocol.md` 3, 4): a key or ticket begins it, the installation's signed
/// confirmation completes it.
package struct Pairings: Sendable {
    package let database: any Database
    package let users: Users
    package let applications: Applications
    package let policies: DeviceAuthenticationPolicies
    package let settings: RealmMFASettings
    package let notifications: Notifications
    package let trials: PushTrials
    package let installations: Installations
    package let keys: PairingKeys
    package let passcodes: Passcodes
    /// The owner of registrations that move along with an installation.
    package let followers: any MigrationFollowing.Type
    let erasure: Erasure
    package let audit: AuditLog
    package let time: any TimeSource
    package let random: any RandomSource

    package init(
        database: any Database, users: Users, applications: Applications, policies: DeviceAuthenticationPolicies,
        settings: RealmMFASettings, notifications: Notifications, trials: PushTrials, installations: Installations, keys: PairingKeys,
        passcodes: Passcodes, followers: any MigrationFollowing.Type, erasure: Erasure, audit: AuditLog, time: any TimeSource,
        random: any RandomSource
    ) {
        self.database = database
        self.users = users
        self.applications = applications
        self.policies = policies
        self.settings = settings
        self.notifications = notifications
        self.trials = trials
        self.installations = installations
        self.keys = keys
        self.passcodes = passcodes
        self.followers = followers
        self.erasure = erasure
        self.audit = audit
        self.time = time
        self.random = random
    }

    /// The number of wrong keys that may be tried in a minute: from one address, by one installation, in a realm.
    private static let (mostFromAddress, mostByInstallation, mostInRealm) = (30, 10, 3000)

    /// A pairing that was begun.
    package struct Begun: Sendable {
        /// The id of the device.
        package let device: UUID
        package let user: DeviceUser
        /// The text that the confirmation must repeat.
        package let nonce: String
        /// nil when the application's policy has no passcodes.
        package let seed: PasscodeSeed?
        package let installation: Installation
    }

    /// Begins a pairing. The same key and installation give the same again, until it is confirmed and some minutes on.
    ///
    /// - Parameters:
    ///   - sender: the installation that proved the request.
    ///   - address: the network address it came from.
    /// - Throws: ``DeviceError`` `.pairingKey`, `.application`, `.policy`, `.rateLimited`.
    package func begin(
        _ request: PairingRequest, by sender: Installations.Sender, from address: String, in realm: Realm
    ) async throws -> Begun {
        let attempt = try await admit(sender.id, from: address, in: realm)
        guard let key = try await key(of: request.entitlement, in: realm) else { throw Self.unknownKey }
        let application = try await application(of: request.app, for: key, in: realm)
        do {
            return try await begin(request, of: application.id, policy: key.policy, by: sender, in: realm) { transaction in
                try attempt.forgive(in: transaction)
                return key
            }
        } catch let error as DeviceError where error.code == .policy {
            // The client that made the key learns why it failed.
            let now = time.now
            try await database.write { try PairingKeys.fail(key.id, error.message, realm: realm.id, at: now, in: $0) }
            throw error
        }
    }

    /// Begins a pairing by a key that `find` gives, in the transaction that does so.
    ///
    /// - Parameter device: the user's device that the installation becomes; nil for a new one.
    func begin(
        _ request: PairingRequest, of id: String, policy: UUID? = nil, by sender: Installations.Sender, becoming device: UUID? = nil,
        in realm: Realm,
        with find: @escaping @Sendable (any WriteTransaction) throws -> PairingKey
    ) async throws -> Begun {
        guard let application = try await applications.application(id, in: realm.id) else { throw Self.unknownKey }
        let policy = try await self.policy(policy, in: realm)
        let rules = policy.mobile.rules(of: application.id)
        guard policy.mobile.isEnabled, !rules.isPairingDisabled else {
            throw DeviceError(.policy, "the application takes no new pairings")
        }
        let most = try await settings.settings(in: realm).pairing.maximumDevices
        let generator = Passcodes.Generator(
            period: application.settings.mobile?.passcodeStep ?? policy.mobile.passcodeStep)
        let (attempt, installation) = try await database.write { transaction in
            let plan = Plan(
                request: request, sender: sender, key: try find(transaction), application: application.id, device: device, most: most,
                generator: generator)
            let attempt = try begin(plan, realm, transaction)
            guard let installation = try Installations.installation(sender.id, realm: realm.id, in: transaction) else {
                throw Installations.notPaired
            }
            return (attempt, installation)
        }
        guard let user = try await users.user(attempt.user, in: realm.id) else { throw Self.unknownKey }
        let seed = try await database.read { transaction in
            rules.allowsPasscode ? try passcodes.seed(of: sender.id, realm: realm.id, in: transaction) : nil
        }
        return Begun(device: attempt.id, user: DeviceUser(user), nonce: attempt.nonce, seed: seed, installation: installation)
    }

    private struct Plan: Sendable {
        let request: PairingRequest
        let sender: Installations.Sender
        let key: PairingKey
        let application: String
        let device: UUID?
        let most: Int
        let generator: Passcodes.Generator
    }

    private func begin(_ plan: Plan, _ realm: Realm, _ transaction: any WriteTransaction) throws -> PairingAttempt {
        let (now, installation) = (time.now, plan.sender.id)
        if let attempt = try PairingAttempt.ofKey(plan.key.id, realm: realm.id, in: transaction) {
            // No other installation learns that the key is in use.
            guard attempt.installation == installation, attempt.isOpen(at: now) else { throw Self.unknownKey }
            return attempt
        }
        guard try PairingKeys.bind(plan.key, to: installation, at: now, in: transaction),
            try Users.user(plan.key.user, realm: realm.id, in: transaction)?.status == .active
        else { throw Self.unknownKey }
        try introduce(plan, realm, now, transaction)
        try passcodes.establish(plan.generator, for: installation, realm: realm.id, in: transaction)
        let attempt = PairingAttempt(
            id: try device(plan, realm, transaction), realm: realm.id, installation: installation, user: plan.key.user, key: plan.key.id,
            application: plan.application, policy: plan.key.policy, nonce: random.token(16), created: now)
        try attempt.insert(in: transaction)
        return attempt
    }

    /// The device that the pairing makes, or the one that the installation already is to this user.
    private func device(_ plan: Plan, _ realm: Realm, _ transaction: any WriteTransaction) throws -> UUID {
        let devices = try Devices.devices(ofInstallation: plan.sender.id, realm: realm.id, in: transaction)
        if let device = devices.first(where: { $0.user == plan.key.user }) { return device.id }
        if let device = plan.device { return device }
        try transaction.hold(Devices.places(of: plan.key.user, realm: realm.id))
        guard try Devices.count(of: plan.key.user, realm: realm.id, in: transaction) < plan.most else {
            throw DeviceError(.policy, "the user has \(plan.most) devices already, which is the most; remove one first")
        }
        return random.uuid()
    }

    /// Writes down who the installation is: one that is new with its keys, one that is known with what it tells now.
    private func introduce(_ plan: Plan, _ realm: Realm, _ now: Date, _ transaction: any WriteTransaction) throws {
        let request = plan.request
        guard var known = try Installations.installation(plan.sender.id, realm: realm.id, in: transaction, keeping: .changed) else {
            try installations.insert(
                Installation(
                    id: plan.sender.id, realm: realm.id, signing: plan.sender.key, agreement: request.agreement, successor: nil,
                    app: request.app, device: request.device, push: request.push, isPushAllowed: request.isPushAllowed, revision: 1,
                    created: now,
                    keysCreated: now, logsWantedUntil: nil),
                in: transaction)
            return
        }
        guard known.agreement.thumbprintText == request.agreement.thumbprintText else {
            throw DeviceError(.conflict, "enc is not the installation's; keys change by rotation")
        }
        (known.app, known.device, known.push) = (request.app, request.device, request.push ?? known.push)
        known.isPushAllowed = request.isPushAllowed
        try Installations.update(&known, in: transaction)
    }

    static let unknownKey = DeviceError(.pairingKey, "the pairing key is unknown, used or expired; ask for another")

    private func key(of entitlement: PairingRequest.Entitlement, in realm: Realm) async throws -> PairingKey? {
        let (code, kind): (Secret?, PairingKey.Kind) =
            switch entitlement {
            case .key(let key): (PairingKeyText.canonical(key.reveal()), .key)
            case .ticket(let ticket): (ticket, .ticket)
            }
        guard let code else { return nil }
        let key = try await database.read { try keys.find(code, realm: realm.id, in: $0) }
        return key?.kind == kind ? key : nil
    }

    /// Counts an attempt at a pairing key. One with a right key is forgiven, since a whole company pairs from one address.
    /// - Throws: ``DeviceError`` `.rateLimited`.
    func admit(_ installation: String, from address: String, in realm: Realm) async throws -> Throttle.Attempt {
        let attempt = Throttle.Attempt(
            [
                ("pairing", .address(address), Self.mostFromAddress), ("pairing by", .installation(installation), Self.mostByInstallation),
                ("pairings", .everybody, Self.mostInRealm),
            ], realm: realm.id, at: time.now)
        guard try await database.write({ try attempt.isAllowed(in: $0) }) else {
            throw DeviceError(.rateLimited, "too many pairing keys were tried; wait a minute")
        }
        return attempt
    }

    /// The application that an app is, among those that the key is for.
    private func application(of app: AppDescription, for key: PairingKey, in realm: Realm) async throws -> Application {
        let mobile = try await applications.mobileApplications(in: realm.id).filter { $0.settings.mobile?.isApp(app.id) == true }
        guard let found = mobile.first(where: { key.applications.isEmpty || key.applications.contains($0.id) }) else {
            throw DeviceError(.application, "the pairing key isn't for the app \(app.id)")
        }
        return found
    }

    func policy(_ id: UUID?, in realm: Realm) async throws -> DeviceAuthenticationPolicy {
        if let id, let policy = try await policies.policy(id, in: realm) { return policy }
        return try await policies.standard(in: realm)
    }
}

extension MobileSettings {
    /// Whether an app's bundle id or package name is this application's.
    func isApp(_ id: String) -> Bool { [bundleID, packageName, huaweiPackageName].contains(id) }
}

extension DeviceUser {
    /// Describes a user as a device may show them.
    package init(_ user: User) {
        self.init(
            id: user.id.text, username: user.username, given: user.attribute("givenName"), family: user.attribute("sn"),
            email: user.attribute("mail"))
    }
}
