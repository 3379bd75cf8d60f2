import AsyncHTTPClient
import DeviceFoundation
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Primitives

extension TransportError {
    /// Makes the error that an error of the client or of NIO means to our callers.
    init(_ error: any Error, from url: URL) {
        let host = url.host() ?? "?"
        let (code, what) = Self.classify(error)
        self.init(code, "\(host): \(what)", underlying: error)
    }

    private static func classify(_ error: any Error) -> (Code, String) {
        switch error {
        case is Deadline.Passed: (.timedOut, "no complete answer in time")
        case is CancellationError: (.cancelled, "the request was cancelled")
        case is NIOTooManyBytesError: (.responseTooLarge, "the answer is longer than allowed")
        case is PinSet.Mismatch: (.pinMismatch, "the server's public key is not a pinned one")
        case NIOSSLError.handshakeFailed(let reason) where "\(reason)".contains("CERTIFICATE_VERIFY_FAILED"):
            (.untrusted, "none of the trusted authorities has signed the server's certificate, or its time is over")
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError:
            (.untrusted, "the server's certificate is not trusted, or TLS failed (\(error))")
        case is NIOConnectionError, is SocketAddressError: (.cannotConnect, "cannot connect (\(error))")
        case let error as HTTPClientError: classify(error)
        default: (.interrupted, "the connection broke (\(error))")
        }
    }

    private static func classify(_ error: HTTPClientError) -> (Code, String) {
        switch error {
        case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout: (.cannotConnect, "cannot connect in time")
        case .deadlineExceeded, .readTimeout, .writeTimeout: (.timedOut, "no complete answer in time")
        case .cancelled: (.cancelled, "the request was cancelled")
        case .invalidURL, .emptyHost, .emptyScheme: (.invalidAddress, "not an http or https URL")
        default: (.interrupted, "the connection broke (\(error))")
        }
    }
}
