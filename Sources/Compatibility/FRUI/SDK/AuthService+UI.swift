#if canImport(UIKit)
public import FRAuth
public import UIKit

extension AuthService {
    /// Runs the service's journey with screens above a view controller.
    ///
    /// - Parameter completion: receives the result, or an error: a `Token`; for another type `AuthError.invalidOAuth2Client`, since a service
    ///   has no client.
    @MainActor
    public func authenticateWithUI<T>(_ rootViewController: UIViewController, completion: @escaping NodeUICompletion<T>) {
        JourneyScreen.show(above: rootViewController, completion) { [self] done in next(completion: done) }
    }
}
#endif
