import Primitives

/// A colour of the screens, by the name under which the app may have its own in its asset catalogue.
package enum ScreenColor: String, Sendable, CaseIterable {
    /// The background.
    case background = "lib_bg_color"
    /// The bar on the top.
    case navigationBar = "lib_nav_bar_color"
    /// The text of the button that takes a photograph again.
    case retake = "lib_button_gray"
    /// The text of the button that cancels.
    case cancel = "lib_cancel_text"
    /// The text on the button that goes on.
    case next = "lib_white_text"
    /// Texts.
    case text = "lib_text_color"
    /// The text of errors.
    case errorText = "lib_error_text_color"
    /// The background of errors.
    case errorBackground = "lib_error_view_bg"
    /// The part of the progress that is done.
    case progress = "lib_progress_color"
    /// The part of the progress that is left.
    case progressTrack = "lib_progress_track_color"
    /// Instructions: Android's name, in place of ``text``.
    case instruction = "lib_instruction_text_color"
    /// The text of other buttons: Android's name.
    case link = "lib_blue_text_color"

    /// Android's other name; nil where it has none.
    package var android: String? {
        switch self {
        case .cancel: "lib_cancel_text_color"
        case .progress: "lib_progress_bar_color"
        default: nil
        }
    }
}
