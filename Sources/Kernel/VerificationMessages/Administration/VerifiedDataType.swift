/// The kind of data that was collected, by the documented words (`verifiedData.type`).
package enum VerifiedDataType: String, Sendable, CaseIterable {
    /// The user's face.
    case selfie = "SELFIE"
    /// The fields of the document.
    case governmentID = "GOVERNMENT_ID"
    /// The front of the document.
    case frontImage = "FRONT_IMAGE"
    /// The back of the document.
    case backImage = "BACK_IMAGE"
    /// The payload of the barcode.
    case barcode = "BARCODE"
    /// The portrait, cut out.
    case croppedPortrait = "CROPPED_PORTRAIT"
}
