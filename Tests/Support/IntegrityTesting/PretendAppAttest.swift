import CBOR
package import Crypto
package import Foundation
import SwiftASN1
import X509

/// App Attest as Apple's service and a Secure Enclave make it, with certificates of its own.
package struct PretendAppAttest: Sendable {
    private let rootKey = Certificate.PrivateKey(P384.Signing.PrivateKey())
    private let authorityKey = Certificate.PrivateKey(P384.Signing.PrivateKey())
    private let root, authority: Certificate
    private let now: Date

    /// - Parameter now: around when its certificates are valid.
    package init(at now: Date) throws {
        self.now = now
        let name = try DistinguishedName { CommonName("Pretend App Attestation Root CA") }
        root = try Self.certificate(
            rootKey.publicKey, name, by: rootKey, name, at: now,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
            })
        authority = try Self.certificate(
            authorityKey.publicKey, DistinguishedName { CommonName("Pretend App Attestation CA 1") }, by: rootKey, name, at: now,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
            })
    }

    /// What a server must trust.
    package var rootPEM: String { get throws { try root.serializeAsPEM().pemString } }

    /// What an attestation says; a test may change any of it.
    package struct Claims: Sendable {
        package var format = "apple-appattest"
        package var appID: String
        package var flags: UInt8 = 0x40
        package var counter: UInt32 = 0
        package var authenticator = Array("appattest".utf8) + [UInt8](repeating: 0, count: 7)
        package var credential: [UInt8]
        package var point: [UInt8]
        package var clientDataHash: [UInt8]
        /// The key that the certificate is of.
        package var certified: P256.Signing.PublicKey
        /// What stands in the certificate instead of the nonce's extension.
        package var nonceExtension: [UInt8]?
        package var hasNonce = true
        /// By how many seconds the certificate's time is shifted.
        package var shift: TimeInterval = 0
        package var hasAuthority = true
        package var extra: [UInt8] = []
    }

    /// The hash by which an app names a key.
    package static func id(of key: P256.Signing.PrivateKey) -> [UInt8] { Array(SHA256.hash(data: key.publicKey.x963Representation)) }

    /// An attestation object.
    package func attest(
        _ key: P256.Signing.PrivateKey, appID: String, clientDataHash: [UInt8], adjust: (inout Claims) -> Void = { _ in }
    ) throws -> [UInt8] {
        var claims = Claims(
            appID: appID, credential: Self.id(of: key), point: Array(key.publicKey.rawRepresentation), clientDataHash: clientDataHash,
            certified: key.publicKey)
        adjust(&claims)
        let cose: CBORValue = [1: 2, 3: -7, -1: 1, -2: .bytes(Array(claims.point.prefix(32))), -3: .bytes(Array(claims.point.suffix(32)))]
        var data = Array(SHA256.hash(data: Array(claims.appID.utf8))) + [claims.flags] + Self.bytes(claims.counter)
        data += claims.authenticator + [UInt8(claims.credential.count >> 8), UInt8(claims.credential.count & 255)] + claims.credential
        data += cose.encoded + claims.extra
        let nonce = Array(SHA256.hash(data: data + claims.clientDataHash))
        var chain: [CBORValue] = [.bytes(try leaf(claims, nonce))]
        if claims.hasAuthority { chain.append(.bytes(try Self.der(authority))) }
        let object: CBORValue = [
            "fmt": .text(claims.format), "attStmt": ["x5c": .array(chain), "receipt": .bytes([1, 2, 3])], "authData": .bytes(data),
        ]
        return object.encoded
    }

    private func leaf(_ claims: Claims, _ nonce: [UInt8]) throws -> [UInt8] {
        var extensions = try Certificate.Extensions {
            Critical(BasicConstraints.notCertificateAuthority)
            Critical(KeyUsage(digitalSignature: true))
        }
        if claims.hasNonce {
            let value = claims.nonceExtension ?? [0x30, 0x24, 0xA1, 0x22, 0x04, 0x20] + nonce
            try extensions.append(Certificate.Extension(oid: [1, 2, 840, 113_635, 100, 8, 2], critical: false, value: value[...]))
        }
        return try Self.der(
            Self.certificate(
                Certificate.PublicKey(claims.certified), DistinguishedName { CommonName("key") }, by: authorityKey, authority.subject,
                at: now.addingTimeInterval(claims.shift), extensions: extensions))
    }

    /// A request signed with a key.
    package static func assert(
        _ key: P256.Signing.PrivateKey, appID: String, clientDataHash: [UInt8], counter: UInt32
    ) throws -> [UInt8] {
        // The flag for a credential is set, as Apple's devices have it, though none follows.
        let data = Array(SHA256.hash(data: Array(appID.utf8))) + [0x40] + bytes(counter)
        let nonce = Array(SHA256.hash(data: data + clientDataHash))
        let signature = try key.signature(for: nonce)
        let assertion: CBORValue = [
            "signature": .bytes(Array(signature.derRepresentation)), "authenticatorData": .bytes(data),
        ]
        return assertion.encoded
    }

    private static func bytes(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

    private static func certificate(
        _ key: Certificate.PublicKey, _ subject: DistinguishedName, by issuer: Certificate.PrivateKey, _ name: DistinguishedName,
        at now: Date, extensions: Certificate.Extensions
    ) throws -> Certificate {
        try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key, notValidBefore: now - 86_400,
            notValidAfter: now + 259_200,
            issuer: name, subject: subject, signatureAlgorithm: .ecdsaWithSHA384, extensions: extensions, issuerPrivateKey: issuer)
    }

    private static func der(_ certificate: Certificate) throws -> [UInt8] {
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return serializer.serializedBytes
    }
}
