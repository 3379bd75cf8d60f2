#if canImport(UIKit)
import AVFoundation
import Foundation
import Primitives
import UIKit
import Verification

/// The camera's picture, or the photograph that waits for approval.
@MainActor
final class CameraPicture: UIView {
    private let photograph = UIImageView(image: nil)
    private var preview: CALayer?

    init() {
        super.init(frame: .zero)
        photograph.contentMode = .scaleAspectFit
        addSubview(photograph)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    /// Shows what a camera sees; of another source, nothing is shown.
    func show(_ source: any FrameSource) {
        guard let camera = (source as? CameraSource)?.camera else { return }
        let layer = camera.preview()
        layer.videoGravity = .resizeAspectFill
        layer.masksToBounds = true
        self.layer.addSublayer(layer)
        preview = layer
    }

    /// Shows a photograph in place of the camera's picture; nil shows that again.
    func show(photograph file: [UInt8]?) {
        photograph.image = file.flatMap { UIImage(data: Data($0)) }
        photograph.isHidden = file == nil
        preview?.isHidden = file != nil
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        photograph.frame = bounds
        preview?.frame = bounds
    }
}
#endif
