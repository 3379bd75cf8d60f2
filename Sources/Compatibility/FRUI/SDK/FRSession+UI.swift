#if canImport(UIKit)
public import FRAuth
public import Foundation
public import UIKit

extension FRSession {
    /// Runs a journey by its name, with screens above a view controller.
    ///
    /// - Parameter completion: receives the session, or an error.
    @MainActor
    public static func authenticateWithUI(
        _ authIndexValue: String, _ rootViewController: UIViewController, completion: @escaping NodeUICompletion<Token>
    ) { authenticateWithUI(authIndexValue, "service", rootViewController, completion: completion) }

    /// Runs a journey by its name, or what a policy's advice wants (`composite_advice`).
    @MainActor
    public static func authenticateWithUI(
        _ authIndexValue: String, _ authIndexType: String, _ rootViewController: UIViewController,
        completion: @escaping NodeUICompletion<Token>
    ) {
        JourneyScreen.show(above: rootViewController, completion) { done in
            authenticate(authIndexValue: authIndexValue, authIndexType: authIndexType, completion: done)
        }
    }

    /// Runs what a policy's advice wants, such as the approval of a transaction.
    @MainActor
    public static func authenticateWithUI(
        _ policyAdvice: PolicyAdvice, _ rootViewController: UIViewController, completion: @escaping NodeUICompletion<Token>
    ) { JourneyScreen.show(above: rootViewController, completion) { done in authenticate(policyAdvice: policyAdvice, completion: done) } }

    /// Continues with a journey that was suspended, by the link that the user got.
    @MainActor
    public static func authenticateWithUI(
        _ resumeURI: URL, _ rootViewController: UIViewController, completion: @escaping NodeUICompletion<Token>
    ) { JourneyScreen.show(above: rootViewController, completion) { done in authenticate(resumeURI: resumeURI, completion: done) } }
}
#endif
