#if canImport(UIKit)
public import UIKit

/// Colours, logo and manner of the user interface.
@MainActor
public final class FRUI: NSObject {
    /// The settings: the documented API has one.
    public static let shared = FRUI()

    /// The colour of buttons and of what is chosen.
    public var primaryColor = UIColor.systemBlue
    /// The colour of texts on buttons.
    public var primaryTextColor = UIColor.white
    /// The colour of lines and of texts beneath others.
    public var secondaryColor = UIColor.systemGray
    /// The colour of errors.
    public var errorColor = UIColor.systemRed
    /// The colour of warnings.
    public var warningColor = UIColor.systemOrange
    /// The picture above each form; nil for none.
    public var logoImage: UIImage?
    /// Whether passkeys are the system's; otherwise, by default, keys of the SDK's own. The documented API doesn't have this.
    public var usesPasskeys = false

    private override init() {}
}
#endif
