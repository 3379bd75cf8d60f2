public import Foundation
import Primitives

/// An error of the SDK. Each kind has a domain and each case a number in it, which apps compare, and a text, which apps show: both are
/// there for `NSError`, too.
public protocol FRError: LocalizedError, CustomNSError {
    /// The number of the case, as documented.
    var code: Int { get }
}

extension FRError {
    /// The code of the error as an `NSError`.
    public var errorCode: Int { code }
    /// The user info of the error as an `NSError`, with the description.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: errorDescription ?? String(describing: self)] }
}
