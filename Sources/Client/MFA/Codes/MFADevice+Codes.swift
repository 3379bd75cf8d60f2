import DeviceFoundation
public import DeviceMessages
import Primitives

/// A sign-in by an authentication code that this device has claimed.
public struct CodeRequest: Sendable {
    /// The code's state, the users who may sign in, and the question.
    public let claim: AuthenticationCodeClaim
    /// The server and realm.
    public let issuer: DeviceIssuer

    let code: String
    let device: MFADevice

    /// Approves as a user, one of the claim's.
    /// - Returns: where the code stands then, `.completed` or `.expired`.
    public func approve(user: String) async throws(MFAError) -> AuthenticationCodeClaim.Status {
        try await device.decide(self, .approve, user: user)
    }

    /// Denies; as whom may be left out.
    /// - Returns: where the code stands then, `.denied` or `.expired`.
    public func deny(user: String? = nil) async throws(MFAError) -> AuthenticationCodeClaim.Status {
        try await device.decide(self, .deny, user: user)
    }
}

extension MFADevice {
    /// Claims an authentication code: bare, as it is typed, or the URI in a QR code.
    ///
    /// - Throws: ``MFAError`` `.authenticationCode` when it is none; `.notPaired`.
    public func authenticate(code text: String, at issuer: DeviceIssuer? = nil) async throws(MFAError) -> CodeRequest {
        let code = try translating(message: try AuthenticationCodeText(text))
        if let prefix = code.prefix, let own = configuration.codePrefix, prefix != own.trimmingSlash {
            throw MFAError(.authenticationCode, "the authentication code is for another app")
        }
        let installation = try await settled(try await paired(at: issuer))
        let response = try await channel.call(
            .post, "/authentication-codes/\(code.code)/claim", at: installation.issuer, as: channel.signer(installation))
        let json = try DeviceChannel.json(response)
        let claim = try translating(message: try AuthenticationCodeClaim(json: json))
        journal.note(.info, "an authentication code was claimed: \(claim.status.rawValue)")
        return CodeRequest(claim: claim, issuer: installation.issuer, code: code.code, device: self)
    }

    func decide(
        _ request: CodeRequest, _ verdict: ChallengeDecision.Verdict, user: String?
    ) async throws(MFAError) -> AuthenticationCodeClaim.Status {
        guard let nonce = request.claim.nonce else { return request.claim.status }
        guard let known = try await book.installation(at: request.issuer) else { throw Self.notPaired }
        let installation = try await settled(known)
        let isWanted = verdict == .approve && request.claim.integrity != nil
        return try await withEvidence(for: installation, isWanted: isWanted) { evidence throws(MFAError) in
            let decision = AuthenticationCodeDecision(verdict, user: user, nonce: nonce, integrity: evidence)
            let json = try await channel.call(
                .post, "/authentication-codes/\(request.code)/decision", at: request.issuer, as: channel.signer(installation),
                json: decision.json)
            return try translating(message: try AuthenticationCodeClaim(json: json)).status
        }
    }
}

extension String {
    fileprivate var trimmingSlash: Substring { hasSuffix("/") ? dropLast() : self[...] }
}
