#if canImport(UIKit) && canImport(CoreMotion)
import Foundation
import UIKit

/// Observes the changes of the app's text fields and text views, SwiftUI's among them.
@MainActor
final class TextObserver {
    private var tokens: [any NSObjectProtocol] = []

    init(_ feed: BehaviorFeed) {
        let changes: [(Notification.Name, ObservedText.Phase)] = [
            (UITextField.textDidBeginEditingNotification, .began), (UITextField.textDidChangeNotification, .changed),
            (UITextField.textDidEndEditingNotification, .ended), (UITextView.textDidBeginEditingNotification, .began),
            (UITextView.textDidChangeNotification, .changed), (UITextView.textDidEndEditingNotification, .ended),
        ]
        tokens = changes.map { name, phase in
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { notification in
                guard let view = notification.object as? UIView else { return }
                MainActor.assumeIsolated { feed.note(view, phase) }
            }
        }
    }

    func stop() {
        for token in tokens { NotificationCenter.default.removeObserver(token) }
        tokens = []
    }
}
#endif
