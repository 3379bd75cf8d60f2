import Hummingbird
import JourneyMessages
import Logging
import NIOCore
import OAuthMessages
import Primitives
import ResourceMessages
import Store
import Foundations

/// An error that says itself how it is told on the wire. Modules above this one declare it of theirs.
package protocol WireConvertible: Error {
    var wire: WireError { get }
}

/// The translation of errors to the wire: those of the domain by their class, those of messages by their type. Any other error is
/// an internal error without details (500).
package enum ErrorTranslation {
    /// The error as clients receive it; nil for one that is an internal error.
    package static func wireError(for error: any Error) -> WireError? {
        switch error {
        case let error as WireError: error
        case let error as any WireConvertible: error.wire
        case let error as QueryFilterError: WireError(.badRequest, error.description)
        case let error as ShapeError: WireError(error.code == .taken ? .conflict : .badRequest, error.description)
        case let error as PatchError: WireError(.badRequest, error.reason)
        case let error as JSONError: WireError(error.code == .tooLong ? .contentTooLarge : .badRequest, error.reason)
        case let error as JourneyMessageError: WireError(.badRequest, error.reason)
        case let error as OAuthError: WireError(.badRequest, error.explanation)
        case let error as any PublicError: WireError(error)
        case let error as DatabaseError where error.isPassing: .overloaded
        // Only a caller's own text has one: what this server makes has none.
        case let error as DatabaseError where error.code == .invalidText: WireError(.badRequest, "a text has a NUL character in it")
        case is NIOTooManyBytesError: WireError(.contentTooLarge, "the body is too long")
        case let error as any HTTPResponseError: WireError(error.status, message(of: error.status))
        default: nil
        }
    }

    fileprivate static let nothingThere = "there is nothing at this path"

    private static func message(of status: HTTPResponse.Status) -> String {
        status == .notFound ? nothingThere : status.reasonPhrase
    }
}

extension WireError {
    /// The form of an error of the domain, by its class; nil for one of which callers are told nothing.
    init?(_ error: any PublicError) {
        switch error.kind {
        case .unknown: self.init(.notFound, error.reason)
        case .taken, .conflict: self.init(.conflict, error.reason)
        case .invalid, .refused: self.init(.badRequest, error.reason)
        case .notPermitted: self.init(.forbidden, error.reason)
        case .ended: self.init(.gone, error.reason)
        case .limited: self = .throttled
        case .busy: self = .overloaded
        case .unexpected: return nil
        }
    }

    /// More work waits than can be done in good time.
    package static let overloaded = WireError(.serviceUnavailable, "the server is busy; try again in a moment", headers: [.retryAfter: "1"])
    /// No route leads there.
    package static let nothingThere = WireError(.notFound, ErrorTranslation.nothingThere)
    /// Too many attempts came from one address.
    package static let throttled = WireError(.tooManyRequests, "too many attempts; try again in a minute", headers: [.retryAfter: "60"])
    /// An error of the server's own, without details (500).
    package static let `internal` = WireError(.internalServerError, "Internal Server Error")
}
