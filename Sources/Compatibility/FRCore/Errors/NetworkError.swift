package import DeviceFoundation
public import Foundation
import Primitives

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The failure of a request.
public enum NetworkError: FRError {
    /// The answer's body is no JSON.
    case invalidResponseDataType
    /// The request's URL is none.
    case invalidRequest(String)
    /// The network failed, the request took too long, or the server is not to be trusted: the error beneath says which.
    case apiRequestFailure(Data?, URLResponse?, (any Error)?)

    package init(_ error: TransportError) {
        self = error.code == .invalidAddress ? .invalidRequest(error.reason) : .apiRequestFailure(nil, nil, error)
    }
}

extension NetworkError {
    /// The domain of these errors as `NSError`s, `com.forgerock.ios.frcore.network`.
    public static var errorDomain: String { "com.forgerock.ios.frcore.network" }

    /// The documented number of the error, its code as an `NSError`.
    public var code: Int {
        switch self {
        case .invalidResponseDataType: 5_000_003
        case .invalidRequest: 5_000_005
        case .apiRequestFailure: 5_000_010
        }
    }

    public var errorDescription: String? {
        switch self {
        case .invalidResponseDataType: "The server's answer can't be read"
        case .invalidRequest(let reason): "The request can't be sent: \(reason)"
        case .apiRequestFailure(_, _, let error as TransportError): "No answer came from the server: \(error.reason)"
        case .apiRequestFailure(_, _, let error): "No answer came from the server\(error.map { ": \($0.localizedDescription)" } ?? "")"
        }
    }

    /// The user info of the error as an `NSError`, with the description.
    public var errorUserInfo: [String: Any] {
        var info: [String: Any] = [NSLocalizedDescriptionKey: errorDescription ?? ""]
        if case .apiRequestFailure(_, _, let error?) = self { info[NSUnderlyingErrorKey] = error }
        return info
    }
}
