/// Proves to the server that the app is genuine, for a ``FRAppIntegrityCallback``. An app may bring its own.
public protocol FRAppAttestation: Sendable {
    /// Makes the proof for a challenge of the server's.
    /// - Parameters:
    ///   - challenge: the text of the challenge.
    ///   - payload: a text that is signed with it; nil for none.
    /// - Throws: ``FRDeviceCheckAPIFailure``, or an error of its own.
    func requestIntegrityToken(challenge: String, payload: String?) async throws -> FRAppIntegrityKeys
}
