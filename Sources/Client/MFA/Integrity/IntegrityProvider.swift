public import DeviceMessages

/// Gets evidence of the system's maker that app and device are genuine.
public protocol IntegrityProvider: Sendable {
    /// Evidence for a request.
    ///
    /// - Parameters:
    ///   - request: the 32 bytes that the maker is asked with.
    ///   - nonce: the server's nonce, which goes into the evidence.
    func evidence(for request: [UInt8], nonce: String) async throws -> IntegrityEvidence

    /// The server didn't take the last evidence: what is kept of former ones is good for nothing.
    func renew() async
}
