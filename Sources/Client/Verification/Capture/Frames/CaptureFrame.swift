public import Foundation
import Primitives

/// A frame of a camera, or a file that takes its place.
public protocol CaptureFrame: Sendable {
    /// The seconds since any fixed time before, by a steady clock.
    var time: TimeInterval { get }
    /// Reads what a step looks at.
    /// - Throws: ``CaptureError``.
    func read(for step: CaptureStep) async throws(CaptureError) -> FrameReading
    /// The frame as a JPEG or PNG file.
    /// - Throws: ``CaptureError``.
    func file() async throws(CaptureError) -> [UInt8]
}
