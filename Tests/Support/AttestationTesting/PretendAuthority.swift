import CBOR
package import Crypto
package import Foundation
import Primitives
import SwiftASN1
package import WebAuthn
import X509

/// A vendor of authenticators with certificates of its own: a root, an authority beneath, and one for each authenticator.
package struct PretendAuthority: Sendable {
    private let rootKey = P256.Signing.PrivateKey()
    private let authorityKey = P256.Signing.PrivateKey()
    private let leafKey = P256.Signing.PrivateKey()
    private let now: Date
    private let rootCertificate, authority, leaf: Certificate

    /// - Parameters:
    ///   - name: whom the certificates name.
    ///   - aaguid: the model that the authenticator's certificate is for; nil for one that names none.
    ///   - now: around when they are valid.
    package init(_ name: String = "Pretend Keys", aaguid: [UInt8]? = nil, at now: Date) throws {
        self.now = now
        let (rootName, authorityName) = (try Self.name(name, "Root"), try Self.name(name, "Authority"))
        rootCertificate = try Self.certificate(
            rootKey.publicKey, rootName, by: rootKey, rootName, at: now,
            Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
            })
        authority = try Self.certificate(
            authorityKey.publicKey, authorityName, by: rootKey, rootName, at: now,
            Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
            })
        let subject = try DistinguishedName {
            CountryName("DE")
            OrganizationName(name)
            OrganizationalUnitName("Authenticator Attestation")
            CommonName("\(name) authenticator")
        }
        var extensions = try Certificate.Extensions { Critical(BasicConstraints.notCertificateAuthority) }
        if let aaguid {
            try extensions.append(
                Certificate.Extension(oid: [1, 3, 6, 1, 4, 1, 45724, 1, 1, 4], critical: false, value: ([4, 16] + aaguid)[...]))
        }
        leaf = try Self.certificate(leafKey.publicKey, subject, by: authorityKey, authorityName, at: now, extensions)
    }

    // MARK: What a relying party is told

    /// The root in DER.
    package var root: [UInt8] { get throws { try Self.der(rootCertificate) } }

    package var rootPEM: String { get throws { try rootCertificate.serializeAsPEM().pemString } }

    /// Who has revoked.
    package enum Issuer: Sendable { case root, authority }

    /// A revocation list in DER.
    ///
    /// - Parameters:
    ///   - revoking: whether it revokes the one certificate that the issuer has issued here.
    ///   - age: how many seconds ago it was made; it holds for an hour.
    ///   - key: whose signature it has; nil for the issuer's.
    ///   - isPartial: whether it says that it is about a part of the issuer's certificates.
    package func revocationList(
        of issuer: Issuer, revoking: Bool = false, age: TimeInterval = 60, signedBy key: P256.Signing.PrivateKey? = nil,
        isPartial: Bool = false
    ) throws -> [UInt8] {
        let (certificate, issued, own) =
            issuer == .root ? (rootCertificate, authority, rootKey) : (authority, leaf, authorityKey)
        let list = try RevocationFields(
            issuer: certificate.subject, updated: now - age, nextUpdate: now - age + 3600, revoked: revoking ? [issued.serialNumber] : [],
            isPartial: isPartial)
        return try list.signed(by: key ?? own)
    }

    // MARK: What an authenticator does

    /// A registration in the place of one that vouches for itself: the same data, vouched for by the certificate.
    package func vouch(for response: RegistrationResponse) throws -> RegistrationResponse {
        var response = response
        let data = try AttestationObject(bytes: response.attestationObject).authenticatorData
        let client = SHA256.hash(data: response.clientDataJSON).bytes
        let statement: CBORValue = [
            "alg": -7, "sig": .bytes(Array(try leafKey.signature(for: data.bytes + client).derRepresentation)),
            "x5c": .array([.bytes(try Self.der(leaf)), .bytes(try Self.der(authority))]),
        ]
        response.attestationObject = AttestationObject(format: "packed", statement: statement, authenticatorData: data).encoded
        return response
    }

    /// The same in the format of U2F authenticators (L3 §8.6), for a credential on P-256 and data without extensions.
    package func vouchAsU2F(for response: RegistrationResponse) throws -> RegistrationResponse {
        var response = response
        let data = try AttestationObject(bytes: response.attestationObject).authenticatorData
        // The data ends with the key's coordinates, each of 32 bytes behind its label and length.
        let (x, y) = (data.bytes.dropLast(35).suffix(32), data.bytes.suffix(32))
        let signed = [0] + data.relyingPartyHash + SHA256.hash(data: response.clientDataJSON).bytes + response.id + [0x04] + x + y
        let statement: CBORValue = [
            "sig": .bytes(Array(try leafKey.signature(for: signed).derRepresentation)), "x5c": .array([.bytes(try Self.der(leaf))]),
        ]
        response.attestationObject = AttestationObject(format: "fido-u2f", statement: statement, authenticatorData: data).encoded
        return response
    }

    // MARK: Certificates

    private static func name(_ name: String, _ role: String) throws -> DistinguishedName {
        try DistinguishedName {
            OrganizationName(name)
            CommonName(role)
        }
    }

    private static func certificate(
        _ key: P256.Signing.PublicKey, _ subject: DistinguishedName, by issuer: P256.Signing.PrivateKey, _ name: DistinguishedName,
        at now: Date, _ extensions: Certificate.Extensions
    ) throws -> Certificate {
        try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key), notValidBefore: now - 86_400,
            notValidAfter: now + 86_400, issuer: name, subject: subject, signatureAlgorithm: .ecdsaWithSHA256, extensions: extensions,
            issuerPrivateKey: .init(issuer))
    }

    private static func der(_ certificate: Certificate) throws -> [UInt8] {
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return serializer.serializedBytes
    }
}

