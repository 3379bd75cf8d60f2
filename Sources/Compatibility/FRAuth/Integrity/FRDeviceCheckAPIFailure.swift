import DeviceFoundation
import Primitives

/// The failure to prove that the app is genuine.
public enum FRDeviceCheckAPIFailure: String, Error, Sendable {
    /// The system doesn't say what went wrong.
    case unknownSystemFailure
    /// The system has no App Attest.
    case featureUnsupported
    /// App Attest refuses a parameter.
    case invalidInput
    /// The key is unknown to App Attest, or can't be used for this.
    case invalidKey
    /// Apple's service can't be reached.
    case serverUnavailable
    /// The server's challenge is empty.
    case invalidChallenge
    /// The app has no bundle identifier.
    case invalidBundleIdentifier
    /// The client data can't be encoded.
    case invalidClientData
    /// The failure is another error.
    case unknownError
    /// The key that is kept can't be read.
    case keyChainError

    init(_ error: AppAttestError) {
        self =
            switch error.code {
            case .system: .unknownSystemFailure
            case .unsupported: .featureUnsupported
            case .input: .invalidInput
            case .key: .invalidKey
            case .unavailable: .serverUnavailable
            }
    }

    /// The error as the server is told it.
    var clientError: FRAppIntegrityClientError { self == .featureUnsupported ? .unSupported : .clientDeviceErrors }
}

/// The errors that a server is told, each an outcome of its node.
public enum FRAppIntegrityClientError: String, Sendable {
    /// The device has no App Attest.
    case unSupported = "Unsupported"
    /// The proof could not be made.
    case clientDeviceErrors = "ClientDeviceErrors"
}
