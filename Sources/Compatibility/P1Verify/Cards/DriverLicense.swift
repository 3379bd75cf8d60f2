public import Foundation
import Primitives
import VerificationMessages

#if canImport(UIKit)
public import UIKit
#endif

/// A driver licence.
open class DriverLicense: IdCard {
    static let type = "DriverLicense"
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The left edge of the face on the front, in pixels; 0 until ``setFrontImage(_:)`` found one.
    public internal(set) var id_face_coordinate_x: Int! = 0
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The upper edge of the face on the front, in pixels; 0 until ``setFrontImage(_:)`` found one.
    public internal(set) var id_face_coordinate_y: Int! = 0
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The width of the face on the front, in pixels; 0 until ``setFrontImage(_:)`` found one.
    public internal(set) var id_face_width: Int! = 0
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The height of the face on the front, in pixels; 0 until ``setFrontImage(_:)`` found one.
    public internal(set) var id_face_height: Int! = 0
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The photograph of the front.
    public var frontImage: UIImage!
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The photograph of the back.
    public var backImage: UIImage!

    /// Whether any text is there.
    public var hasData: Bool { fields.contains { !$0.value.isEmpty } }

    /// A card without images and with empty texts.
    public init() { super.init(.drivingLicense) }

    /// A licence with all that another has.
    package convenience init(copying license: DriverLicense) {
        self.init()
        cardId = license.cardId
        (fields, barcode, backImage) = (license.fields, license.barcode, license.backImage)
        if let front = license.frontImage { setFrontImage(front, license.getFaceCoordinates()) }
    }

    override var images: [(side: ImageSide, image: UIImage?)] { [(.front, frontImage), (.back, backImage)] }
    override var face: FaceRectangle? {
        guard id_face_width > 0, id_face_height > 0 else { return nil }
        return FaceRectangle(x: id_face_coordinate_x, y: id_face_coordinate_y, width: id_face_width, height: id_face_height)
    }

    /// Sets the photograph, and the place of its face. Where the system has no finder of faces, there is no place.
    /// - Throws: ``FaceDetectionError`` for an image without a face.
    public func setFrontImage(_ value: UIImage) throws {
        let face = try Environment.findFace(in: value)
        setFrontImage(value, face ?? CGRect(x: 0, y: 0, width: 0, height: 0))
    }

    /// Sets the photograph and the place of its face, in pixels from the upper left corner, as on Android.
    public func setFrontImage(_ frontImage: UIImage, _ faceRect: CGRect) {
        self.frontImage = frontImage
        id_face_coordinate_x = Int(faceRect.origin.x)
        id_face_coordinate_y = Int(faceRect.origin.y)
        id_face_width = Int(faceRect.size.width)
        id_face_height = Int(faceRect.size.height)
    }

    /// The photograph; one without content before it was set.
    public func getFrontImage() -> UIImage { frontImage ?? UIImage() }

    /// The place of the face, in pixels from the upper left corner; empty until one was found.
    public func getFaceCoordinates() -> CGRect {
        CGRect(x: id_face_coordinate_x, y: id_face_coordinate_y, width: id_face_width, height: id_face_height)
    }

    /// Sets the photograph of the back.
    public func setBackImage(_ value: UIImage) { backImage = value }
    /// The photograph of the back; one without content before it was set.
    public func getBackImage() -> UIImage { backImage ?? UIImage() }
}
