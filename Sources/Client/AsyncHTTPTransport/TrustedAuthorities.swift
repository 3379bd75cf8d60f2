import DeviceFoundation
import NIOSSL
import Primitives

/// The authorities that may have signed a server's certificate.
public struct TrustedAuthorities: Sendable {
    private enum Source: Sendable {
        case system
        case pem([UInt8])
    }

    private let source: Source

    /// Those that the system trusts.
    public static let system = TrustedAuthorities(source: .system)

    /// Only these: one or more certificates in PEM, for a private authority.
    public static func only(pem: some Collection<UInt8>) -> TrustedAuthorities {
        TrustedAuthorities(source: .pem(Array(ByteOrderMark.skipped(in: pem))))
    }

    /// TLS 1.2 and later with full verification against these authorities.
    func tlsConfiguration() throws(TransportError) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        guard case .pem(let bytes) = source else { return configuration }
        do {
            configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(bytes))
        } catch {
            throw TransportError(.untrusted, "the trusted authorities are not certificates in PEM", underlying: error)
        }
        return configuration
    }
}
