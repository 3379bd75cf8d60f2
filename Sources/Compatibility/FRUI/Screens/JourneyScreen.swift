#if canImport(UIKit)
import FRAuth
import JourneyForms
import Primitives
import UIKit

/// Shows a journey above a view controller, and hands out its end.
@MainActor
enum JourneyScreen {
    static func show<T>(
        above root: UIViewController, _ completion: @escaping NodeUICompletion<T>,
        start: @escaping @MainActor (@escaping NodeCompletion<T>) -> Void
    ) {
        let screen = WeakScreen()
        let journey = NodeRun(above: { screen.controller }, usesPasskeys: { FRUI.shared.usesPasskeys }, start: start)
        let controller = JourneyViewController(
            journey.run, node: { journey.node }, ownRows: { journey.ownRows = $0 },
            ended: { shown in
                shown.dismiss(animated: true) {
                    switch journey.run.end {
                    case .success(let result): completion(result, nil)
                    case .failure(let error): completion(nil, error)
                    case nil: break
                    }
                }
            })
        screen.controller = controller
        let frame = UINavigationController(rootViewController: controller)
        frame.modalPresentationStyle = .fullScreen
        root.present(frame, animated: true, completion: nil)
    }

    private final class WeakScreen {
        weak var controller: UIViewController?
    }
}
#endif
