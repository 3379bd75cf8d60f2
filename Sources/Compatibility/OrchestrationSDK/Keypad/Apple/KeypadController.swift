#if canImport(UIKit)
import Foundation
import Orchestration
import Primitives
import UIKit

/// The keypad's screen: draws a ``KeypadEntry`` with the app's texts, colours and sizes.
final class KeypadController: UIViewController {
    /// Called once, when the screen is gone, with what was entered; nil when the user turned away.
    var ended: ((String?) -> Void)?
    private let request: VirtualKeypadRequest
    private var entry = KeypadEntry()
    private let mask = UILabel()
    private var keys: [KeypadEntry.Key: UIButton] = [:]

    init(_ request: VirtualKeypadRequest) {
        self.request = request
        super.init(nibName: nil, bundle: nil)
        modalPresentationStyle = .fullScreen
        isModalInPresentation = true
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    /// Takes the screen away.
    func end(with password: String?) {
        guard let ended else { return }
        self.ended = nil
        dismiss(animated: true) { ended(password) }
    }

    private func press(_ key: KeypadEntry.Key) {
        switch entry.press(key) {
        case .entered(let password): end(with: password)
        case .cancelled: end(with: nil)
        case nil: show()
        }
    }

    private func show() {
        mask.text = entry.mask
        mask.accessibilityLabel = "\(request.appearance[KeypadText.secureInput]). \(request.appearance[KeypadText.entered]): \(entry.count)"
        for (key, button) in keys { button.isEnabled = entry.takes(key) }
    }

    // MARK: - Layout

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = color(.background)
        let title = label(request.title, .title, .text)
        style(mask, .secureInput, .secureInput)
        let lines = [title, request.error.map { label($0, .error, .error) }, mask].compactMap(\.self)
        let stack = UIStackView(arrangedSubviews: lines + KeypadEntry.rows.map(row) + [button(.cancel)])
        stack.axis = .vertical
        stack.spacing = 16
        stack.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(stack)
        let frame = view.safeAreaLayoutGuide
        NSLayoutConstraint.activate([
            stack.centerYAnchor.constraint(equalTo: frame.centerYAnchor),
            stack.leadingAnchor.constraint(equalTo: frame.leadingAnchor, constant: 24),
            stack.trailingAnchor.constraint(equalTo: frame.trailingAnchor, constant: -24),
        ])
        show()
    }

    private func row(_ keys: [KeypadEntry.Key]) -> UIView {
        let row = UIStackView(arrangedSubviews: keys.map(button))
        row.axis = .horizontal
        row.distribution = .fillEqually
        row.spacing = 16
        return row
    }

    private func button(_ key: KeypadEntry.Key) -> UIButton {
        let button = UIButton(type: .custom, primaryAction: UIAction { [weak self] _ in self?.press(key) })
        let (background, text): (KeypadColor, KeypadColor) =
            switch key {
            case .digit: (.key, .keyText)
            case .backspace: (.background, .backspace)
            case .done: (.done, .doneText)
            case .cancel: (.background, .text)
            }
        button.setTitle(key == .backspace ? "⌫" : request.appearance.name(of: key), for: .normal)
        button.setTitleColor(color(text), for: .normal)
        button.titleLabel?.font = .systemFont(ofSize: request.appearance[key == .cancel ? .text : .key])
        button.backgroundColor = color(background)
        button.layer.cornerRadius = 8
        button.heightAnchor.constraint(equalToConstant: 56).isActive = true
        button.accessibilityLabel = request.appearance.name(of: key)
        keys[key] = button
        return button
    }

    private func label(_ text: String, _ size: KeypadSize, _ color: KeypadColor) -> UILabel {
        let label = UILabel()
        label.text = text
        style(label, size, color)
        return label
    }

    private func style(_ label: UILabel, _ size: KeypadSize, _ color: KeypadColor) {
        label.font = .systemFont(ofSize: request.appearance[size])
        label.textColor = self.color(color)
        label.textAlignment = .center
        label.numberOfLines = 0
    }

    /// The colour on a light screen or on a dark one, as the system changes between them.
    private func color(_ color: KeypadColor) -> UIColor {
        let appearance = request.appearance
        return UIColor { traits in
            let value = appearance[color, isDark: traits.userInterfaceStyle == .dark]
            return UIColor(
                red: CGFloat(value.red) / 255, green: CGFloat(value.green) / 255, blue: CGFloat(value.blue) / 255,
                alpha: CGFloat(value.alpha) / 255)
        }
    }
}
#endif
