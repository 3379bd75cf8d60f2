package import DeviceMessages
package import Foundation
import JOSE
package import PingIDMessages
import Primitives
import Store
import DevicePolicies
package import DeviceRegistry
package import Directory
import Foundations

extension PingID {
    /// A sign-on that the customer's server asks for.
    package struct AuthenticationRequest: Sendable {
        /// The id of the application, its `client_id`.
        package var application: String
        package var user: UserReference
        /// The payload of the app that signs on; nil for a sign-on in a browser.
        package var payload: String?
        /// The device that is to be asked; nil for the primary one, or the next that can be reached.
        package var device: UUID?
        /// The text for the app that is asked.
        package var context: String?
        /// The browser's network address, and how it names itself, as the customer's server says.
        package var address: String?
        /// The browser's name of itself, as the customer's server says; nil for none.
        package var browser: String?

        package init(application: String, user: UserReference, payload: String? = nil) {
            self.application = application
            self.user = user
            self.payload = payload
        }
    }

    /// The answer: how it stands, and what the app is to be handed.
    package struct AuthenticationAnswer: Sendable {
        package let authentication: PingIDAuthentication
        package let status: AuthenticationStatus
        /// A sealed server's payload; nil where no app sent one.
        package let serverPayload: String?
        /// The devices among which the user chooses; empty where there is no choice.
        package let choices: [UserDevice]
    }

    /// Begins an authentication.
    ///
    /// - Throws: `unknownApplication`, `unknownUser`; `invalid` for a device that isn't a trusted one of the user's, or a user without any;
    ///   ``/DeviceMessages/DeviceError`` for a payload that is none of this realm's, has expired or was there before.
    package func authenticate(
        _ request: AuthenticationRequest, in realm: Realm, issuer: DeviceIssuer
    ) async throws -> AuthenticationAnswer {
        try await begin(request, isValidated: false, in: realm, issuer: issuer) { _, _ in }
    }

    /// Begins an authentication that a registration or a token caused.
    ///
    /// - Parameters:
    ///   - isValidated: whether the customer's server vouches for the user, so that no other device need approve.
    ///   - reason: is written in the same transaction.
    func begin(
        _ request: AuthenticationRequest, isValidated: Bool, in realm: Realm, issuer: DeviceIssuer,
        reason: @escaping @Sendable (PingIDAuthentication, any WriteTransaction) throws -> Void
    ) async throws -> AuthenticationAnswer {
        let rules = try await rules(of: request.application, in: realm)
        var payload: DevicePayload?
        if let text = request.payload { payload = try await opened(text, in: realm, issuer: issuer) }
        let context = Beginning(
            request: request, payload: payload, rules: rules, policy: try await devices.policies.standard(in: realm),
            isValidated: isValidated, realm: realm.id, now: time.now,
            maker: try await pushMaker(for: request.application, in: realm, issuer: issuer))
        var begun = try await database.write { [self] transaction in
            let begun = try begin(context, in: transaction)
            try reason(begun.authentication, transaction)
            return begun
        }
        send(begun.pushes)
        if let code = begun.code { begun.authentication = try await send(code, of: begun.authentication, context.policy, in: realm) }
        var answer: String?
        if let payload {
            answer = try await self.answer(
                to: payload.id, of: payload.installation, agreement: payload.agreement, begun.authentication, begun.report,
                refusal: begun.refusal, in: realm, issuer: issuer)
        }
        return AuthenticationAnswer(
            authentication: begun.authentication, status: begun.authentication.status(at: context.now), serverPayload: answer,
            choices: begun.choices)
    }

    /// The facts that are known before the transaction.
    private struct Beginning: Sendable {
        let request: AuthenticationRequest
        let payload: DevicePayload?
        let rules: PingIDRules
        let policy: DeviceAuthenticationPolicy
        let isValidated: Bool
        let realm: UUID
        let now: Date
        let maker: PushMaker
    }

    /// The result of the transaction.
    private struct Begun: Sendable {
        var authentication: PingIDAuthentication
        var pushes: [PendingPush] = []
        var refusal: DeviceError?
        var report = Report()
        var choices: [UserDevice] = []
        var code: PendingCode?
    }

