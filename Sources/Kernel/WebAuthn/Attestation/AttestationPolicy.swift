import Foundation
import Primitives

/// The policy of a relying party on attestation (L3 §7.1 steps 21 to 24).
public struct AttestationPolicy: Sendable {
    /// Whether an authenticator that says nothing of itself will do.
    public var acceptsNone: Bool
    /// Whether an authenticator that vouches for itself will do.
    public var acceptsSelf: Bool
    /// Whether a statement that no trusted certificate vouches for is taken for no more than a self attestation (the note to step 24).
    public var acceptsUntrusted: Bool
    /// The certificates that are trusted, in DER.
    public var anchors: TrustAnchors
    /// Whether Android keys must be in a trusted environment (L3 §8.4).
    public var requiresTrustedEnvironment: Bool
    /// Whether U2F authenticators must have the AAGUID zero, as FIDO's conformance rules say.
    public var requiresZeroU2FModel: Bool
    /// The metadata about models, by ``MetadataEntry/names``. A model that must not be relied upon any more is refused; for others the
    /// certificates count that metadata names, where it names any, in the place of the ``anchors``.
    public var models: [String: MetadataEntry] = [:]
    /// The level of certification that metadata must tell of a model; nil for none.
    public var leastLevel: CertificationLevel?
    /// The lists that must cover each certificate that leads to a trusted one; nil where revocation isn't looked at.
    public var revocations: [RevocationList]?

    /// A policy; by default, only what a trusted certificate vouches for.
    public init(
        acceptsNone: Bool = false, acceptsSelf: Bool = false, acceptsUntrusted: Bool = false, anchors: TrustAnchors = TrustAnchors(),
        requiresTrustedEnvironment: Bool = false, requiresZeroU2FModel: Bool = false
    ) {
        self.acceptsNone = acceptsNone
        self.acceptsSelf = acceptsSelf
        self.acceptsUntrusted = acceptsUntrusted
        self.anchors = anchors
        self.requiresTrustedEnvironment = requiresTrustedEnvironment
        self.requiresZeroU2FModel = requiresZeroU2FModel
    }

    /// The policy of relying parties that don't ask: whatever comes must hold, and need not be vouched for.
    public static let unasked = AttestationPolicy(acceptsNone: true, acceptsSelf: true, acceptsUntrusted: true)

    func assess(_ evidence: AttestationEvidence, at now: Date) async throws(WebAuthnError) -> AttestationResult {
        guard let format = AttestationFormat(exactly: evidence.format) else {
            throw WebAuthnError(.unsupportedAttestation, "the attestation format \(evidence.format.prefix(32)) is not known")
        }
        let path = try format.verify(evidence, under: self)
        try requireVoucher(path)
        let model = try judgedModel(evidence, path)
        guard case .certified(let chain) = path else {
            let kind: AttestationResult.Kind = if case .selfSigned = path { .selfSigned } else { .none }
            return AttestationResult(format: format, kind: kind, isTrusted: false, chain: [])
        }
        // For a model that metadata knows, only what it names vouches: others could name any model.
        let roots = model?.roots ?? []
        let anchors = roots.isEmpty && leastLevel == nil ? anchors.of(format, model: evidence.credential.model) : roots
        let certificates = await chain.path(to: anchors, at: now)
        guard certificates != nil || acceptsUntrusted else {
            throw WebAuthnError(.untrustedAttestation, "no trusted certificate vouches for the authenticator")
        }
        if let revocations { try certificates?.check(revocations, at: now) }
        return AttestationResult(format: format, kind: .certified, isTrusted: certificates != nil, chain: chain.der)
    }

    private func requireVoucher(_ path: AttestationPath) throws(WebAuthnError) {
        switch path {
        case .none where !acceptsNone: throw WebAuthnError(.attestationRequired, "the authenticator must say what it is")
        case .selfSigned where !acceptsSelf:
            throw WebAuthnError(.attestationRequired, "a trusted certificate must vouch for the authenticator")
        case .none, .selfSigned, .certified: return
        }
    }

    /// Returns the metadata about the model, if it may be used by that.
    private func judgedModel(_ evidence: AttestationEvidence, _ path: AttestationPath) throws(WebAuthnError) -> MetadataEntry? {
        let chain: CertificateChain? = if case .certified(let chain) = path { chain } else { nil }
        let model = evidence.credential.names(certifiedBy: chain).lazy.compactMap { models[$0] }.first
        if let status = model?.warning {
            throw WebAuthnError(.compromisedModel, "the authenticator's model must not be relied upon: \(status)")
        }
        if let leastLevel {
            guard let level = model?.certificationLevel, level >= leastLevel else {
                let found = model?.certificationLevel?.rawValue ?? "no level"
                throw WebAuthnError(.uncertifiedModel, "the model is certified for \(found), not for \(leastLevel.rawValue)")
            }
        }
        return model
    }
}

/// The certificates that vouch for authenticators: for all, for a format, or for a model.
public struct TrustAnchors: Sendable {
    /// The certificates in DER.
    public var all: [[UInt8]]
    /// The further certificates for statements of one format, in DER.
    public var byFormat: [AttestationFormat: [[UInt8]]]
    /// The certificates by AAGUID, in the form of a UUID in lower case.
    public var byModel: [String: [[UInt8]]]

    /// Trusted certificates; none by default.
    public init(all: [[UInt8]] = [], byFormat: [AttestationFormat: [[UInt8]]] = [:], byModel: [String: [[UInt8]]] = [:]) {
        self.all = all
        self.byFormat = byFormat
        self.byModel = byModel
    }

    func of(_ format: AttestationFormat, model: String) -> [[UInt8]] { all + (byFormat[format] ?? []) + (byModel[model] ?? []) }
}

/// The facts that an attestation has shown.
public struct AttestationResult: Sendable, Equatable {
    /// The party that vouches for the authenticator (L3 §6.5.3).
    public enum Kind: String, Sendable {
        /// No party.
        case none
        /// It does itself.
        case selfSigned = "self"
        /// A certificate does.
        case certified
    }

    /// The format of the statement that was verified.
    public let format: AttestationFormat
    /// The strength of what the statement shows.
    public let kind: Kind
    /// Whether the certificate leads to a trusted one.
    public let isTrusted: Bool
    /// The certificates, in DER, the authenticator's first.
    public let chain: [[UInt8]]
}
