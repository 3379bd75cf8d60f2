#if canImport(UIKit)
import Primitives
import UIKit

extension ScreenColor {
    /// The app's colour, or the default.
    @MainActor var color: UIColor {
        UIColor(named: rawValue) ?? android.flatMap { UIColor(named: $0) } ?? (self == .instruction ? Self.text.color : standard)
    }

    private var standard: UIColor {
        switch self {
        case .background: .systemBackground
        case .navigationBar: .secondarySystemBackground
        case .retake: .systemGray
        case .cancel, .errorBackground: .systemRed
        case .next, .errorText: .white
        case .text, .instruction: .label
        case .progress, .link: .systemBlue
        case .progressTrack: .lightGray
        }
    }
}

extension ScreenImage {
    /// The app's image, or the default, which is a symbol of the system's; nil where there is none.
    @MainActor var image: UIImage? {
        UIImage(named: rawValue) ?? android.flatMap { UIImage(named: $0) } ?? symbol.flatMap { UIImage(systemName: $0) }
    }

    /// The name of the system's symbol; nil for what an app alone can have.
    private var symbol: String? {
        switch self {
        case .next, .nextTapped, .nextDisabled: "arrow.right.circle.fill"
        case .confirm, .confirmPressed: "checkmark.circle.fill"
        case .capture: "camera.circle.fill"
        case .background, .logo, .navigationBar: nil
        case .error: "exclamationmark.triangle.fill"
        case .smile: "face.smiling"
        case .straightFace: "face.dashed"
        case .selfie: "person.crop.circle"
        case .closeLeftEye, .closeRightEye: "eye.slash"
        case .done: "checkmark.seal.fill"
        case .licenseBack: "creditcard"
        case .license: "person.text.rectangle"
        case .passport: "book.closed"
        case .info: "info.circle"
        }
    }
}

extension ScreenDimension {
    /// The font of the app's size, or of the default.
    @MainActor var font: UIFont {
        .systemFont(ofSize: CGFloat(CaptureEnvironment.current.resources.dimension(rawValue) ?? standard))
    }
}
#endif
