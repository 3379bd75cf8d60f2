#if canImport(UIKit)
import Primitives
import UIKit

/// The bar on the top: the logo, the title, and the progress.
@MainActor
struct CaptureBar {
    let view: UIStackView
    private let title = UILabel(frame: .zero)
    private let progress = UIProgressView(frame: .zero)

    init() {
        let back = UIImageView(image: ScreenImage.navigationBar.image)
        let logo = UIImageView(image: ScreenImage.logo.image)
        for (image, name) in [(back, ScreenImage.navigationBar), (logo, .logo)] {
            image.contentMode = .scaleAspectFit
            image.isHidden = name.image == nil
        }
        view = UIStackView(arrangedSubviews: [back, logo, title, progress])
        view.axis = .vertical
        view.spacing = 8
        view.backgroundColor = ScreenColor.navigationBar.color
        title.font = ScreenDimension.large.font
        title.textColor = ScreenColor.text.color
        title.textAlignment = .center
        progress.progressTintColor = ScreenColor.progress.color
        progress.trackTintColor = ScreenColor.progressTrack.color
    }

    func show(_ content: ScreenContent) {
        title.text = content.title
        progress.isHidden = content.progress == nil
        progress.progress = Float(content.progress ?? 0)
    }
}
#endif
