public import FRCore
public import Foundation
import Primitives

/// The refusal of a call that sets the SDK up or uses it.
public enum FRAError: FRError, Equatable {
    /// The storage is set before the SDK is started.
    case invalidStateForChangingStorage
    /// The app's store refused.
    case failToSaveIntoStorageClient(String)
    /// Policies are set before the SDK is started.
    case invalidStateForChangingPolicyEvaluator
    /// The evaluator holds a policy that can't be used.
    case invalidPolicyRegisteredWithPolicyEvaluator(String)
    /// The SDK isn't started.
    case invalidStateForUse
}

extension FRAError {
    /// The domain of these errors as `NSError`s, `com.forgerock.ios.frauthenticator.fra`.
    public static var errorDomain: String { "com.forgerock.ios.frauthenticator.fra" }

    /// The documentation has numbers for the first two; the others follow them.
    public var code: Int {
        switch self {
        case .invalidStateForChangingStorage: 8_000_000
        case .failToSaveIntoStorageClient: 8_000_001
        case .invalidStateForChangingPolicyEvaluator: 8_000_002
        case .invalidPolicyRegisteredWithPolicyEvaluator: 8_000_003
        case .invalidStateForUse: 8_000_004
        }
    }

    public var errorDescription: String? {
        switch self {
        case .invalidStateForChangingStorage: "The storage can't be changed once the SDK has started"
        case .failToSaveIntoStorageClient(let reason): "The app's storage refused: \(reason)"
        case .invalidStateForChangingPolicyEvaluator: "Policies can't be changed once the SDK has started"
        case .invalidPolicyRegisteredWithPolicyEvaluator(let reason): "A policy can't be used: \(reason)"
        case .invalidStateForUse: "The SDK isn't started; call FRAClient.start() first"
        }
    }
}
