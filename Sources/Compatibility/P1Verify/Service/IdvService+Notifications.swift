import CallbackBridge
import Foundation
import Primitives
import Verification

extension IdvService {
    /// Handles a push that the app has received, where it is one of this transaction: the state is read, and the handler gets it, or the
    /// registered one where none is given.
    /// - Returns: false for every other push. No network is used to tell.
    @discardableResult
    public func processNotification(userInfo: [AnyHashable: Any]?, handler: (any NotificationHandler)? = nil) -> Bool {
        guard isNotice(userInfo?["gh"] as? String) else { return false }
        checkVerificationStatus(handler: handler)
        return true
    }

    /// Handles a push, and tells the result, as the document's example has it.
    /// - Returns: false for every other push; then `onComplete` isn't called.
    @discardableResult
    public func processNotification(
        userInfo: [AnyHashable: Any]?, onComplete: @escaping (Result<VerificationResult, IdvError>) -> Void
    ) -> Bool {
        guard isNotice(userInfo?["gh"] as? String) else { return false }
        read(onComplete)
        return true
    }

    private func isNotice(_ statement: String?) -> Bool {
        guard let statement else { return false }
        let verification = verification
        return Bridge.wait { (try? await verification.isNotice(statement)) ?? false }
    }
}