    private func begin(_ context: Beginning, in transaction: any WriteTransaction) throws -> Begun {
        let request = context.request
        guard let member = try PingIDUsers.member(request.user, of: request.application, realm: context.realm, in: transaction) else {
            throw PingIDUsers.unknown(request.user)
        }
        try TrustBook.settle(member.user.id, application: request.application, realm: context.realm, at: context.now, in: transaction)
        var begun = Begun(
            authentication: PingIDAuthentication(
                id: random.uuid(), realm: context.realm, application: request.application, user: member.user.id, stored: .forbidden,
                flow: .done, subject: context.payload?.installation, levels: [], isValidated: context.isValidated,
                payload: context.payload?.id,
                context: request.context, address: request.address, browser: request.browser, created: context.now,
                expires: context.now.addingTimeInterval(PingIDAuthentication.choosing)))
        if let payload = context.payload {
            begun.refusal = try admit(payload, member, context, in: transaction)
            if begun.refusal == nil { try signOn(payload, member, context, &begun, transaction) }
            begun.report = try report(
                on: payload.installation, application: request.application, rules: context.rules, knowsSeed: payload.counter != nil,
                context.realm, at: context.now, in: transaction)
        } else if member.maySignOn(at: context.now) {
            try signOn(member, context, &begun, transaction)
        }
        try begun.authentication.insert(in: transaction)
        if let code = begun.code { try begun.authentication.keep(code.code, in: transaction) }
        try tell(begun.authentication, at: context.now, in: transaction)
        return begun
    }

    /// Introduces the installation of a payload; a refusal that the app is to hear is given, and leaves no installation behind.
    private func admit(
        _ payload: DevicePayload, _ member: PingIDUsers.Member, _ context: Beginning, in transaction: any WriteTransaction
    ) throws -> DeviceError? {
        guard payload.application == context.request.application else { return Self.otherApplication }
        guard payload.capability != .pushOnly || payload.push != nil else {
            return DeviceError(.pushAddressMissing, "the app supports pushes only, and gave no address for them")
        }
        let installation = try introduce(payload, context.realm, at: context.now, in: transaction)
        guard member.maySignOn(at: context.now) else { return DeviceError(.userSuspended, "the user is suspended") }
        do throws(DeviceError) { try installation.checkRoot(context.rules) } catch { return error }
        return nil
    }

    // MARK: - By an app

    private func signOn(
        _ payload: DevicePayload, _ member: PingIDUsers.Member, _ context: Beginning, _ begun: inout Begun,
        _ transaction: any WriteTransaction
    ) throws {
        let (application, now) = (context.request.application, context.now)
        if let selection = payload.selection, let session = payload.session {
            try choose(
                SessionSelection(session: session, selection: selection), by: payload.installation, application, context.rules,
                context.realm,
                at: now, in: transaction)
        }
        let record = try TrustRecord.see(
            payload.installation, user: member.user.id, application: application, realm: context.realm, id: random.uuid(), at: now,
            in: transaction)
        switch record.level(at: now) {
        case .ignored:
            begun.authentication.stored = .ignored
        case .primary, .trusted:
            guard try TrustBook.device(of: record, at: now, in: transaction) != nil else {
                try refuse(record, context, &begun, transaction)
                return
            }
            (begun.authentication.stored, begun.authentication.flow) = (.approved, .deviceIsTrusted)
            begun.authentication.device = record.device
        case nil:
            try confirm(payload.installation, member, context, &begun, transaction)
        }
    }

    private func refuse(_ record: TrustRecord, _ context: Beginning, _ begun: inout Begun, _ transaction: any WriteTransaction) throws {
        let device = try record.device.flatMap { try Devices.device($0, realm: context.realm, at: context.now, in: transaction) }
        let isLocked = device?.isLocked(at: context.now) ?? false
        begun.authentication.stored = isLocked ? .locked : .forbidden
        begun.refusal = DeviceError(.policy, isLocked ? "too many passcodes were wrong; the device rests" : "the device is blocked")
    }

    /// Has a device that isn't trusted yet confirmed: by the user alone where it is the first, by a trusted device otherwise.
    private func confirm(
        _ installation: String, _ member: PingIDUsers.Member, _ context: Beginning, _ begun: inout Begun,
        _ transaction: any WriteTransaction
    ) throws {
        let trusted = try TrustBook.trusted(
            of: member.user.id, application: context.request.application, realm: context.realm, at: context.now, in: transaction)
        guard trusted.count < context.rules.mostDevices else {
            begun.refusal = DeviceError(.policy, "the user has \(trusted.count) trusted devices, which is the most; remove one first")
            return
        }
        let messaged = try Self.messagedDevices(
            of: member.user.id, application: context.request.application, realm: context.realm, at: context.now, in: transaction)
        if trusted.isEmpty && messaged.isEmpty || context.isValidated {
            (begun.authentication.stored, begun.authentication.flow) = (.selectDevice, .trustLevels)
            begun.authentication.levels = trusted.isEmpty ? [.primary, .ignored] : [.primary, .trusted, .ignored]
            begun.authentication.chooser = installation
            return
        }
        try ask(trusted, messaged, context, &begun, transaction)
        if begun.authentication.stored == .passcode {
            begun.authentication.flow = .oneTimePasscode
            begun.authentication.levels = trusted.isEmpty ? [.primary, .ignored] : [.trusted, .ignored]
            begun.authentication.chooser = installation
        } else if begun.authentication.stored == .inProgress {
            begun.authentication.levels = [.trusted, .primary, .ignored]
        }
    }

