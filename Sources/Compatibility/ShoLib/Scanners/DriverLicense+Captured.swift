import Foundation
import IdentityDocuments
import P1Verify
import Primitives
import Verification
import VerificationMessages

#if canImport(UIKit)
import UIKit
#endif

extension DriverLicense {
    /// A licence with the data of a barcode, as encoded; nil for a barcode that is no licence's.
    convenience init?(barcode: [UInt8]) {
        guard let payload = try? LicencePayload(parsing: barcode) else { return nil }
        self.init()
        set(payload.fields)
    }

    /// The licence that was captured.
    convenience init(_ card: CapturedCard, _ scanner: (any IDScanner)?) {
        self.init()
        cardId = card.id
        barcode = card.barcode
        if let barcode, let read = (scanner ?? AAMVAScanner()).readLicense(from: Data(barcode)) { fields = read.fields }
        if let front = card.image(.front) { setFrontImage(front.image, front.face) }
        backImage = card.image(.back)?.image
    }

    private func set(_ read: LicenceFields) {
        for field in LicenceField.allCases {
            if let name = IdentityField(exactly: field.rawValue) { fields[name] = read[field].isEmpty ? nil : read[field] }
        }
    }

    /// The fields of the barcode.
    var licenceFields: LicenceFields {
        get {
            var all = LicenceFields()
            for field in LicenceField.allCases {
                if let name = IdentityField(exactly: field.rawValue) { all[field] = fields[name] ?? "" }
            }
            return all
        }
        set { set(newValue) }
    }
}

extension Passport {
    /// The passport that was captured. No data are read of its page.
    convenience init(_ card: CapturedCard) {
        self.init()
        cardId = card.id
        if let front = card.image(.front) { setFrontImage(front.image, front.face) }
    }
}

extension Selfie {
    /// The selfie that was captured.
    convenience init(_ card: CapturedCard) {
        self.init()
        cardId = card.id
        if let photograph = card.image(.selfie) { setSelfie(photograph.image) }
    }
}

extension CapturedCard {
    /// The photograph of a side, with the place of the face, which is empty for none.
    fileprivate func image(_ side: ImageSide) -> (image: UIImage, face: CGRect)? {
        guard let captured = images.first(where: { $0.side == side }), let image = UIImage(data: Data(captured.file)) else { return nil }
        let face = captured.face.map { CGRect(x: $0.x, y: $0.y, width: $0.width, height: $0.height) }
        return (image, face ?? CGRect(x: 0, y: 0, width: 0, height: 0))
    }
}
