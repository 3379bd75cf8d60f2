import DeviceMessages
package import Foundation
import OneTimePassword
package import Primitives
import Store
package import WebAuthn
package import DevicePolicies
package import Directory
import Foundations
import Messaging

extension Devices {
    /// A device that is to be added. MOBILE devices come by a pairing only.
    package struct Enrolment: Sendable {
        package var kind: UserDevice.Kind
        /// The address or telephone number of `EMAIL`, `SMS` and `VOICE`.
        package var contact: String?
        /// The extension of a `VOICE` device.
        package var phoneExtension: String?
        /// The relying party of a FIDO2 device, whose credential it will be; nil for the policy's.
        package var relyingParty: RelyingPartyName?
        /// The user's name for the device; nil for none.
        package var nickname: String?
        /// The serial number of an `OATH_TOKEN`.
        package var serial: String?
        /// Whether it counts at once, because the caller that adds it vouches for it.
        package var isActive = false
        /// The id of the device authentication policy that applies; nil for the realm's default.
        package var policy: UUID?
        /// The application that the device is paired for; nil for one that serves all.
        package var application: String?
        /// The network address that asks.
        package var address = "local"
        /// Whether its codes are returned to the caller that asks for them, instead of being sent.
        package var isTest = false
        /// The wording of the message with its code, and the number that may be sent.
        package var notification = NotificationChoice()

        package init(_ kind: UserDevice.Kind) { self.kind = kind }
    }

    /// A device that was added, with what is told once.
    package struct Enrolled: Sendable {
        package let device: UserDevice
        /// The `otpauth` URI of a TOTP device, which holds its secret.
        package let uri: Secret?
        /// The secret of a TOTP device, in base32; nil for other kinds.
        package let secret: Secret?
        /// The options that the authenticator of a FIDO2 device is asked with.
        package var options: CreationOptions?
        /// The code of a device for testing.
        package var testCode: Secret?
    }

    /// The error for a device for testing in a realm that isn't for it.
    package static let noTesting = SecondFactorError(
        .invalid, "devices for testing are for realms whose environmentType is SANDBOX; in PRODUCTION codes are sent, not told")

