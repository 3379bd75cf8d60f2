import Primitives

/// An image of the screens, by the name under which the app may have its own in its asset catalogue.
package enum ScreenImage: String, Sendable, CaseIterable {
    // Buttons.
    case next = "button_next"
    case nextTapped = "button_next_tapped"
    case nextDisabled = "button_next_disabled"
    case confirm = "lib_button_confirm"
    case confirmPressed = "lib_button_confirm_pressed"
    case capture = "lib_button_capture"
    // The background and the bar on the top; the bar's background is Android's.
    case background = "lib_bg"
    case logo = "lib_nav_bar_logo"
    case navigationBar = "lib_nav_bar_bg"
    // Live faces.
    case error = "icon_error"
    case smile = "lfv_smile"
    case straightFace = "lfv_straight_face"
    case selfie = "lfv_capture_selfie_step"
    case closeLeftEye = "lfv_close_left_eye"
    case closeRightEye = "lfv_close_right_eye"
    case done = "lfv_icon_done"
    // Documents.
    case licenseBack = "icon_dl_back"
    case license = "icon_dl"
    case passport = "icon_passport"
    case info = "info_icon"

    /// Android's other name; nil where it has none.
    package var android: String? {
        switch self {
        case .confirm: "lib_button_confirm_selector"
        case .background: "lib_activity_bg"
        default: nil
        }
    }
}
