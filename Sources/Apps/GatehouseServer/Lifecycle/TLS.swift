internal import Foundation
internal import NIOSSL
import Primitives

/// The certificate and key that the server shows.
enum TLS {
    /// Reads the files.
    /// - Throws: `ServerError.badFile`, naming the file.
    static func configuration(_ files: ServerConfiguration.TLSFiles) throws(ServerError) -> TLSConfiguration {
        let chain = try read(files.certificate, "a PEM certificate") { try NIOSSLCertificate.fromPEMBytes($0) }
        guard !chain.isEmpty else { throw ServerError(.badFile, "\(files.certificate) holds no PEM certificate") }
        let key = try read(files.key, "a PEM private key") { try NIOSSLPrivateKey(bytes: $0, format: .pem) }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        // Building a context is what finds a key that doesn't belong to the certificate.
        do { _ = try NIOSSLContext(configuration: configuration) } catch {
            throw ServerError(.badFile, "the key in \(files.key) does not belong to the certificate in \(files.certificate)")
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
