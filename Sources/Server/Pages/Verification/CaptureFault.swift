/// The reason for which a picture of a verification may not do.
package enum CaptureFault: String, Sendable, CaseIterable {
    case small, blurred, glare, skewed, cropped, faint, noFace, severalFaces, noBarcode, unreadable
}
