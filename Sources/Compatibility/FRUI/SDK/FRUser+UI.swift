#if canImport(UIKit)
public import FRAuth
public import UIKit

extension FRUser {
    /// Runs the journey of `forgerock_auth_service_name` with screens above a view controller.
    ///
    /// - Parameter completion: receives the result, an `FRUser`, `AccessToken` or `Token` by its type, or an error.
    @MainActor
    public static func authenticateWithUI<T>(_ rootViewController: UIViewController, completion: @escaping NodeUICompletion<T>) {
        JourneyScreen.show(above: rootViewController, completion) { done in
            login { user, node, error in done(user as? T, node, error) }
        }
    }

    /// Runs the journey of `forgerock_registration_service_name`, as ``authenticateWithUI(_:completion:)``.
    @MainActor
    public static func registerWithUI<T>(_ rootViewController: UIViewController, completion: @escaping NodeUICompletion<T>) {
        JourneyScreen.show(above: rootViewController, completion) { done in
            register { user, node, error in done(user as? T, node, error) }
        }
    }
}
#endif
