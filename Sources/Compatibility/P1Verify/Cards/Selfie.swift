import Primitives
import VerificationMessages

#if canImport(UIKit)
public import UIKit
#endif

/// The photograph of the user's face, which is submitted with another card.
open class Selfie: IdCard {
    static let type = "Selfie"
    private var selfie: UIImage?

    /// A selfie without an image.
    public init() { super.init(.selfie) }

    override var images: [(side: ImageSide, image: UIImage?)] { [(.selfie, selfie)] }

    /// Sets the image.
    public func setSelfie(_ value: UIImage) { selfie = value }
    /// The image; one without content before it was set.
    public func getSelfie() -> UIImage { selfie ?? UIImage() }
}
