import Primitives

/// Receives the results of verifications. The methods may block: they run on a thread of their own.
public protocol NotificationHandler {
    /// A result, which may be a state on the way.
    func handleResult(_ verificationResult: VerificationResult)
    /// The failure to get a result.
    func handleError(_ error: IdvError)
}
