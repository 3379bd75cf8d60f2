#if canImport(UIKit)
import Primitives
import UIKit

/// The keypad that is built in: a screen over the app's foremost one.
struct SystemKeypad: VirtualKeypad {
    /// Shows the keypad until the user has entered something or turned away, or the flow is over.
    /// - Returns: nil as well when the app shows no screen.
    func password(for request: VirtualKeypadRequest) async -> String? { await Self.shown(request) }

    @MainActor
    private static func shown(_ request: VirtualKeypadRequest) async -> String? {
        guard let presenter = UIApplication.shared.foremost else { return nil }
        let controller = KeypadController(request)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                controller.ended = { continuation.resume(returning: $0) }
                presenter.present(controller, animated: true)
            }
        } onCancel: {
            Task { @MainActor in controller.end(with: nil) }
        }
    }
}

extension UIApplication {
    /// The view controller that is in front of all others; nil when the app shows none.
    fileprivate var foremost: UIViewController? {
        let scenes = connectedScenes.compactMap { $0 as? UIWindowScene }
        let scene = scenes.first { $0.activationState == .foregroundActive } ?? scenes.first
        var foremost = (scene?.keyWindow ?? scene?.windows.first)?.rootViewController
        while let next = foremost?.presentedViewController { foremost = next }
        return foremost
    }
}
#endif
