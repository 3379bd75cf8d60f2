#if canImport(UIKit)
import Signals
public import UIKit

/// The app's principal class: it shows its events to the SDK while this collects behaviour. In an app that has another one, the SDK sees the touches
/// of the app's windows.
open class STApplication: UIApplication {
    static var isInUse: Bool { shared is STApplication }

    open override func sendEvent(_ event: UIEvent) {
        // Before the event has its effect, which may take away the view that was touched.
        SecuredTouch.started?.behaviorFeed.note(event)
        super.sendEvent(event)
    }
}
#else
public import Foundation

/// The app's principal class, on systems without one.
open class STApplication: NSObject {
    static var isInUse: Bool { false }
}
#endif
