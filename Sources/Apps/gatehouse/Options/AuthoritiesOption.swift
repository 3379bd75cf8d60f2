import ArgumentParser
import AsyncHTTPTransport
import DeviceFoundation
import Foundation

/// The authorities that a command trusts when it asks a server.
struct AuthoritiesOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("Certificates, as PEM, of the only authorities to trust, in place of the system's.", valueName: "file"),
        completion: .file())
    var authorities: String?

    /// - Throws: ``CommandFailure`` when the file can't be read, ``TransportError`` when it holds no certificates.
    func transport() throws -> AsyncHTTPTransport {
        guard let authorities else { return try AsyncHTTPTransport() }
        return try AsyncHTTPTransport(trust: .only(pem: Data(try InputFile.bytes(authorities))))
    }
}
