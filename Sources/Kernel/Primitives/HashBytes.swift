public import Crypto
public import Foundation

extension Digest {
    /// The digest's bytes.
    @inlinable public var bytes: [UInt8] { withUnsafeBytes { Array($0) } }
}

extension MessageAuthenticationCode {
    /// The code's bytes.
    @inlinable public var bytes: [UInt8] { withUnsafeBytes { Array($0) } }
}
