import Primitives

/// The size of a text of the screens: Android's names, which the app's property list `Dimens.plist` may have. A scale-independent pixel is a
/// point.
package enum ScreenDimension: String, Sendable, CaseIterable {
    case small = "lib_text_size_small"
    case medium = "lib_text_size_medium"
    case large = "lib_text_size_large"
    case button = "lib_button_text_size"

    /// The default.
    package var standard: Double {
        switch self {
        case .small, .button: 18
        case .medium: 21
        case .large: 24
        }
    }
}
