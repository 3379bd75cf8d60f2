package import DeviceMessages
package import Foundation
package import Primitives
import Store
import DevicePolicies
import DeviceRegistry
package import Directory

extension DeviceAuthentications {
    /// The order that starts an authentication.
    package struct Order: Sendable {
        /// The id of the user.
        package var user: UUID
        /// nil for the realm's default.
        package var policy: UUID?
        /// The device to use; nil for what the policy says.
        package var selected: UUID?
        /// The payload that an app made of itself; then `application` must be that app.
        package var mobilePayload: String?
        /// The id of the application in which the user signs in; nil for none.
        package var application: String?
        /// A mobile payload that came with the authorization request; it has its own application.
        package var submittedPayload: SubmittedPayload? {
            didSet { application = submittedPayload?.application ?? application }
        }
        /// A passcode that came along.
        package var passcode: Secret?
        /// The context of the authentication: what it is about.
        package var context = DeviceAuthentication.Context()

        package init(user: UUID) { self.user = user }
    }

    /// Starts an authentication, and asks the device that is to be used.
    ///
    /// - Throws: ``SecondFactorError``.
    package func start(_ order: Order, in realm: Realm, issuer: DeviceIssuer) async throws -> DeviceAuthenticationStanding {
        if let context = order.context.clientContext, context.utf8.count > ChallengeDocument.longestContext {
            throw SecondFactorError(.invalid, "clientContext has at most \(ChallengeDocument.longestContext) bytes")
        }
        try await messages.check(order.context.notification, in: realm)
        let payload = try order.mobilePayload.map { try MobilePayloads.verified($0, of: order.application, issuer, at: time.now) }
        let occasion = try await occasion(order.context.requester.address ?? "local", in: realm, issuer: issuer)
        let id = random.uuid()
        let (started, effects) = try await database.write { [self] transaction in
            var effects = Effects()
            let now = occasion.now
            let step = StepContext(
                occasion,
                try occasion.rules.subject(order.user, policy: order.policy, at: order.context.browser, now: now, in: transaction))
            var context = order.context
            context.payload = try Self.shown(payload, order, for: id, step, transaction)
            try Self.spend(context.passkeyChallenge, in: realm, at: now, transaction)
            var authentication = DeviceAuthentication(
                id, of: order.user, policy: step.subject.policy.id, application: order.application, context: context, at: now,
                until: now.addingTimeInterval(Self.lifetime), in: realm.id)
            let isAuthorized = try context.payload.map { try authorize($0, order, &authentication, step, &effects, transaction) } ?? false
            let candidates = isAuthorized ? nil : try choose(order, &authentication, step, &effects, transaction)
            // One whose user has to choose first.
            if authentication.written == nil { try write(&authentication, in: transaction) }
            return (try Self.standing(of: authentication, step.subject, candidates, transaction), effects)
        }
        return try await finish(started, effects, order.passcode, in: realm, issuer: issuer)
    }
}

extension DeviceAuthentications {
    /// The facts that a step is given before its transaction.
    struct Occasion: Sendable {
        let rules: MFARules
        let signer: DeviceMessenger.Signer
        /// The network address that asks.
        let address: String
        let now: Date
    }

    /// The values that one step works with, in its transaction.
    struct StepContext: Sendable {
        let subject: MFASubject
        let signer: DeviceMessenger.Signer
        /// The network address that asks.
        let address: String
        let now: Date

        init(_ occasion: Occasion, _ subject: MFASubject) {
            self.subject = subject
            signer = occasion.signer
            address = occasion.address
            now = occasion.now
        }

        /// The values for an authentication that continues.
        init(_ occasion: Occasion, _ authentication: DeviceAuthentication, in transaction: any ReadTransaction) throws {
            self.init(occasion, try occasion.rules.subject(of: authentication, in: transaction))
        }
    }

    /// The messages that are to be sent once a step is committed.
    struct Effects: Sendable {
        var pushes: [DeviceMessenger.Pending] = []
        var code: CodeMessage?
        /// A code that is returned instead of being sent.
        var testCode: Secret?
    }

    func occasion(_ address: String, in realm: Realm, issuer: DeviceIssuer) async throws -> Occasion {
        Occasion(rules: try await rules(in: realm), signer: try await messages.signer(issuer, realm), address: address, now: time.now)
    }

    func rules(in realm: Realm) async throws -> MFARules { try await ruleBook.rules(in: realm) }

    /// Takes the device that was asked for, or the one that the policy says; of several the user may have to choose.
    ///
    /// - Returns: the devices that were looked at; nil for an address that is used once.
    private func choose(
        _ order: Order, _ authentication: inout DeviceAuthentication, _ step: StepContext, _ effects: inout Effects,
        _ transaction: any WriteTransaction
    ) throws -> [DeviceCandidate]? {
        if let oneTime = authentication.context.oneTime {
            let target = CodeTarget(contact: oneTime.contact, kind: oneTime.kind, isTest: oneTime.isTest)
            try sendCode(to: target, &authentication, step, &effects, transaction)
            return nil
        }
        let candidates = try DeviceCandidate.all(of: step.subject, at: step.now, in: transaction)
        let usable = candidates.filter { $0.means != nil }
        if let selected = order.selected {
            guard let candidate = usable.first(where: { $0.device.id == selected }) else { throw Self.unusable(selected) }
            try ask(candidate, &authentication, step, &effects, transaction)
        } else if let first = usable.first {
            switch step.subject.deviceSelection {
            case .defaultToFirst: try ask(first, &authentication, step, &effects, transaction)
            case .promptToSelect where usable.count == 1: try ask(first, &authentication, step, &effects, transaction)
            case .promptToSelect, .alwaysDisplay: break
            }
        } else {
            authentication.fail(.noUsableDevices(candidates.filter { $0.device.status == .active }.map(\.device.id)))
            try write(&authentication, in: transaction)
        }
        return candidates
    }

    static func unusable(_ id: UUID) -> SecondFactorError {
        SecondFactorError(.unusableDevice, "the device \(id.text) isn't one of the user's that can be used now")
    }

    /// Sends what is to be sent, and looks at a passcode that came along.
    func finish(
        _ standing: DeviceAuthenticationStanding, _ effects: Effects, _ passcode: Secret? = nil, in realm: Realm, issuer: DeviceIssuer
    ) async throws -> DeviceAuthenticationStanding {
        let authentication = standing.authentication
        messages.send(effects.pushes, in: realm)
        if let code = effects.code { try await messages.send(code) }
        var standing = standing
        standing.testCode = effects.testCode
        guard let passcode, !authentication.status.isFinal else { return standing }
        return try await check(
            passcode, of: authentication.id, from: authentication.context.requester.address ?? "local", in: realm, issuer: issuer)
    }
}
