package import DeviceMessages
import Foundation
package import PingIDMessages
import Primitives
import Store
package import DeviceRegistry
package import Directory
import Foundations

extension PingID {
    /// Takes a device's own call, and answers with how it stands.
    ///
    /// - Parameters:
    ///   - proved: the request that the installation has proved, with its ``/PingIDMessages/Exchange`` as body.
    ///   - address: the network address it came from.
    /// - Throws: ``/DeviceMessages/DeviceError``.
    package func exchange(
        _ call: PingIDCall, _ proved: ProvedRequest<Installations.Sender>, from address: String, in realm: Realm, issuer: DeviceIssuer
    ) async throws -> ExchangeAnswer {
        let exchange = try Exchange(json: try JSONValue(deviceBody: proved.body))
        let context = try await makeContext(exchange, proved, address, realm, issuer)
        var content: JSONValue = [:]
        // Logs are kept by a service that spends the proof itself.
        if call == .logs { content = try await keep(LogLines(json: exchange.content), context) }
        let isProofSpent = call == .logs
        let told = try await database.write { [self] transaction in
            var told = Told()
            if !isProofSpent { try spend(context, in: transaction) }
            let installation = try enter(context, in: transaction)
            try answer(call, context, installation, &told, in: transaction)
            told.report = try report(
                on: context.sender.id, application: exchange.application, rules: context.rules, knowsSeed: exchange.counter != nil,
                realm.id,
                at: context.now, in: transaction)
            return told
        }
        send(told.pushes)
        if let step = told.step { content = try await self.content(of: step, told.report, context) }
        return ExchangeAnswer(try standing(told.report), content: told.content ?? content)
    }

    /// A call, with all that is known before its transaction.
    struct ExchangeContext: Sendable {
        let exchange: Exchange
        let sender: Installations.Sender
        let rules: PingIDRules
        let realm: Realm
        let issuer: DeviceIssuer
        let address: String
        let now: Date
        let maker: PushMaker

        var application: String { exchange.application }
    }

    /// The result of a call's transaction.
    struct Told: Sendable {
        var content: JSONValue?
        var pushes: [PendingPush] = []
        var report = Report()
        /// The authentication whose answer is made for the device itself.
        var step: PingIDAuthentication?
    }

    private func makeContext(
        _ exchange: Exchange, _ proved: ProvedRequest<Installations.Sender>, _ address: String, _ realm: Realm, _ issuer: DeviceIssuer
    ) async throws -> ExchangeContext {
        guard let rules = try await applications.rules(of: exchange.application, in: realm) else {
            throw DeviceError(.application, "there is no application \(exchange.application.prefix(64))")
        }
        guard rules.isEnabled else { throw DeviceError(.applicationDisabled, "the application is switched off") }
        return ExchangeContext(
            exchange: exchange, sender: proved.sender, rules: rules, realm: realm, issuer: issuer, address: address, now: time.now,
            maker: try await pushMaker(for: exchange.application, in: realm, issuer: issuer))
    }

    /// Each call counts once.
    private func spend(_ context: ExchangeContext, in transaction: any WriteTransaction) throws {
        let end = context.now.addingTimeInterval(2 * DeviceProof.tolerance)
        let id = context.sender.id + " " + context.sender.proof
        guard try SpentOnce.spend(id, .pingIDProof, realm: context.realm.id, expires: end, in: transaction) else {
            throw DeviceError(.replayed, "this call was made before")
        }
    }

    /// The number of installations that are new here, in a minute: from one address, in a realm.
    private static let (mostNewFromAddress, mostNewInRealm) = (30, 3000)

    /// Notes that an installation speaks, and takes what comes with each of its calls: the counter, and a new push address.
    private func enter(_ context: ExchangeContext, in transaction: any WriteTransaction) throws -> PingIDInstallation {
        let (id, realm) = (context.sender.id, context.realm.id)
        try Self.requireUnmoved(id, realm, in: transaction)
        let known = try PingIDInstallation.find(id, realm: realm, in: transaction)
        if known == nil {
            let attempt = Throttle.Attempt(
                [
                    ("new PingID installation", .address(context.address), Self.mostNewFromAddress),
                    ("new PingID installations", .everybody, Self.mostNewInRealm),
                ], realm: realm, at: context.now)
            guard try attempt.isAllowed(in: transaction) else { throw DeviceError(.rateLimited, "too many new devices; wait a minute") }
        }
        var installation =
            known ?? PingIDInstallation(realm: realm, installation: id, application: context.application, accessed: context.now)
        guard installation.application == context.application else { throw Self.otherApplication }
        installation.accessed = context.now
        try installation.save(in: transaction)
        if let counter = context.exchange.counter { try Passcodes.raise(id, to: counter, realm: realm, in: transaction) }
        if let push = context.exchange.push,
            var current = try Installations.installation(id, realm: realm, in: transaction, keeping: .changed), current.push != push
        {
            current.push = push
            try Installations.update(&current, in: transaction)
        }
        return installation
    }

