package import DeviceMessages
package import Foundation
import Primitives
import Store
package import DeviceRegistry
package import Directory
import Foundations
import DevicePolicies

extension DeviceAuthentications {
    /// Uses another device.
    ///
    /// - Parameter compatibility: which passkeys can be used where the user signs in; nil for what was said before.
    /// - Throws: ``SecondFactorError`` `.wrongState`, `.unusableDevice`.
    package func select(
        _ device: UUID, at compatibility: Browser.Compatibility? = nil, in id: UUID, from address: String, in realm: Realm,
        issuer: DeviceIssuer
    ) async throws -> DeviceAuthenticationStanding {
        try await step(id, at: compatibility, from: address, in: realm, issuer: issuer) {
            [self] authentication, step, effects, transaction in
            guard authentication.context.oneTime == nil else {
                throw SecondFactorError(.wrongState, "this authentication has its one address")
            }
            let devices = try Devices.devices(of: authentication.user, realm: realm.id, at: step.now, in: transaction)
            guard let device = devices.first(where: { $0.id == device }) else { throw Self.unusable(device) }
            let candidate = try DeviceCandidate(device, step.subject, at: step.now, in: transaction)
            guard candidate.means != nil else { throw Self.unusable(device.id) }
            try takeBack(&authentication, step, &effects, transaction)
            try ask(candidate, &authentication, step, &effects, transaction)
        }
    }

    /// Takes a push back, so that the user can choose again.
    ///
    /// - Parameter reason: is in the audit log.
    /// - Throws: ``SecondFactorError`` `.wrongState` when none waits.
    package func cancelPush(
        for reason: PushCancellationReason = .other, in id: UUID, from address: String, in realm: Realm, issuer: DeviceIssuer
    ) async throws -> DeviceAuthenticationStanding {
        try await step(id, from: address, in: realm, issuer: issuer) { [self] authentication, step, effects, transaction in
            guard [.pushRequired, .pushTimedOut].contains(authentication.status) else {
                throw SecondFactorError(.wrongState, "there is no push to be taken back")
            }
            try audit.append(
                .challengeCancelled, authentication.cancellation(for: reason), at: step.now, realm: realm.id, user: authentication.user,
                in: transaction)
            try takeBack(&authentication, step, &effects, transaction)
            authentication.wait(for: .selection)
            authentication.selected = nil
            try write(&authentication, in: transaction)
        }
    }

    /// Makes one step of a living authentication that isn't over.
    private func step(
        _ id: UUID, at compatibility: Browser.Compatibility? = nil, from address: String, in realm: Realm, issuer: DeviceIssuer,
        _ body: @escaping @Sendable (inout DeviceAuthentication, StepContext, inout Effects, any WriteTransaction) throws -> Void
    ) async throws -> DeviceAuthenticationStanding {
        let occasion = try await occasion(address, in: realm, issuer: issuer)
        let (changed, effects) = try await database.write { transaction in
            var authentication = try Self.living(id, realm: realm.id, at: occasion.now, in: transaction)
            if let compatibility { authentication.context.browser.compatibility = compatibility }
            let step = try StepContext(occasion, authentication, in: transaction)
            guard !authentication.status.isFinal else { throw SecondFactorError(.wrongState, "the device authentication is over") }
            var effects = Effects()
            try body(&authentication, step, &effects, transaction)
            return (try Self.standing(of: authentication, step.subject, nil, transaction), effects)
        }
        return try await finish(changed, effects, in: realm, issuer: issuer)
    }

    /// Ends what the selected device was asked.
    func takeBack(
        _ authentication: inout DeviceAuthentication, _ step: StepContext, _ effects: inout Effects, _ transaction: any WriteTransaction
    ) throws {
        if authentication.status == .assertionRequired {
            try PasskeyCeremony.spend(authentication.id, realm: authentication.realm, in: transaction)
        }
        guard let challenge = authentication.challenge else { return }
        authentication.challenge = nil
        guard try Challenges.cancel(challenge.id, realm: authentication.realm, at: step.now, in: transaction),
            let installation = try Installations.installation(challenge.installation, realm: authentication.realm, in: transaction),
            installation.reachableAt != nil
        else { return }
        let bundleID = step.subject.mobile[challenge.application]?.bundleID
        effects.pushes.append(
            try messages.push(.cancel, of: challenge, to: installation, bundleID: bundleID, by: step.signer, in: transaction))
    }

