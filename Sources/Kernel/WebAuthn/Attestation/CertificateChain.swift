import Crypto
import CryptoExtras
import Foundation
import Primitives
import SwiftASN1
@_spi(FixedExpiryValidationTime) import X509

/// Certificates that an attestation brought along, the authenticator's first.
struct CertificateChain: Sendable {
    private static let longest = 8
    private static let largest = 8192

    let der: [[UInt8]]
    private let leaf: Certificate
    private let intermediates: [Certificate]

    /// Reads one to eight certificates of up to 8 KiB. Throws ``WebAuthnError/Code/invalidAttestation``.
    init(der: [[UInt8]]) throws(WebAuthnError) {
        guard (1...Self.longest).contains(der.count), der.allSatisfy({ $0.count <= Self.largest }) else {
            throw AttestationEvidence.invalid("x5c holds no certificate, or too many, or too large ones")
        }
        do {
            let certificates = try der.map { try Certificate(derEncoded: $0) }
            leaf = certificates[0]
            intermediates = Array(certificates.dropFirst())
        } catch { throw AttestationEvidence.invalid("x5c holds something else than certificates", underlying: error) }
        self.der = der
    }

    /// Whether the first certificate is one of the anchors, or leads to one by the others (L3 §7.1 step 24; RFC 5280 §6).
    func leads(to anchors: [[UInt8]], at now: Date) async -> Bool { await path(to: anchors, at: now) != nil }

    /// The way from the first certificate to an anchor; nil when there is none.
    func path(to anchors: [[UInt8]], at now: Date) async -> CertificationPath? {
        if let first = der.first, anchors.contains(first) {
            return leaf.notValidBefore <= now && now <= leaf.notValidAfter ? CertificationPath(certificates: [leaf]) : nil
        }
        let roots = anchors.compactMap { try? Certificate(derEncoded: $0) }
        guard !roots.isEmpty else { return nil }
        var verifier = Verifier(rootCertificates: CertificateStore(roots)) {
            RFC5280Policy(fixedExpiryValidationTime: now)
            AttestationExtensions()
        }
        let result = await verifier.validate(leaf: leaf, intermediates: CertificateStore(intermediates))
        guard case .validCertificate(let path) = result else { return nil }
        return CertificationPath(certificates: Array(path))
    }

    /// The first certificate's key, for an algorithm that it serves.
    func leafKey(_ algorithm: COSEAlgorithm) throws(WebAuthnError) -> COSEKey {
        guard let key = try? COSEKey(algorithm, leaf.publicKey.material(for: algorithm)) else {
            throw AttestationEvidence.invalid("the certificate's key does not serve the algorithm \(algorithm.rawValue)")
        }
        return key
    }

    /// The name of the first certificate's key in metadata of U2F authenticators: the SHA-1 of the key (RFC 5280 §4.2.1.2, method 1), in
    /// hexadecimal. Nil for keys that such authenticators don't have.
    var leafKeyIdentifier: String? {
        P256.Signing.PublicKey(leaf.publicKey).map { key in
            Insecure.SHA1.hash(data: key.x963Representation).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }

    /// The value of an extension of the first certificate.
    func extensionValue(_ identifier: ASN1ObjectIdentifier) -> ArraySlice<UInt8>? { leaf.extensions[oid: identifier]?.value }
}

/// Certificates from an authenticator's to a trusted one, each signed by the next.
struct CertificationPath {
    let certificates: [Certificate]

    /// Refuses a path with a certificate that is revoked, or whose authority has no current list. The trusted certificate is not looked up.
    func check(_ lists: [RevocationList], at now: Date) throws(WebAuthnError) {
        for (certificate, authority) in zip(certificates, certificates.dropFirst()) {
            let lists = lists.filter { $0.isOf(authority, at: now) }
            guard !lists.isEmpty else {
                throw WebAuthnError(.unknownRevocation, "no current revocation list of \(authority.subject) is at hand")
            }
            guard !lists.contains(where: { $0.revokes(certificate) }) else {
                throw WebAuthnError(.revokedCertificate, "the certificate \(certificate.subject) of the authenticator is revoked")
            }
        }
    }
}

// MARK: - What formats require of the first certificate

extension CertificateChain {
    private static let modelExtension: ASN1ObjectIdentifier = [1, 3, 6, 1, 4, 1, 45724, 1, 1, 4]
    private static let tpmKeyPurpose: ASN1ObjectIdentifier = [2, 23, 133, 8, 3]
    /// The TPM's manufacturer, model and version (TPM 2.0 EK credential profile §3.2.9).
    private static let tpmAttributes: [ASN1ObjectIdentifier] = [[2, 23, 133, 2, 1], [2, 23, 133, 2, 2], [2, 23, 133, 2, 3]]

