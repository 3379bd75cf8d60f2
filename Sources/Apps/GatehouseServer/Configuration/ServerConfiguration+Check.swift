internal import Foundation

extension ServerConfiguration {
    /// Looks whether a server could start: listens where it may, and finds the files that must be there.
    package func check() throws {
        try checkExposure()
        try checkAddress()
        try checkDatabasePassword()
        if let tls { _ = try TLS.Identity(tls) }
        if case .file(let path) = masterKey, !FileManager.default.fileExists(atPath: path) {
            throw ServerError(.badFile, "\(path), the master key, is not there; make it with: openssl rand -base64 32")
        }
    }
}
