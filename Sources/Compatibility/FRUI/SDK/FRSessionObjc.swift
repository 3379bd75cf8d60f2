#if canImport(UIKit)
public import FRAuth
public import UIKit

/// The journeys of `FRSession` with screens, for Objective-C.
#if canImport(ObjectiveC)
@objc
#endif
@MainActor
public final class FRSessionObjc: NSObject {
    /// Runs a journey by its name, or what a policy's advice wants, as `FRSession` does.
    ///
    /// - Parameters:
    ///   - authIndexType: `service` or `composite_advice`.
    ///   - completion: receives the session, or an error.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public static func authenticate(
        _ authIndexValue: String, _ authIndexType: String, _ rootViewController: UIViewController,
        completion: @escaping NodeUICompletion<Token>
    ) { FRSession.authenticateWithUI(authIndexValue, authIndexType, rootViewController, completion: completion) }
}
#endif
