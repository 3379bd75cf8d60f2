public import FRCore
public import Foundation
import Primitives

/// The failure to make a mechanism or to change its account.
public enum MechanismError: FRError, Equatable {
    /// The QR code is none of an account.
    case invalidQRCode
    /// The QR code is of an unknown type.
    case invalidType
    /// The QR code lacks something, with the explanation.
    case missingInformation(String)
    /// The QR code holds a value that is not allowed, with the explanation.
    case invalidInformation(String)
    /// The account has one of this type already: the identifier of that mechanism.
    case alreadyExists(String)
    /// The account could not be changed, with the explanation.
    case failedToUpdateInformation(String)
}

extension MechanismError {
    /// The domain of these errors as `NSError`s, `com.forgerock.ios.frauthenticator.mechanism`.
    public static var errorDomain: String { "com.forgerock.ios.frauthenticator.mechanism" }

    /// The documented number of the error, its code as an `NSError`.
    public var code: Int {
        switch self {
        case .invalidQRCode: 6_000_000
        case .invalidType: 6_000_001
        case .missingInformation: 6_000_002
        case .invalidInformation: 6_000_003
        case .alreadyExists: 6_000_004
        case .failedToUpdateInformation: 6_000_005
        }
    }

    public var errorDescription: String? {
        switch self {
        case .invalidQRCode: "The QR code is none of an account"
        case .invalidType: "The QR code is of an unknown type"
        case .missingInformation(let reason): "The QR code lacks something: \(reason)"
        case .invalidInformation(let reason): "The QR code says something that can't be: \(reason)"
        case .alreadyExists(let identifier): "The account is there already: \(identifier)"
        case .failedToUpdateInformation(let reason): "The account could not be changed: \(reason)"
        }
    }
}
