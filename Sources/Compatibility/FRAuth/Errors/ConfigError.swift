import Primitives

/// What is wrong with the configuration, or with calling the SDK before it is started.
public enum ConfigError: Error, Equatable, CustomStringConvertible {
    /// There are no options, and no property list.
    case emptyConfiguration
    /// A property is missing or makes no sense.
    case invalidConfiguration(String)
    /// `FRAuth.start()` was not called.
    case invalidSDKState

    public var description: String {
        switch self {
        case .emptyConfiguration: "there is no \(Plist.name).plist in the bundle; give FRAuth.start options, or add it"
        case .invalidConfiguration(let reason): reason
        case .invalidSDKState: "the SDK is not started; call FRAuth.start() first"
        }
    }
}
