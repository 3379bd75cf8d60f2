import Foundation
public import P1Verify
import Primitives
import Verification

#if canImport(UIKit)
public import UIKit
#endif

/// Captures the page of a passport that has the portrait. No data are read of it.
@MainActor
open class PassportScannerViewController: CaptureViewController {
    private let ended: (Bool, Passport?) -> Void

    fileprivate init(_ request: CaptureRequest, _ ended: @escaping (Bool, Passport?) -> Void) {
        self.ended = ended
        super.init(.passport, request)
    }

    /// Shows the screen above a view controller. Where the system has no camera, the capture ends at once as if the user had cancelled.
    public func show(parentViewController: UIViewController) {
        let ended = ended
        do {
            try capture(above: parentViewController) { card in ended(card != nil, card.map { Passport($0) }) }
        } catch { ended(false, nil) }
    }

    /// Makes the screen.
    @MainActor
    public final class Builder {
        private let ended: (Bool, Passport?) -> Void
        private var request = CaptureRequest(id: UUID().text)

        /// A builder with the block that gets the result, on the main thread.
        /// - Parameter onComplete: gets false without a passport when the user has cancelled.
        public init(onComplete: @escaping (_ isComplete: Bool, _ passport: Passport?) -> Void) { ended = onComplete }

        /// Sets whether the page must show a face; true by default.
        @discardableResult
        public func setCheckHasFace(checkHasFace: Bool) -> Builder {
            request.checksFace = checkHasFace
            return self
        }

        /// Makes the screen, which ``PassportScannerViewController/show(parentViewController:)`` shows.
        public func create() -> PassportScannerViewController {
            request.plan = .passport(checksFace: request.checksFace)
            return PassportScannerViewController(request, ended)
        }
    }
}
