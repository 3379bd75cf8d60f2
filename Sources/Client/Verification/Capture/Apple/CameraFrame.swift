#if canImport(AVFoundation) && canImport(CoreImage)
public import Foundation
import Primitives

/// A frame of a ``CaptureCamera``.
public struct CameraFrame: CaptureFrame {
    private let picture: FileFrame
    private let barcode: [UInt8]?

    init(_ picture: FileFrame, barcode: [UInt8]?) {
        self.picture = picture
        self.barcode = barcode
    }

    public var time: TimeInterval { picture.time }

    /// Reads the picture, and adds the barcode that the system has found.
    /// - Throws: ``CaptureError``.
    public func read(for step: CaptureStep) async throws(CaptureError) -> FrameReading {
        if step == .barcode, let barcode { return FrameReading(barcode: barcode) }
        return try await picture.read(for: step)
    }

    /// The picture as a JPEG file.
    /// - Throws: ``CaptureError``.
    public func file() async throws(CaptureError) -> [UInt8] { try await picture.file() }
}
#endif
