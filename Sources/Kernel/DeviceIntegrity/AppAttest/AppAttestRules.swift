import Crypto
internal import Primitives
internal import SwiftASN1
internal import X509

/// The demands on evidence of Apple's App Attest: which app it is, and who vouches for it.
public struct AppAttestRules: Sendable {
    /// The environment in which an app runs.
    public enum Environment: String, Sendable, CaseIterable {
        /// Apps from the App Store and other final distributions, `PRODUCTION`.
        case production = "PRODUCTION"
        /// Built and run by its developers.
        case development = "DEVELOPMENT"

        /// The `aaguid` of a key that was attested there.
        var authenticator: [UInt8] {
            switch self {
            case .production: Array("appattest".utf8) + [UInt8](repeating: 0, count: 7)
            case .development: Array("appattestdevelop".utf8)
            }
        }
    }

    /// The team's id and the bundle id, `0352187391.com.example.app`.
    public let appID: String
    /// The environments in which the app may run.
    public let environments: Set<Environment>
    let roots: [Certificate]

    /// - Parameter roots: certificates in PEM that are trusted; Apple's by default.
    /// - Throws: `.malformed` for a text without a certificate.
    public init(appID: String, environments: Set<Environment> = [.production], roots: String? = nil) throws(IntegrityError) {
        self.appID = appID
        self.environments = environments
        do { self.roots = try PEMCertificates.read(roots ?? Self.appleRoot) } catch {
            throw IntegrityError(.malformed, "the trusted root is no certificate in PEM", underlying: error)
        }
        guard !self.roots.isEmpty else { throw IntegrityError(.malformed, "there is no trusted root") }
    }

    /// The hash that is in authenticator data (WebAuthn L3 §6.1: `rpIdHash`).
    var appHash: [UInt8] { SHA256.hash(data: Array(appID.utf8)).bytes }

    /// "Apple App Attestation Root CA", from Apple's page of certificate authorities; its own signature is checked by a test.
    static let appleRoot = """
        -----BEGIN CERTIFICATE-----
        MIICITCCAaegAwIBAgIQC/O+DvHN0uD7jG5yH2IXmDAKBggqhkjOPQQDAzBSMSYw
        JAYDVQQDDB1BcHBsZSBBcHAgQXR0ZXN0YXRpb24gUm9vdCBDQTETMBEGA1UECgwK
        QXBwbGUgSW5jLjETMBEGA1UECAwKQ2FsaWZvcm5pYTAeFw0yMDAzMTgxODMyNTNa
        Fw00NTAzMTUwMDAwMDBaMFIxJjAkBgNVBAMMHUFwcGxlIEFwcCBBdHRlc3RhdGlv
        biBSb290IENBMRMwEQYDVQQKDApBcHBsZSBJbmMuMRMwEQYDVQQIDApDYWxpZm9y
        bmlhMHYwEAYHKoZIzj0CAQYFK4EEACIDYgAERTHhmLW07ATaFQIEVwTtT4dyctdh
        NbJhFs/Ii2FdCgAHGbpphY3+d8qjuDngIN3WVhQUBHAoMeQ/cLiP1sOUtgjqK9au
        Yen1mMEvRq9Sk3Jm5X8U62H+xTD3FE9TgS41o0IwQDAPBgNVHRMBAf8EBTADAQH/
        MB0GA1UdDgQWBBSskRBTM72+aEH/pwyp5frq5eWKoTAOBgNVHQ8BAf8EBAMCAQYw
        CgYIKoZIzj0EAwMDaAAwZQIwQgFGnByvsiVbpTKwSga0kP0e8EeDS4+sQmTvb7vn
        53O5+FRXgeLhpJ06ysC5PrOyAjEAp5U4xDgEgllF7En3VcE3iexZZtKeYnpqtijV
        oyFraWVIyd/dganmrduC1bmTBGwD
        -----END CERTIFICATE-----
        """
}

/// Certificates in a text.
enum PEMCertificates {
    private static let most = 16
    private static let longest = 64 << 10

    static func read(_ text: String) throws -> [Certificate] {
        guard text.utf8.count <= longest else { throw IntegrityError(.malformed, "more than \(longest) bytes of certificates") }
        let documents = try PEMDocument.parseMultiple(pemString: text).filter { $0.discriminator == "CERTIFICATE" }
        guard documents.count <= most else { throw IntegrityError(.malformed, "more than \(most) certificates") }
        return try documents.map { try Certificate(pemDocument: $0) }
    }
}