/// A `TBSCertList` (RFC 5280 §5.1.2).
private struct RevocationFields {
    let issuer: DistinguishedName
    let updated, nextUpdate: Date
    let revoked: [Certificate.SerialNumber]
    let isPartial: Bool

    func signed(by key: P256.Signing.PrivateKey) throws -> [UInt8] {
        let signed = try self.bytes
        var serializer = DER.Serializer()
        try serializer.appendConstructedNode(identifier: .sequence) { coder in
            coder.serializeRawBytes(signed)
            try Self.algorithm(&coder)
            try coder.serialize(ASN1BitString(bytes: Array(key.signature(for: signed).derRepresentation)[...]))
        }
        return serializer.serializedBytes
    }

    private var bytes: [UInt8] {
        get throws {
            var serializer = DER.Serializer()
            try serializer.appendConstructedNode(identifier: .sequence) { coder in
                try coder.serialize(1)
                try Self.algorithm(&coder)
                try coder.serialize(issuer)
                try Self.time(updated, &coder)
                try Self.time(nextUpdate, &coder)
                if !revoked.isEmpty { try entries(&coder) }
                if isPartial { try partial(&coder) }
            }
            return serializer.serializedBytes
        }
    }

    private func entries(_ coder: inout DER.Serializer) throws {
        try coder.appendConstructedNode(identifier: .sequence) { coder in
            for serial in revoked {
                try coder.appendConstructedNode(identifier: .sequence) { coder in
                    try coder.serialize(serial.bytes)
                    try Self.time(updated, &coder)
                }
            }
        }
    }

    /// `issuingDistributionPoint`, which is critical.
    private func partial(_ coder: inout DER.Serializer) throws {
        try coder.appendConstructedNode(identifier: ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific)) { coder in
            try coder.appendConstructedNode(identifier: .sequence) { coder in
                try coder.serialize(Certificate.Extension(oid: [2, 5, 29, 28], critical: true, value: [0x30, 3, 0x81, 1, 0xFF]))
            }
        }
    }

    private static func algorithm(_ coder: inout DER.Serializer) throws {
        try coder.appendConstructedNode(identifier: .sequence) { try $0.serialize([1, 2, 840, 10045, 4, 3, 2] as ASN1ObjectIdentifier) }
    }

    private static func time(_ date: Date, _ coder: inout DER.Serializer) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        try coder.serialize(
            GeneralizedTime(
                year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0, hours: parts.hour ?? 0, minutes: parts.minute ?? 0,
                seconds: parts.second ?? 0, fractionalSeconds: 0))
    }
}