    // MARK: - In a browser

    private func signOn(
        _ member: PingIDUsers.Member, _ context: Beginning, _ begun: inout Begun, _ transaction: any WriteTransaction
    ) throws {
        let trusted = try TrustBook.trusted(
            of: member.user.id, application: context.request.application, realm: context.realm, at: context.now, in: transaction)
        let messaged = try Self.messagedDevices(
            of: member.user.id, application: context.request.application, realm: context.realm, at: context.now, in: transaction)
        guard !trusted.isEmpty || !messaged.isEmpty else {
            throw DomainError(.invalid, "the user has no trusted device; pair one first")
        }
        if context.rules.choosesDevice, context.request.device == nil, trusted.count + messaged.count > 1 {
            begun.choices = try trusted.compactMap { try TrustBook.device(of: $0, at: context.now, in: transaction) } + messaged
            begun.authentication.stored = .selectDevice
            return
        }
        try ask(trusted, messaged, context, &begun, transaction)
    }

    /// Asks the device that is named, or the first that can be reached; a passcode is awaited where none can, of a device whose app has
    /// passcodes (``/PingIDMessages/MFACapability/pushOnly`` has none). A bypassed device is asked nothing about a sign-on in a browser.
    private func ask(
        _ trusted: [TrustRecord], _ messaged: [UserDevice], _ context: Beginning, _ begun: inout Begun, _ transaction: any WriteTransaction
    ) throws {
        var (records, addresses) = (trusted, messaged)
        if let named = context.request.device {
            (records, addresses) = (trusted.filter { $0.device == named }, messaged.filter { $0.id == named })
            guard !records.isEmpty || !addresses.isEmpty else {
                throw DomainError(.invalid, "the user has no trusted device \(named.text)")
            }
        }
        let usable = try records.compactMap { record in
            try TrustBook.device(of: record, at: context.now, in: transaction).map { (record, $0) }
        }
        for (record, device) in usable {
            if try spare(device, context, &begun, transaction) { return }
            guard let installation = try reachable(record, context.rules, at: context.now, in: transaction) else { continue }
            let (nonce, expires) = (random.token(16), context.now.addingTimeInterval(TimeInterval(context.rules.pushSeconds)))
            begun.pushes.append(
                try push(
                    .authentication, session: begun.authentication.id.text, nonce: nonce, expires: expires, device: device.id,
                    to: installation, application: record.application, by: context.maker, at: context.now, in: transaction))
            begun.authentication.stored = .inProgress
            begun.authentication.chooser = record.installation
            (begun.authentication.device, begun.authentication.nonce, begun.authentication.expires) = (device.id, nonce, expires)
            return
        }
        guard let (_, device) = try usable.first(where: { try !Self.isPushOnly($0.0.installation, context.realm, in: transaction) }) else {
            if let address = addresses.first(where: { $0.isUsable(at: context.now) && context.policy.messaged($0.kind) != nil }) {
                if try spare(address, context, &begun, transaction) { return }
                begun.authentication.stored = .passcode
                begun.authentication.device = address.id
                begun.code = try pendingCode(for: address, begun.authentication, context.policy, context.request, at: context.now)
                return
            }
            let unusable = try records.compactMap { record in
                try record.device.flatMap { try Devices.device($0, realm: context.realm, at: context.now, in: transaction) }
            }
            let isLocked = (unusable + addresses).contains { $0.isLocked(at: context.now) }
            begun.authentication.stored = isLocked ? .locked : .forbidden
            return
        }
        begun.authentication.stored = .passcode
        begun.authentication.device = device.id
    }

