#if canImport(UIKit)
package import UIKit

/// The windows of the app above which the system's pages and sheets appear.
@MainActor
package enum AppWindow {
    /// The window of a view controller; that of the active scene for one that isn't in a window yet, as in `viewDidLoad`, and for none.
    package static func above(_ controller: UIViewController?) -> UIWindow? { controller?.viewIfLoaded?.window ?? key }

    /// The view controller that can present another above all else: `controller` and what it presents, or that of ``above(_:)``.
    package static func presenter(_ controller: UIViewController? = nil) -> UIViewController? {
        var top = controller?.viewIfLoaded?.window == nil ? key?.rootViewController : controller
        while let next = top?.presentedViewController { top = next }
        return top
    }

    /// The key window of the active scene, or of one that is about to be.
    private static var key: UIWindow? {
        let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
        let ordered = [UIScene.ActivationState.foregroundActive, .foregroundInactive, .unattached, .background].flatMap { state in
            scenes.filter { $0.activationState == state }
        }
        return ordered.lazy.compactMap { $0.keyWindow ?? $0.windows.first }.first
    }
}
#endif
