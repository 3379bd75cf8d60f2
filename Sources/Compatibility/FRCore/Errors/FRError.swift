public import Foundation
import Primitives

/// An error of the SDK. Each kind has a domain and each case a number in it, which apps compare, and a text, which apps show: both are
/// there for `NSError`, too.
public protocol FRError: LocalizedError, CustomNSError {
    /// The number of the case, as documented.
    var code: Int { get }
}

extension FRError {
    public var errorCode: Int { code }
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: errorDescription ?? String(describing: self)] }
}
