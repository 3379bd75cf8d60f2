public import Foundation
import Primitives
import Wallet

/// Every failure of this SDK: thrown by calls, and given to a ``MessageHandler`` for what isn't believed.
public final class DIDException: Error, Sendable, CustomStringConvertible {
    private let message: String
    private let cause: (any Error)?

    init(_ message: String, cause: (any Error)? = nil) {
        self.message = message
        self.cause = cause
    }

    /// The failure in one sentence, without a claim's content.
    public func getMessage() -> String { message }
    /// The same: there are no translations.
    public func getLocalizedMessage() -> String { message }
    /// The error beneath this one, by whose code reasons are told apart: a `WalletError`; nil where there is none.
    public func getCause() -> (any Error)? { cause }

    /// The message.
    public var description: String { message }
}

extension DIDException: LocalizedError {
    /// The message.
    public var errorDescription: String? { message }
}

/// The exception's name where the SDK calls back.
public typealias DIDError = DIDException
/// The exception's other spelling.
public typealias DidException = DIDException

extension DIDException {
    /// Says any error as this SDK's.
    static func of(_ error: any Error) -> DIDException {
        if let error = error as? DIDException { return error }
        return DIDException((error as? WalletError)?.reason ?? "\(error)", cause: error)
    }
}