    /// A relying party by its id and the name that it shows.
    package struct RelyingPartyName: Sendable, Equatable {
        /// The id, a domain name.
        package let id: String
        /// The name for people.
        package let name: String

        package init(id: String, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// Adds a device; unless it counts at once, a code must show first that it is the user's.
    ///
    /// - Throws: `invalid`; `conflict` when the user has too many; ``SecondFactorError`` `.notSent`, `.disabled`.
    package func enrol(_ enrolment: Enrolment, for user: UUID, in realm: Realm) async throws -> Enrolled {
        let policy = try await policies.required(enrolment.policy, in: realm)
        guard let owner = try await users.user(user, in: realm.id) else {
            throw DomainError(.unknownUser, "no user \(user.text)")
        }
        try await messages.check(enrolment.notification, in: realm)
        guard !enrolment.isTest || realm.isSandbox else { throw Self.noTesting }
        try Self.check(enrolment, policy, try await settings.settings(in: realm))
        if enrolment.kind == .fido2 {
            return try await enrolPasskey(enrolment, owner, try await fido2Policies.rules(of: policy, in: realm), in: realm)
        }
        let (id, now) = (random.uuid(), time.now)
        var device = UserDevice(
            id: id, realm: realm.id, user: user, kind: enrolment.kind, status: enrolment.isActive ? .active : .activationRequired,
            created: now, updated: now)
        (device.nickname, device.contact, device.phoneExtension) = (
            enrolment.nickname, enrolment.contact ?? enrolment.serial, enrolment.phoneExtension
        )
        (device.isTest, device.application) = (enrolment.isTest, enrolment.application)
        let code = enrolment.isActive ? nil : activationCode(of: device, policy, now)
        let most = try await settings.settings(in: realm).pairing.maximumDevices
        let seed = try await database.write { [device] transaction in
            try Self.requireRoom(for: user, most, realm.id, now, transaction)
            try Self.requireToken(of: device, at: now, in: transaction)
            try Self.insert(device, code: code, in: transaction)
            try tell(.deviceAdded, device, at: now, in: transaction)
            guard device.kind == .totp else { return nil as PasscodeSeed? }
            let subject = id.text
            try passcodes.establish(Passcodes.Generator(algorithm: .sha1), for: subject, realm: realm.id, in: transaction)
            return try passcodes.seed(of: subject, realm: realm.id, in: transaction)
        }
        let testCode: Secret?
        do {
            testCode = try await send(code, device, to: owner, policy, enrolment.notification, from: enrolment.address, in: realm)
        } catch {
            // The caller isn't told its id, so nothing could come of it.
            _ = try? await remove(id, of: user, in: realm, reason: "its code could not be sent")
            throw error
        }
        if enrolment.isActive { await messages.announce(device, to: owner, policy.newDeviceNotification, in: realm) }
        let uri = try seed.map { try Self.uri($0, owner, policy, realm) }
        return Enrolled(
            device: device, uri: uri, secret: seed.map { Secret($0.secret.withBytes { Base32.encode($0) }) }, testCode: testCode)
    }

    /// Makes a device count, by a code that it made or got.
    ///
    /// - Throws: ``SecondFactorError`` `.wrongPasscode`, `.locked`, `.wrongState`; `unknownDevice`.
    /// - Parameter resynchronizes: whether the code may be the second of two by which a hardware token comes into step.
    package func activate(
        _ id: UUID, with code: Secret, resynchronizes: Bool = false, of user: UUID, from address: String, in realm: Realm
    ) async throws -> UserDevice {
        let policy = try await policies.standard(in: realm)
        let now = time.now
        let (device, verdict) = try await database.write { transaction in
            guard
                try Throttle.permits(
                    "passcode", from: .address(address), realm: realm.id, limit: Passcodes.mostFromAddress, at: now,
                    in: transaction)
            else { throw SecondFactorError(.overloaded, "too many passcodes were tried from one address; wait a minute") }
            let device = try waiting(id, user, realm, now, transaction)
            guard device.kind != .fido2 else {
                throw SecondFactorError(.wrongState, "the device is activated by an attestation, not by a code")
            }
            try Self.requireToken(of: device, at: now, in: transaction)
            let limit = device.kind == .totp ? policy.totp.failure : policy.oathToken?.failure ?? FailureLimit.device
            let verdict = try Passcodes.attempt(at: device, limit: limit, now: now, in: transaction) {
                try self.verdict(on: code, of: device, policy, resynchronizes: resynchronizes, now, transaction)
            }
            if case .locked = verdict {
                try transaction.execute("UPDATE devices SET code = NULL WHERE realm = ?1 AND id = ?2", realm.id, id)
            }
            guard verdict == .accepted else {
                try Throttle.count("passcode", from: .address(address), realm: realm.id, at: now, in: transaction)
                return (device, verdict)
            }
            try transaction.execute(
                "UPDATE devices SET code = NULL, code_expires = NULL, updated = ?3 WHERE realm = ?1 AND id = ?2", realm.id, id, now)
            try Self.activate(id, of: user, realm: realm.id, in: transaction)
            if let method = DeliveryMethod(codesOf: device.kind) {
                try NotificationQuotas.claim(method, by: user, realm: realm.id, at: now, in: transaction)
            }
            try tell(.deviceChanged, device, at: now, ["change": "activated"], in: transaction)
            return (try Self.device(id, realm: realm.id, at: now, in: transaction) ?? device, verdict)
        }
        switch verdict {
        case .accepted:
            if let owner = try await users.user(user, in: realm.id) {
                await messages.announce(device, to: owner, policy.newDeviceNotification, in: realm)
            }
            return device
        case .locked(let until): throw SecondFactorError(.locked, "too many codes were wrong", lockedUntil: until)
        case .unsynchronized where device.kind == .oathToken:
            throw SecondFactorError(.anotherPasscodeNeeded, "the token is out of step; its next code is needed, too, with oathResync")
        case .wrong, .used, .unsynchronized: throw SecondFactorError(.wrongPasscode, "the code is wrong, was used before, or has expired")
        }
    }

    /// Sends the code of a device that waits for it again; the one before is worth nothing any more.
    package func sendActivationCode(_ id: UUID, of user: UUID, from address: String, in realm: Realm) async throws -> Enrolled {
        let policy = try await policies.standard(in: realm)
        guard let owner = try await users.user(user, in: realm.id) else { throw DomainError(.unknownUser, "no user \(user.text)") }
        let now = time.now
        let (device, code) = try await database.write { transaction in
            let device = try waiting(id, user, realm, now, transaction)
            guard let code = activationCode(of: device, policy, now) else {
                throw SecondFactorError(.wrongState, "no code is sent to a device of the type \(device.kind.rawValue)")
            }
            try transaction.execute(
                "UPDATE devices SET code = ?3, code_expires = ?4, updated = ?5 WHERE realm = ?1 AND id = ?2", realm.id, id, code.hash,
                code.expires, now)
            return (device, code)
        }
        let testCode = try await send(code, device, to: owner, policy, NotificationChoice(), from: address, in: realm)
        return Enrolled(device: device, uri: nil, secret: nil, testCode: testCode)
    }

    func waiting(
        _ id: UUID, _ user: UUID, _ realm: Realm, _ now: Date, _ transaction: any ReadTransaction
    ) throws -> UserDevice {
        guard let device = try Self.device(id, realm: realm.id, at: now, in: transaction), device.user == user else {
            throw DomainError(.unknownDevice, "the user has no device \(id.text)")
        }
        guard device.status == .activationRequired else { throw SecondFactorError(.wrongState, "the device is active already") }
        guard !device.isTest || realm.isSandbox else { throw Self.noTesting }
        return device
    }

    private func verdict(
        on code: Secret, of device: UserDevice, _ policy: DeviceAuthenticationPolicy, resynchronizes: Bool, _ now: Date,
        _ transaction: any WriteTransaction
    ) throws -> PasscodeVerdict {
        if let token = try OATHToken.token(of: device, in: transaction) {
            let verdict = try passcodes.use(
                code, of: device, steps: Passcodes.steps, ahead: Passcodes.lookAhead, at: now, in: transaction)
            guard verdict != .accepted else { return verdict }
            return try passcodes.resynchronize(
                code, of: token, mayFinish: resynchronizes, patience: Self.activationLifetime, device.realm, now, transaction)
        }
        if device.kind == .totp {
            return try passcodes.use(
                code, of: device.id.text, windows: policy.totp.gracePeriod, realm: device.realm, at: now, in: transaction
            )
        }
        let row = try transaction.row(
            "SELECT code FROM devices WHERE realm = ?1 AND id = ?2 AND code_expires > ?3", device.realm, device.id, now)
        guard let sent = try row?.optionalBlob("code") else { return .wrong }
        return MessagedCode.isHash(sent, of: code, purpose: Self.purpose(device), sealer) ? .accepted : .wrong
    }

    /// Sends a device its code.
    /// - Returns: the code of a device for testing, which is told instead.
    private func send(
        _ code: MessagedCode?, _ device: UserDevice, to owner: User, _ policy: DeviceAuthenticationPolicy, _ choice: NotificationChoice,
        from address: String, in realm: Realm
    ) async throws -> Secret? {
        guard let code, let contact = device.contact else { return nil }
        guard !device.isTest else { return code.code }
        let occasion = NotificationOccasion(.devicePairing, owner, in: realm, choice, code: code.code)
        try await messages.send(
            CodeMessage(
                occasion: occasion, contact: contact, kind: device.kind, phoneExtension: device.phoneExtension,
                policy: policy.notificationsPolicy, by: BudgetAsker(.user(owner.id), at: address)))
        return nil
    }

    private func activationCode(of device: UserDevice, _ policy: DeviceAuthenticationPolicy, _ now: Date) -> MessagedCode? {
        policy.messaged(device.kind).map {
            MessagedCode(
                digits: $0.length, lifetime: $0.lifetime.seconds, purpose: Self.purpose(device), sealer: sealer, at: now, random: random)
        }
    }

    private static func purpose(_ device: UserDevice) -> String { "device \(device.id.text)" }

    static func requireRoom(
        for user: UUID, _ most: Int, _ realm: UUID, _ now: Date, _ transaction: any WriteTransaction
    ) throws {
        try transaction.hold(places(of: user, realm: realm))
        let devices = try devices(of: user, realm: realm, at: now, in: transaction)
        let active = devices.filter { $0.status == .active }.count
        guard active < most else { throw DomainError(.conflict, "the user has \(most) devices already, which is the most") }
        guard devices.count - active < mostInactive else {
            throw DomainError(.conflict, "the user has \(mostInactive) devices that wait for their activation")
        }
    }

    private static func check(
        _ enrolment: Enrolment, _ policy: DeviceAuthenticationPolicy, _ settings: MFASettings
    ) throws {
        let isAllowed: Bool
        switch enrolment.kind {
        case .email:
            isAllowed = policy.email.isEnabled && !policy.email.isPairingDisabled
            do { _ = try MailAddress(enrolment.contact ?? "") } catch { throw DomainError(.invalid, error.reason) }
        case .sms, .voice:
            let method = enrolment.kind == .sms ? policy.sms : policy.voice
            isAllowed = method.isEnabled && !method.isPairingDisabled
            do { _ = try PhoneNumber(enrolment.contact ?? "") } catch { throw DomainError(.invalid, error.reason) }
        case .totp: isAllowed = policy.totp.isEnabled && !policy.totp.isPairingDisabled
        case .fido2:
            isAllowed = policy.fido2?.isEnabled == true && policy.fido2?.isPairingDisabled == false
            guard !enrolment.isActive else { throw DomainError(.invalid, "a FIDO2 device is active once its authenticator has answered") }
        case .mobile: throw DomainError(.invalid, "a MOBILE device is paired by a pairing key, not created")
        case .oathToken:
            isAllowed = policy.oathToken.map { $0.isEnabled && !$0.isPairingDisabled } ?? false
            guard enrolment.serial != nil else { throw DomainError(.invalid, "an OATH_TOKEN device needs the serial number of its token") }
        case .authenticator, .bound:
            throw DomainError(.invalid, "a device of the type \(enrolment.kind.rawValue) is registered by a journey, not created")
        }
        guard !enrolment.isTest || DeliveryMethod(codesOf: enrolment.kind) != nil else {
            throw DomainError(.invalid, "a device for testing is of the type EMAIL, SMS or VOICE")
        }
        guard isAllowed else { throw DomainError(.notPermitted, "the policy allows no new device of the type \(enrolment.kind.rawValue)") }
        guard let digits = enrolment.phoneExtension else { return }
        guard enrolment.kind == .voice, settings.allowsPhoneExtensions, (1...20).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ "0123456789,#*".utf8.contains($0) })
        else { throw DomainError(.invalid, "an extension is of VOICE devices where the realm allows it: digits, comma, # and *") }
    }

