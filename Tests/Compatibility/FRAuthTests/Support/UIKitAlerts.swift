import Foundation

// Alerts and windows under their names of UIKit, so that the documentation's snippets compile here as they stand there. What a user would
// press is said by the controller that presents the alert.

final class UIWindow {}
class UIView { var bounds = 0 }
final class UIPopoverPresentationController {
    var sourceView: AnyObject?
    var sourceRect = 0
}

extension UIApplication {
    static var shared: UIApplication { UIApplication() }
    var windows: [UIWindow] { [UIWindow()] }
}

struct UIDevice {
    static let current = UIDevice()
    let name = "iPhone"
}

final class UIAlertAction {
    enum Style { case `default`, cancel }
    let title: String?
    let handler: ((UIAlertAction) -> Void)?

    init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
        self.title = title
        self.handler = handler
    }
}

final class UIAlertController: @unchecked Sendable {  // shown by one controller, as those of UIKit belong to one actor
    enum Style { case alert, actionSheet }
    let title: String?
    let message: String?
    let popoverPresentationController: UIPopoverPresentationController? = UIPopoverPresentationController()
    private(set) var actions: [UIAlertAction] = []

    init(title: String?, message: String?, preferredStyle: Style) {
        self.title = title
        self.message = message
    }

    func addAction(_ action: UIAlertAction) { actions.append(action) }
}

/// A view controller whose user presses one of an alert's buttons.
class AlertPresenter: @unchecked Sendable {  // as those of UIKit, it shows one alert at a time
    private let press: ([String]) -> String?
    /// What was shown.
    private(set) var alerts: [UIAlertController] = []

    init(_ press: @escaping ([String]) -> String?) { self.press = press }

    func present(_ controller: UIAlertController, animated: Bool, completion: (() -> Void)?) {
        alerts.append(controller)
        let title = press(controller.actions.compactMap(\.title))
        controller.actions.first { $0.title == title }.map { $0.handler?($0) }
    }
}
