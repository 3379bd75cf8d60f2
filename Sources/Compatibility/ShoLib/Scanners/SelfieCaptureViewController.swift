import Foundation
public import P1Verify
import Primitives
import Verification

#if canImport(UIKit)
public import UIKit
#endif

/// Captures the user's face, after a check of expressions where the app asks for it. The check says that expressions were seen on one face; it
/// is no detection of presentation attacks.
@MainActor
open class SelfieCaptureViewController: CaptureViewController {
    fileprivate init(_ request: CaptureRequest) { super.init(.selfie, request) }

    /// Makes the screen, and shows it.
    @MainActor
    public final class Builder {
        private let ended: (Bool, Selfie?) -> Void
        private var checks = true

        /// A builder with the block that gets the result, on the main thread.
        /// - Parameter onComplete: gets false without a selfie when the user has cancelled.
        public init(onComplete: @escaping (_ isComplete: Bool, _ selfie: Selfie?) -> Void) { ended = onComplete }

        /// Sets whether the user shows expressions first: a smile and a straight face, each eye closed, in an order that can't be foreseen. True by
        /// default.
        @discardableResult
        public func performExpressionCheck(_ performExpressionCheck: Bool) -> Builder {
            checks = performExpressionCheck
            return self
        }

        /// Shows the screen above a view controller.
        /// - Throws: `CaptureError` `.camera` where the system has no camera.
        public func start(parentViewController: UIViewController) throws {
            var request = CaptureRequest(id: UUID().text)
            request.plan = checks ? .checkedSelfie(CaptureEnvironment.current.random) : .selfie()
            let ended = ended
            try SelfieCaptureViewController(request).capture(above: parentViewController) { card in
                ended(card != nil, card.map { Selfie($0) })
            }
        }
    }
}

/// The name that the document's customisation has for the screen of ``SelfieCaptureViewController``.
public typealias LiveFaceVerificationViewController = SelfieCaptureViewController