    /// Refuses a device of hardware that the realm hasn't, or that another device is.
    private static func requireToken(of device: UserDevice, at now: Date, in transaction: any ReadTransaction) throws {
        guard device.kind == .oathToken, let serial = device.contact else { return }
        guard try OATHToken.token(serial: serial, realm: device.realm, in: transaction) != nil else {
            throw DomainError(.invalid, "the realm has no token with this serial number")
        }
        guard try OATHToken.device(of: serial, realm: device.realm, at: now, in: transaction) == nil else {
            throw DomainError(.invalid, "the token with this serial number is paired with a user")
        }
    }

    /// The URI that an authenticator app reads.
    private static func uri(
        _ seed: PasscodeSeed, _ user: User, _ policy: DeviceAuthenticationPolicy, _ realm: Realm
    ) throws -> Secret {
        let issuer = realm.path == .root ? "Gatehouse" : realm.path.names.last ?? "Gatehouse"
        let password = AuthenticatorURI.Password(.totp(period: seed.period), secret: seed.secret, digits: seed.digits)
        let text = try AuthenticatorURI(issuer: issuer, account: user.username, password: password).text()
        let more = policy.totp.uriParameters.sorted { $0.key < $1.key }.map {
            "&\(String(percentEncoding: $0.key))=\(String(percentEncoding: $0.value))"
        }
        return Secret(text + more.joined())
    }
}
