import Primitives

/// A button of a capture's screen.
package struct ScreenButton: Sendable, Equatable {
    /// The looks.
    package enum Look: Sendable, Equatable {
        /// The round button that takes a photograph.
        case capture
        /// The button that approves.
        case confirm
        /// The button that goes on.
        case next
        /// A text in a colour.
        case text(ScreenColor)

        /// The images, for the usual state, while it is pressed, and while it is disabled.
        package var images: (normal: ScreenImage?, pressed: ScreenImage?, disabled: ScreenImage?) {
            switch self {
            case .capture: (.capture, nil, nil)
            case .confirm: (.confirm, .confirmPressed, nil)
            case .next: (.next, .nextTapped, .nextDisabled)
            case .text: (nil, nil, nil)
            }
        }

        /// The colour of the text.
        package var color: ScreenColor {
            switch self {
            case .capture, .confirm: .text
            case .next: .next
            case .text(let color): color
            }
        }
    }

    /// The action.
    package let action: ScreenAction
    /// The text.
    package let title: String
    /// The look.
    package let look: Look
    /// Whether it can be pressed.
    package var isEnabled = true
}
