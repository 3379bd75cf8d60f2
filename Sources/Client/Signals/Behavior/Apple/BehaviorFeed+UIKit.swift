#if canImport(UIKit)
import Dispatch
import Primitives
public import UIKit

extension BehaviorFeed {
    /// Takes the touches of an event, as `sendEvent` of an application or a window gets it. Other events are passed over.
    @MainActor
    public func note(_ event: UIEvent) {
        guard event.type == .touches else { return }
        for touch in event.allTouches ?? [] { note(touch) }
    }

    @MainActor
    func note(_ touch: UITouch) {
        let phase: ObservedTouch.Phase
        switch touch.phase {
        case .began: phase = .began
        case .moved: phase = .moved
        case .ended: phase = .ended
        case .cancelled: phase = .cancelled
        default: return
        }
        let place = touch.location(in: touch.window)
        let pressure = touch.maximumPossibleForce > 0 ? Double(touch.force / touch.maximumPossibleForce) : 0
        note(
            ObservedTouch(
                id: Int(bitPattern: ObjectIdentifier(touch)), phase, x: Double(place.x), y: Double(place.y), time: touch.timestamp,
                pressure: pressure, element: touch.view?.nearestIdentifier))
    }

    /// Takes a change of a text field or a text view; of secure ones too, of which only the length is read as well.
    @MainActor
    func note(_ view: UIView, _ phase: ObservedText.Phase) {
        let text = (view as? UITextField)?.text ?? (view as? UITextView)?.text
        note(
            ObservedText(
                id: Int(bitPattern: ObjectIdentifier(view)), phase, length: text?.utf16.count ?? 0,
                time: Double(DispatchTime.now().uptimeNanoseconds) / 1_000_000_000, element: view.nearestIdentifier))
    }
}

extension UIView {
    /// The accessibility identifier of the view or the nearest one around it; nil where none has one.
    fileprivate var nearestIdentifier: String? {
        var view: UIView? = self
        while let here = view {
            if let identifier = here.accessibilityIdentifier, !identifier.isEmpty { return identifier }
            view = here.superview
        }
        return nil
    }
}
#endif
