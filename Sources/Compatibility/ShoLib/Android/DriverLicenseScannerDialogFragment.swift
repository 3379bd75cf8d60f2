import Primitives

#if canImport(UIKit)
public import UIKit
#else
public import P1Verify
#endif

/// Captures a licence, as on Android.
@MainActor
public enum DriverLicenseScannerDialogFragment {
    /// Shows the screen above a view controller.
    /// - Parameter bundle: the arguments, by ``DLSBundle/Builder``.
    public static func start(_ owner: UIViewController, _ bundle: DLSBundle, _ listener: any DriverLicenseScannerListener) {
        let arguments = bundle.arguments
        let builder = DriverLicenseScannerViewController.Builder(listener: listener).setCheckHasFace(checkHasFace: arguments.checksFace)
        if let scanner = arguments.scanner { builder.setIdScanner(idScanner: scanner) }
        builder.setSteps(arguments.ordered).create().show(parentViewController: owner)
    }
}
