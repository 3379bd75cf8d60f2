#if canImport(UIKit) && canImport(CoreMotion)
import Foundation
import Primitives
import UIKit
#if canImport(UIKit.UIGestureRecognizerSubclass)
import UIKit.UIGestureRecognizerSubclass
#endif

/// Observes the touches of the app's windows, without those of the keyboard.
@MainActor
final class WindowObserver {
    private let feed: BehaviorFeed
    private var recognizers: [TouchRecognizer] = []
    private var token: (any NSObjectProtocol)?

    init(_ feed: BehaviorFeed) {
        self.feed = feed
        for scene in UIApplication.shared.connectedScenes.compactMap({ $0 as? UIWindowScene }) { scene.windows.forEach(observe) }
        token = NotificationCenter.default.addObserver(
            forName: UIWindow.didBecomeVisibleNotification, object: nil, queue: nil
        ) { [weak self] notification in
            guard let window = notification.object as? UIWindow else { return }
            MainActor.assumeIsolated { self?.observe(window) }
        }
    }

    func stop() {
        if let token { NotificationCenter.default.removeObserver(token) }
        for recognizer in recognizers { recognizer.view?.removeGestureRecognizer(recognizer) }
        (token, recognizers) = (nil, [])
    }

    private func observe(_ window: UIWindow) {
        recognizers.removeAll { $0.view == nil }
        guard window.windowLevel == .normal, !recognizers.contains(where: { $0.view === window }) else { return }
        let recognizer = TouchRecognizer(feed)
        window.addGestureRecognizer(recognizer)
        recognizers.append(recognizer)
    }
}

/// Sees the touches of a window. It recognizes nothing, delays nothing, and is in no other recognizer's way.
private final class TouchRecognizer: UIGestureRecognizer {
    private let feed: BehaviorFeed

    init(_ feed: BehaviorFeed) {
        self.feed = feed
        super.init(target: nil, action: nil)
        cancelsTouchesInView = false
        delaysTouchesEnded = false
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) { see(touches, event) }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) { see(touches, event) }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) { see(touches, event) }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { see(touches, event) }
    override func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { false }
    override func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool { false }

    private func see(_ touches: Set<UITouch>, _ event: UIEvent) {
        for touch in touches { feed.note(touch) }
        let isOver = event.allTouches?.allSatisfy { $0.phase == .ended || $0.phase == .cancelled } ?? true
        if isOver { state = .failed }
    }
}
#endif
