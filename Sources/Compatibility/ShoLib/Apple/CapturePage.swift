#if canImport(UIKit)
import Primitives
import UIKit

/// The views of a capture: the bar on the top, the camera's picture or the photograph, and what the content says beneath.
@MainActor
final class CapturePage: CaptureScreen {
    private let bar = CaptureBar()
    private let picture = CameraPicture()
    private let texts = CaptureTexts()
    private let countries = CountryTable()
    private let buttons = UIStackView(arrangedSubviews: [])

    /// Puts the views into a controller's view.
    func lay(in view: UIView) {
        view.backgroundColor = ScreenColor.background.color
        let back = UIImageView(image: ScreenImage.background.image)
        back.contentMode = .scaleAspectFill
        let stack = UIStackView(arrangedSubviews: [bar.view, picture, texts.view, countries.view, buttons])
        for column in [stack, buttons] {
            column.axis = .vertical
            column.spacing = 12
        }
        for part in [back, stack] {
            part.translatesAutoresizingMaskIntoConstraints = false
            view.addSubview(part)
        }
        let area = view.safeAreaLayoutGuide
        NSLayoutConstraint.activate([
            back.topAnchor.constraint(equalTo: view.topAnchor), back.bottomAnchor.constraint(equalTo: view.bottomAnchor),
            back.leadingAnchor.constraint(equalTo: view.leadingAnchor), back.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            stack.topAnchor.constraint(equalTo: area.topAnchor), stack.bottomAnchor.constraint(equalTo: area.bottomAnchor, constant: -16),
            stack.leadingAnchor.constraint(equalTo: area.leadingAnchor, constant: 16),
            stack.trailingAnchor.constraint(equalTo: area.trailingAnchor, constant: -16),
            picture.heightAnchor.constraint(equalTo: view.heightAnchor, multiplier: 0.4),
        ])
    }

    /// Shows what a camera sees.
    func show(_ source: any FrameSource) { picture.show(source) }

    func show(_ content: ScreenContent, act: @escaping @Sendable (ScreenAction) -> Void) {
        bar.show(content)
        picture.show(photograph: content.photograph)
        picture.isHidden = !content.countries.isEmpty
        texts.show(content)
        countries.show(content.countries) { act(.choose($0)) }
        for button in buttons.arrangedSubviews {
            buttons.removeArrangedSubview(button)
            button.removeFromSuperview()
        }
        for button in content.buttons { buttons.addArrangedSubview(Self.button(button, act)) }
    }

    private static func button(_ content: ScreenButton, _ act: @escaping @Sendable (ScreenAction) -> Void) -> UIButton {
        let button = UIButton(type: .custom, primaryAction: UIAction { _ in act(content.action) })
        let images = content.look.images
        button.setTitle(content.title, for: .normal)
        button.setTitleColor(content.look.color.color, for: .normal)
        button.setImage(images.normal?.image, for: .normal)
        button.setImage(images.pressed?.image, for: .highlighted)
        button.setImage(images.disabled?.image, for: .disabled)
        button.titleLabel?.font = ScreenDimension.button.font
        button.backgroundColor = content.look == .next ? ScreenColor.progress.color : nil
        button.isEnabled = content.isEnabled
        return button
    }
}
#endif
