internal import Foundation
internal import NIOCore
internal import NIOSSL
import Primitives

/// The certificate and key that the server shows.
enum TLS {
    /// A certificate chain and its private key.
    struct Identity: Sendable {
        let chain: [NIOSSLCertificate]
        let key: NIOSSLPrivateKey

        /// Reads the files.
        /// - Throws: `ServerError.badFile`, naming the file.
        init(_ files: ServerConfiguration.TLSFiles) throws(ServerError) {
            chain = try TLS.read(files.certificate, "a PEM certificate") { try NIOSSLCertificate.fromPEMBytes($0) }
            guard !chain.isEmpty else { throw ServerError(.badFile, "\(files.certificate) holds no PEM certificate") }
            key = try TLS.read(files.key, "a PEM private key") { try NIOSSLPrivateKey(bytes: $0, format: .pem) }
            // Building a context is what finds a key that doesn't belong to the certificate.
            do { _ = try NIOSSLContext(configuration: configuration) } catch {
                throw ServerError(.badFile, "the key in \(files.key) does not belong to the certificate in \(files.certificate)")
            }
        }

        fileprivate var configuration: TLSConfiguration {
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
            configuration.minimumTLSVersion = .tlsv12
            return configuration
        }
    }

    /// The configuration of a server that shows a certificate, which may be replaced while it runs.
    static func configuration(showing shown: ShownCertificate) -> TLSConfiguration {
        var configuration = shown.identity.configuration
        configuration.sslContextCallback = { _, promise in
            let identity = shown.identity
            var override = NIOSSLContextConfigurationOverride()
            override.certificateChain = identity.chain.map { .certificate($0) }
            override.privateKey = .privateKey(identity.key)
            promise.succeed(override)
        }
        return configuration
    }

    private static func read<Value>(
        _ path: String, _ content: String, _ parse: ([UInt8]) throws -> Value
    ) throws(ServerError) -> Value {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ServerError(.badFile, "\(path) can't be read; it should hold \(content)")
        }
        do { return try parse(Array(ByteOrderMark.skipped(in: data))) } catch {
            throw ServerError(.badFile, "\(path) does not hold \(content)")
        }
    }
}
