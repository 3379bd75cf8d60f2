import Primitives

#if canImport(UIKit)
public import UIKit
#else
public import P1Verify
#endif

/// Captures a selfie, as on Android.
@MainActor
public enum SelfieCaptureDialogFragment {
    /// Shows the screen above a view controller, with the check of expressions. Where the system has no camera, the listener hears that the user
    /// has cancelled.
    public static func start(_ activity: UIViewController, _ listener: any SelfieCaptureListener) {
        let builder = SelfieCaptureViewController.Builder { _, selfie in
            if let selfie { listener.onComplete(LFVBundle(selfie)) } else { listener.onCancelled() }
        }
        do { try builder.start(parentViewController: activity) } catch { listener.onCancelled() }
    }
}