    /// Asks a device in the way that it has.
    func ask(
        _ candidate: DeviceCandidate, _ authentication: inout DeviceAuthentication, _ step: StepContext, _ effects: inout Effects,
        _ transaction: any WriteTransaction
    ) throws {
        let device = candidate.device
        authentication.selected = device.id
        switch candidate.means {
        case .push: try push(.authentication, to: device, candidate.installation, &authentication, step, &effects, transaction)
        case .passcode:
            authentication.wait(for: .passcode)
            try write(&authentication, in: transaction)
        case .assertion: try askPasskey(device, &authentication, step, transaction)
        case .code: try sendCode(to: CodeTarget(device), &authentication, step, &effects, transaction)
        case nil: throw Self.unusable(device.id)
        }
    }

    /// Sends a push to a device, unless too many of late were denied or ignored: then it is locked for a while.
    func push(
        _ kind: PushStatement.Kind, to device: UserDevice, _ installation: Installation?, _ authentication: inout DeviceAuthentication,
        _ step: StepContext, _ effects: inout Effects, passesUnanswered: Bool = false, _ transaction: any WriteTransaction
    ) throws {
        guard let rules = step.subject.rules(of: device), let installation else { throw Self.unusable(device.id) }
        if kind == .authentication,
            try !devices.mayPush(to: device, rules.pushes, by: asker(of: authentication), at: step.now, in: transaction)
        {
            authentication.fail(.noUsableDevices([device.id]))
            return try write(&authentication, in: transaction)
        }
        let question = Challenges.Question(
            kind: kind, device: device, user: DeviceUser(step.subject.user),
            matching: kind == .authentication ? step.subject.matching(of: device) : nil,
            integrity: step.subject.mobileRules.integrity(of: device, installation),
            timeout: rules.pushTimeoutSeconds, clientContext: authentication.context.clientContext,
            requester: authentication.context.requester, passesUnanswered: passesUnanswered,
            authentication: authentication.id,
            presentation: kind == .authentication ? try step.signer.contents.push(occasion(of: authentication, step)) : nil,
            asker: asker(of: authentication).key)
        let challenge = try challenges.ask(question, in: transaction)
        authentication.wait(for: .push(challenge))
        try write(&authentication, in: transaction)
        effects.pushes.append(
            try messages.push(
                kind, of: challenge, to: installation, bundleID: step.subject.mobile[challenge.application]?.bundleID, by: step.signer,
                in: transaction))
    }

    /// An address that a code is made for.
    struct CodeTarget: Sendable {
        let contact: String
        let kind: UserDevice.Kind
        var phoneExtension: String?
        let isTest: Bool
    }

    /// Makes a code for an address.
    func sendCode(
        to target: CodeTarget, _ authentication: inout DeviceAuthentication, _ step: StepContext, _ effects: inout Effects,
        _ transaction: any WriteTransaction
    ) throws {
        let policy = step.subject.policy
        guard let rules = policy.messaged(target.kind) else {
            throw SecondFactorError(.invalid, "no code is sent to \(target.kind.rawValue)")
        }
        guard !target.isTest || step.subject.realm.isSandbox else { throw Devices.noTesting }
        let code = MessagedCode(
            digits: rules.length, lifetime: rules.lifetime.seconds, purpose: Self.purpose(authentication.id), sealer: sealer, at: step.now,
            random: random)
        authentication.wait(for: .passcode)
        try write(&authentication, code: code, in: transaction)
        guard !target.isTest else { return effects.testCode = code.code }
        effects.code = CodeMessage(
            occasion: occasion(of: authentication, step, code: code.code), contact: target.contact, kind: target.kind,
            phoneExtension: target.phoneExtension, policy: policy.notificationsPolicy,
            by: asker(of: authentication))
    }

    /// Returns who asks by an authentication: it begins for a user who has shown another factor, or for a customer's server.
    private func asker(of authentication: DeviceAuthentication) -> BudgetAsker {
        BudgetAsker(.user(authentication.user), at: authentication.context.requester.address ?? "local")
    }

    /// Returns what a message of an authentication is about.
    private func occasion(of authentication: DeviceAuthentication, _ step: StepContext, code: Secret? = nil) -> NotificationOccasion {
        NotificationOccasion(
            .strongAuthentication, step.subject.user, in: step.subject.realm, authentication.context.notification,
            application: authentication.context.requester.name, code: code)
    }

    static func purpose(_ id: UUID) -> String { "device authentication \(id.text)" }
}

extension DeviceAuthentications.CodeTarget {
    init(_ device: UserDevice) {
        self.init(
            contact: device.contact ?? "", kind: device.kind, phoneExtension: device.phoneExtension, isTest: device.isTest)
    }
}