    private func answer(
        _ call: PingIDCall, _ context: ExchangeContext, _ installation: PingIDInstallation, _ told: inout Told,
        in transaction: any WriteTransaction
    ) throws {
        let (content, id, realm) = (context.exchange.content, context.sender.id, context.realm.id)
        switch call {
        case .selection:
            try choose(
                SessionSelection(json: content), by: id, context.application, context.rules, realm, at: context.now, in: transaction)
        case .session:
            told.content = try details(SessionQuery(json: content), context, in: transaction).json
        case .acknowledgement:
            try acknowledge(SessionAcknowledgement(json: content), context, in: transaction)
        case .tokenClaim:
            told.content = try claim(TokenClaim(json: content), context, &told.pushes, in: transaction).json
        case .tokenSelection:
            told.content = try chooseForToken(SessionSelection(json: content), context, &told.pushes, in: transaction).json
        case .tokenStatus:
            told.content = try tokenReport(SessionQuery(json: content), context, in: transaction).json
        case .root:
            told.content = try judge(RootReport(json: content), installation, context, in: transaction).json
        case .identityProviderStep:
            told.step = try step(IdentityProviderStep(json: content), context, in: transaction)
        case .push, .logs:
            break
        }
    }
}

extension PingID {
    /// The question to the user of an installation.
    private func details(_ query: SessionQuery, _ context: ExchangeContext, in transaction: any ReadTransaction) throws -> SessionDetails {
        let session = try session(
            query.session, of: context.sender.id, context.application, context.realm.id, at: context.now, in: transaction)
        guard session.isOpen(at: context.now) else { throw DeviceError(.expired, "the session is over") }
        if session.chooser != session.subject { try Self.requireTrustedChooser(of: session, at: context.now, in: transaction) }
        guard let user = try Users.user(session.user, realm: context.realm.id, in: transaction) else {
            throw DeviceError(.expired, "the session's user is gone")
        }
        let subject = try session.subject.flatMap { try Installations.installation($0, realm: context.realm.id, in: transaction) }
        return SessionDetails(
            session: query.session, username: user.username, device: subject?.device,
            timeout: max(0, Int(session.expires.timeIntervalSince(context.now))), trustLevels: session.levels,
            clientContext: session.context)
    }

    /// Takes the device's own answer to a push. Only who got it knows its nonce.
    private func acknowledge(_ message: SessionAcknowledgement, _ context: ExchangeContext, in transaction: any WriteTransaction) throws {
        if try acknowledgeToken(message, context, in: transaction) { return }
        let session = try session(
            message.session, of: context.sender.id, context.application, context.realm.id, at: context.now, in: transaction)
        guard let nonce = session.nonce, constantTimeEqual(Array(nonce.utf8), Array(message.nonce.utf8)) else {
            throw DeviceError(.replayed, "the nonce isn't this session's")
        }
        guard session.isOpen(at: context.now) else { return }
        var acknowledged = session
        acknowledged.isAcknowledged = true
        _ = try acknowledged.update(from: session, at: context.now, in: transaction)
    }

    /// The score from which on a device counts as rooted.
    private static let rootedFrom = 0.5

    private func judge(
        _ report: RootReport, _ installation: PingIDInstallation, _ context: ExchangeContext, in transaction: any WriteTransaction
    ) throws -> RootVerdict {
        var judged = installation
        judged.isRootDetectionActive = report.isActive
        judged.isRooted = report.isActive ? (report.tampering?.score ?? 0) > Self.rootedFrom : nil
        try judged.save(in: transaction)
        let verdict = judged.verdict(context.rules)
        if verdict != .permitted {
            try AuthenticationToken.deny(claimedBy: judged.installation, realm: context.realm.id, at: context.now, in: transaction)
        }
        return verdict
    }

    // MARK: - PingFederate

    private func step(
        _ step: IdentityProviderStep, _ context: ExchangeContext, in transaction: any WriteTransaction
    ) throws -> PingIDAuthentication {
        guard
            let found = try PingIDAuthentication.handOver(
                answering: step.payload, of: context.sender.id, realm: context.realm.id, at: context.now, in: transaction),
            found.application == context.application
        else { throw DeviceError(.payload, "no sign-on had this payload, or its answer was fetched before") }
        return found
    }

    private func content(of step: PingIDAuthentication, _ report: Report, _ context: ExchangeContext) async throws -> JSONValue {
        guard let known = context.sender.known, let payload = step.payload else {
            throw DeviceError(.payload, "no sign-on had this payload")
        }
        let refusal =
            step.stored == .forbidden || step.stored == .locked
            ? DeviceError(.policy, "the sign-on was refused: \(step.stored.rawValue)") : nil
        let sealed = try await answer(
            to: payload, of: known.id, agreement: known.agreement, step, report, refusal: refusal, in: context.realm, issuer: context.issuer
        )
        return IdentityProviderAnswer(serverPayload: sealed).json
    }

    // MARK: - Logs

    private func keep(_ lines: LogLines, _ context: ExchangeContext) async throws -> JSONValue {
        guard let known = context.sender.known else { throw Installations.notPaired }
        let body = GzipMember(Array(lines.text.utf8)).bytes
        return try await logs.keep(body, of: known, proof: context.sender.proof, in: context.realm).json
    }
}
