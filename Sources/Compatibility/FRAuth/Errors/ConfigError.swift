public import FRCore
public import Foundation
import Primitives

/// A fault of the configuration, or of calling the SDK before it is started.
public enum ConfigError: FRError, Equatable, CustomStringConvertible {
    /// There are no options, and no property list.
    case emptyConfiguration
    /// A property is missing or makes no sense.
    case invalidConfiguration(String)
    /// The app may not use the keychain access group.
    case invalidAccessGroup(String)
    /// `FRAuth.start()` was not called.
    case invalidSDKState

    public var description: String {
        switch self {
        case .emptyConfiguration: "there is no \(Plist.name).plist in the bundle; give FRAuth.start options, or add it"
        case .invalidConfiguration(let reason): reason
        case .invalidAccessGroup(let group): "the app may not use the keychain access group \(group)"
        case .invalidSDKState: "the SDK is not started; call FRAuth.start() first"
        }
    }
}

extension ConfigError {
    /// The domain of these errors as `NSError`s, `com.forgerock.ios.frauth.configuration`.
    public static var errorDomain: String { "com.forgerock.ios.frauth.configuration" }

    /// The documented number of the error, its code as an `NSError`.
    public var code: Int {
        switch self {
        case .emptyConfiguration: 2_000_000
        case .invalidConfiguration: 2_000_001
        case .invalidAccessGroup: 2_000_002
        case .invalidSDKState: 2_000_003
        }
    }

    public var errorDescription: String? { "Invalid configuration: \(description)" }
}