    /// L3 §8.2.1.
    func requirePackedLeaf() throws(WebAuthnError) {
        let attributes = leaf.subject.flatMap { Array($0) }
        func has(_ type: ASN1ObjectIdentifier) -> Bool { attributes.contains { $0.type == type && !String(describing: $0.value).isEmpty } }
        let unit = attributes.first { $0.type == .RDNAttributeType.organizationalUnitName }.map { String(describing: $0.value) }
        guard leaf.version == .v3, has(.RDNAttributeType.countryName), has(.RDNAttributeType.organizationName),
            has(.RDNAttributeType.commonName), unit == "Authenticator Attestation"
        else { throw AttestationEvidence.invalid("the certificate is not named as one of an authenticator") }
        try requireNoAuthority()
    }

    /// L3 §8.3.1.
    func requireTPMLeaf() throws(WebAuthnError) {
        guard leaf.version == .v3, leaf.subject.isEmpty else { throw AttestationEvidence.invalid("a TPM's certificate has no subject") }
        let named = (try? leaf.extensions.subjectAlternativeNames).map { names in
            names?.contains { name in
                guard case .directoryName(let directory) = name else { return false }
                let types = directory.flatMap { $0.map(\.type) }
                return Self.tpmAttributes.allSatisfy(types.contains)
            } ?? false
        }
        guard named == true else { throw AttestationEvidence.invalid("the certificate doesn't name the TPM") }
        let purposes = try? leaf.extensions.extendedKeyUsage
        guard purposes?.contains(.init(oid: Self.tpmKeyPurpose)) == true else {
            throw AttestationEvidence.invalid("the certificate is not for a TPM's attestation key")
        }
        try requireNoAuthority()
    }

    /// The certificate names the authenticator's model rightly, if it names one (`id-fido-gen-ce-aaguid`).
    func requireModel(_ aaguid: [UInt8]) throws(WebAuthnError) {
        guard let named = leaf.extensions[oid: Self.modelExtension] else { return }
        guard !named.critical, let value = try? ASN1OctetString(derEncoded: Array(named.value)), Array(value.bytes) == aaguid else {
            throw AttestationEvidence.invalid("the certificate is for another model")
        }
    }

    func isForHost(_ host: String) -> Bool {
        let names = (try? leaf.extensions.subjectAlternativeNames) ?? nil
        return names?.contains(.dnsName(host)) ?? false
    }

    private func requireNoAuthority() throws(WebAuthnError) {
        let constraints = (try? leaf.extensions.basicConstraints) ?? nil
        guard case .notCertificateAuthority = constraints else {
            throw AttestationEvidence.invalid("the certificate is an authority's, or doesn't say that it is none")
        }
    }
}

/// The extensions that attestation certificates may mark critical: they are looked at above.
private struct AttestationExtensions: VerifierPolicy {
    let verifyingCriticalExtensions: [ASN1ObjectIdentifier] = [
        .X509ExtensionID.subjectAlternativeName, .X509ExtensionID.extendedKeyUsage,
    ]

    func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) -> PolicyEvaluationResult { .meetsPolicy }
}

extension Certificate.PublicKey {
    /// The numbers of the key, when it serves an algorithm.
    fileprivate func material(for algorithm: COSEAlgorithm) throws -> COSEKey.Material {
        switch algorithm {
        case .es256: try Self.ec(P256.Signing.PublicKey(self)?.x963Representation)
        case .es384: try Self.ec(P384.Signing.PublicKey(self)?.x963Representation)
        case .es512: try Self.ec(P521.Signing.PublicKey(self)?.x963Representation)
        case .edDSA: try Curve25519.Signing.PublicKey(self).map { .okp(x: Array($0.rawRepresentation)) }.orThrow()
        default:
            try _RSA.Signing.PublicKey(self).map { key in
                let numbers = try key.getKeyPrimitives()
                return .rsa(n: Array(numbers.modulus), e: Array(numbers.publicExponent))
            }.orThrow()
        }
    }

    private static func ec(_ point: Data?) throws -> COSEKey.Material {
        let point = try point.map(Array.init).orThrow()
        let length = point.count / 2
        return .ec(x: Array(point[1...length]), y: Array(point[(length + 1)...]))
    }
}

extension Optional {
    fileprivate func orThrow() throws -> Wrapped {
        guard let self else { throw WebAuthnError(.unsupportedKey, "the key does not serve the algorithm") }
        return self
    }
}
