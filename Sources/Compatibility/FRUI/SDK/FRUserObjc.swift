#if canImport(UIKit)
public import FRAuth
public import UIKit

/// The journeys of `FRUser` with screens, for Objective-C.
#if canImport(ObjectiveC)
@objc
#endif
@MainActor
public final class FRUserObjc: NSObject {
    /// Runs the journey of `forgerock_auth_service_name`, as `FRUser` does.
    ///
    /// - Parameter completion: receives the user, or an error.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public static func authenticateWithRootViewController(
        _ rootViewController: UIViewController, completion: @escaping NodeUICompletion<FRUser>
    ) { FRUser.authenticateWithUI(rootViewController, completion: completion) }

    /// Runs the journey of `forgerock_registration_service_name`, as `FRUser` does.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public static func registerWithRootViewController(
        _ rootViewController: UIViewController, completion: @escaping NodeUICompletion<FRUser>
    ) { FRUser.registerWithUI(rootViewController, completion: completion) }
}
#endif
