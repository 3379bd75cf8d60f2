import DeviceFoundation
import Primitives

/// Why no answer came.
public enum NetworkError: Error, Equatable {
    /// The request's URL is none.
    case invalidRequest(String)
    /// The server's public key is not one of the pinned ones, or its certificate is not trusted.
    case untrustedServer(String)
    /// The network failed, or the request took too long.
    case requestFailWithError(String)

    init(_ error: TransportError) {
        self =
            switch error.code {
            case .invalidAddress: .invalidRequest(error.reason)
            case .pinMismatch, .untrusted: .untrustedServer(error.reason)
            default: .requestFailWithError(error.reason)
            }
    }
}
