#if canImport(UIKit)
public import FRAuth
public import Foundation
public import UIKit

extension FRSession {
    /// Runs a journey by its name, with screens above a view controller.
    ///
    /// - Parameter completion: receives the result, a `Token`, `AccessToken` or `FRUser` by its type, or an error.
    @MainActor
    public static func authenticateWithUI<T>(
        _ authIndexValue: String, _ rootViewController: UIViewController, completion: @escaping NodeUICompletion<T>
    ) {
        authenticateWithUI(authIndexValue, "service", rootViewController, completion: completion)
    }

    /// Runs a journey by its name, or what a policy's advice wants (`composite_advice`).
    @MainActor
    public static func authenticateWithUI<T>(
        _ authIndexValue: String, _ authIndexType: String, _ rootViewController: UIViewController,
        completion: @escaping NodeUICompletion<T>
    ) {
        JourneyScreen.show(above: rootViewController, completion) { done in
            authenticate(authIndexValue: authIndexValue, authIndexType: authIndexType) { token, node, error in
                done(token as? T, node, error)
            }
        }
    }

    /// Continues with a journey that was suspended, by the link that the user got.
    @MainActor
    public static func authenticateWithUI<T>(
        _ resumeURI: URL, _ rootViewController: UIViewController, completion: @escaping NodeUICompletion<T>
    ) {
        JourneyScreen.show(above: rootViewController, completion) { done in
            authenticate(resumeURI: resumeURI) { token, node, error in done(token as? T, node, error) }
        }
    }
}
#endif
