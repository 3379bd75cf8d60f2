import DeviceFoundation
import DeviceMessages
import Primitives

extension MFADevice {
    func approve(
        _ request: MFARequest, number: Int?, methods: [VerificationMethod]?, integrity: IntegrityEvidence?
    ) async throws(MFAError) {
        guard request.number == nil || number != nil else {
            throw MFAError(.policy, "the number that is shown where the user signs in must be given")
        }
        var methods = methods
        if methods == nil, let verification = configuration.verification {
            let reason = "Approve the sign-in of \(request.user.username)"
            do { methods = [try await verification.verify(reason, by: .biometricsOrPasscode)] } catch {
                throw MFAError(.userVerification, error.reason, underlying: error)
            }
        }
        var decision = ChallengeDecision(
            .approve, nonce: request.nonce, pairing: request.document.pairing, shown: request.shown,
            methods: (methods ?? []).map(\.rawValue), number: request.number == nil ? nil : number, integrity: integrity)
        guard integrity == nil, let installation = try await book.installation(at: request.issuer) else {
            return try await decide(request, decision)
        }
        try await withEvidence(for: installation, isWanted: request.document.integrity != nil) { evidence throws(MFAError) in
            decision.integrity = evidence
            try await decide(request, decision)
        }
    }

    /// Sends a decision. Unless it could not be delivered, the request is done with.
    func decide(_ request: MFARequest, _ decision: ChallengeDecision) async throws(MFAError) {
        guard let known = try await book.installation(at: request.issuer) else { throw Self.notPaired }
        let installation = try await settled(known)
        do {
            _ = try await channel.call(
                .post, "/challenges/\(request.id)/decision", at: request.issuer, as: channel.signer(installation), json: decision.json)
        } catch {
            if error.code == .notPaired { try await lost(request.document.pairing, at: request.issuer) }
            if !error.isTemporary { try await remove(request.id, at: request.issuer) }
            throw error
        }
        try await remove(request.id, at: request.issuer)
        journal.note(.info, "a request was decided: \(decision.verdict.rawValue)")
    }

    private func remove(_ challenge: String, at issuer: DeviceIssuer) async throws(MFAError) {
        try await changeInbox(issuer) { $0.remove(challenge) }
    }

    /// The server doesn't know a pairing any more.
    private func lost(_ pairing: String, at issuer: DeviceIssuer) async throws(MFAError) {
        try await book.update(issuer) { $0.pairings.removeAll { $0.id == pairing } }
        wakeListeners()
    }

    @discardableResult
    func changeInbox<Value: Sendable>(
        _ issuer: DeviceIssuer, _ edit: @Sendable (inout Inbox) -> Value
    ) async throws(MFAError) -> Value {
        try await records.update(.inbox, issuer.description) { record in
            var inbox = Inbox(json: record)
            let value = edit(&inbox)
            record = inbox.json
            return value
        }
    }

    nonisolated func inbox(_ issuer: DeviceIssuer) async throws(MFAError) -> Inbox {
        Inbox(json: try await records.record(.inbox, issuer.description))
    }
}
