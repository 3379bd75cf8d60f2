import Primitives

/// Reads the frames that are files. Apps bring their own.
public protocol CapturedPictureReader: Sendable {
    /// Reads a JPEG or PNG file for a step.
    /// - Throws: ``CaptureError``.
    func read(_ file: [UInt8], for step: CaptureStep) async throws(CaptureError) -> FrameReading
}
