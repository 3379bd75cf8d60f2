import Foundation
import Primitives
import Verification
package import VerificationMessages

#if canImport(UIKit)
public import UIKit
#endif

/// A card that can be submitted: ``DriverLicense``, ``Passport`` or ``Selfie``.
open class IdCard {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The id by which a card that was verified before is known again: a fresh one at first.
    public var cardId: String! = UUID().text
    /// The texts by their fields.
    package var fields: [IdentityField: String] = [:]
    /// The payload of the document's barcode, at most 8192 bytes; nil where none was read.
    package var barcode: [UInt8]?
    let kind: IdentityCardType

    init(_ kind: IdentityCardType) { self.kind = kind }

    /// The kind: `DriverLicense`, `Passport` or `Selfie`.
    public func getCardType() -> String {
        switch kind {
        case .passport: Passport.type
        case .selfie: Selfie.type
        default: DriverLicense.type
        }
    }

    /// The card's id.
    public func getCardId() -> String { cardId ?? "" }

    /// The images by their sides.
    var images: [(side: ImageSide, image: UIImage?)] { [] }
    /// The face on the front, if it was found.
    var face: FaceRectangle? { nil }

    func text(_ field: IdentityField) -> String { fields[field] ?? "" }

    /// The card as the client module takes it.
    var captured: CapturedCard {
        var texts = IdentityFields()
        for (field, text) in fields { texts[field] = text }
        let files = images.compactMap { side, image in
            image?.file.map { CapturedImage(side, $0, face: side == .front ? face : nil) }
        }
        return CapturedCard(kind, id: getCardId(), fields: texts, barcode: barcode, images: files)
    }
}
