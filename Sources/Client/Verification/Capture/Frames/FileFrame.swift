public import Foundation
import Primitives
import VisionMessages

/// A frame that is a file, such as a photograph that the user has chosen.
public struct FileFrame: CaptureFrame {
    public let time: TimeInterval
    private let bytes: [UInt8]
    private let reader: (any CapturedPictureReader)?

    /// - Parameters:
    ///   - bytes: the bytes of a JPEG or PNG file.
    ///   - time: the seconds since any fixed time; 0 by default, which does for photographs.
    ///   - reader: the reader; nil, the default, for one that looks at the file's head alone: it finds neither faults nor faces.
    public init(_ bytes: [UInt8], at time: TimeInterval = 0, reader: (any CapturedPictureReader)? = nil) {
        self.bytes = bytes
        self.time = time
        self.reader = reader
    }

    /// Reads the file.
    /// - Throws: ``CaptureError`` `.image` for a file that isn't taken, and the reader's.
    public func read(for step: CaptureStep) async throws(CaptureError) -> FrameReading {
        do { _ = try ImageHeader(of: bytes) } catch { throw CaptureError(.image, error.reason, underlying: error) }
        return try await reader?.read(bytes, for: step) ?? FrameReading()
    }

    /// The bytes.
    public func file() async throws(CaptureError) -> [UInt8] { bytes }
}
