/// A kind of thing that is read from an image.
public enum VisionReading: String, Sendable, CaseIterable {
    /// Sharpness, glare, skew, cut edges, contrast: ``ImageQuality``.
    case quality
    /// PDF417 and QR codes, with their bytes as they were encoded.
    case barcodes
    /// The machine readable zone, with the candidates of each cell.
    case zone
    /// Printed words, as hints and never as facts.
    case words
    /// Faces that are seen from the front.
    case faces
    /// The descriptors of these faces, by which faces are compared.
    case descriptors
    /// The largest face with what is around it, as an image of its own.
    case portrait
    /// Signs that the one face was photographed from a picture: ``RecaptureSigns``. For selfies; in a document a face has a frame anyway.
    case recapture
}