    /// Approves a sign-on in a browser by a device that is bypassed; false where that isn't so. No device becomes trusted that way.
    private func spare(
        _ device: UserDevice, _ context: Beginning, _ begun: inout Begun, _ transaction: any ReadTransaction
    ) throws -> Bool {
        guard begun.authentication.subject == nil,
            try DeviceBypass.end(of: device.id, realm: context.realm, at: context.now, in: transaction) != nil
        else { return false }
        (begun.authentication.stored, begun.authentication.device) = (.approved, device.id)
        return true
    }

    /// Whether an app said that it has no passcodes.
    static func isPushOnly(_ installation: String, _ realm: UUID, in transaction: any ReadTransaction) throws -> Bool {
        try PingIDInstallation.find(installation, realm: realm, in: transaction)?.capability == .pushOnly
    }

    /// The installation of a record, if a push to it may be sent now; nil for one that is reached by no push.
    private func reachable(
        _ record: TrustRecord, _ rules: PingIDRules, at now: Date, in transaction: any WriteTransaction
    ) throws -> Installation? {
        guard let installation = try Installations.installation(record.installation, realm: record.realm, in: transaction),
            installation.reachableAt != nil,
            try Throttle.allow(
                "PingID push", from: .installation(installation.id), realm: record.realm, limit: Self.mostPushes, at: now, in: transaction)
        else { return nil }
        return installation
    }

    func tell(_ authentication: PingIDAuthentication, at now: Date, in transaction: any WriteTransaction) throws {
        try audit.append(
            .pingIDAuthenticated,
            ["authentication": .string(authentication.id.text), "status": .string(authentication.stored.rawValue)], at: now,
            realm: authentication.realm, user: authentication.user, client: authentication.application, in: transaction)
    }
}

extension PingID {
    /// An authentication of a user in an application; nil for one that is unknown, or that ended its half hour.
    package func authentication(
        _ id: UUID, of reference: UserReference, application: String, in realm: Realm
    ) async throws -> (authentication: PingIDAuthentication, status: AuthenticationStatus)? {
        let now = time.now
        return try await database.read { transaction in
            guard let found = try Self.find(id, of: reference, application, realm.id, now, transaction) else { return nil }
            return (found, found.status(at: now))
        }
    }

    /// The trust in the device that an authentication approved; nil where none is trusted by it.
    package func approvedLevel(of authentication: PingIDAuthentication) async throws -> TrustLevel? {
        guard authentication.stored == .approved, let subject = authentication.subject else { return nil }
        let now = time.now
        return try await database.lookUp { transaction in
            try TrustRecord.find(
                subject, user: authentication.user, application: authentication.application, realm: authentication.realm, in: transaction)?
                .level(at: now)
        }
    }

    static func find(
        _ id: UUID, of reference: UserReference, _ application: String, _ realm: UUID, _ now: Date, _ transaction: any ReadTransaction
    ) throws -> PingIDAuthentication? {
        guard let found = try PingIDAuthentication.find(id, realm: realm, at: now, in: transaction), found.application == application,
            try Users.user(reference, realm: realm, in: transaction)?.id == found.user
        else { return nil }
        return try found.followed(in: transaction)
    }

    /// Takes an authentication back: the device that was asked is told so. One that is over stays as it is.
    /// - Throws: `unknownResource`.
    package func cancel(
        _ id: UUID, of reference: UserReference, application: String, in realm: Realm, issuer: DeviceIssuer
    ) async throws -> PingIDAuthentication {
        let (now, maker) = (time.now, try await pushMaker(for: application, in: realm, issuer: issuer))
        let (result, taken) = try await database.write { [self] transaction -> (PingIDAuthentication, PendingPush?) in
            guard let former = try Self.find(id, of: reference, application, realm.id, now, transaction) else {
                throw DomainError(.unknownResource, "no authentication \(id.text) that can still be read")
            }
            guard former.isOpen(at: now) else { return (former, nil) }
            var current = former
            current.stored = .rejected
            guard try current.update(from: former, at: now, in: transaction) else { throw Self.meanwhile }
            try tell(current, at: now, in: transaction)
            _ = try Challenges.cancel(id.text, realm: realm.id, at: now, in: transaction)
            guard let nonce = former.nonce, let chooser = former.chooser,
                let installation = try Installations.installation(chooser, realm: realm.id, in: transaction)
            else { return (current, nil) }
            let taken = try push(
                .cancel, session: id.text, nonce: nonce, expires: now, device: former.device, to: installation, application: application,
                by: maker, at: now, in: transaction)
            return (current, taken)
        }
        send(taken.map { [$0] } ?? [])
        return result
    }

    static var meanwhile: DeviceError { DeviceError(.alreadyDecided, "it was decided meanwhile") }
}
