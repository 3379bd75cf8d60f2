import Primitives

#if canImport(UIKit)
import UIKit
#endif

extension DeviceScreen {
    /// The window above which the system shows its sheet for passkeys.
    @MainActor
    var window: WebAuthnWindow? {
        #if canImport(UIKit)
        presenter?.view.window
        #else
        presenter
        #endif
    }
}
