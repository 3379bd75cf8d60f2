/// The part of a card that an image shows.
public enum ImageSide: String, Sendable, CaseIterable {
    /// The front of a document; of a passport, the page with the photograph.
    case front = "FRONT"
    /// The back of a document.
    case back = "BACK"
    /// The user's face.
    case selfie = "SELFIE"
}
