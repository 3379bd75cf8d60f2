#if canImport(AVFoundation) && canImport(CoreImage)
import AVFoundation
import CoreGraphics
import CoreImage
import CoreMedia
import Foundation
import Primitives

/// Makes frames of what the camera sends. The system calls it on one queue.
final class FrameReceiver: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, AVCaptureMetadataOutputObjectsDelegate, Sendable {
    private let continuation: AsyncStream<CameraFrame>.Continuation
    private let orientation: Int32
    private let reader: any CapturedPictureReader
    private let barcode = Lock<[UInt8]?>(nil)
    private nonisolated(unsafe) let context = CIContext()  // Apple's documentation: safe for several threads

    init(_ continuation: AsyncStream<CameraFrame>.Continuation, orientation: Int32, reader: any CapturedPictureReader) {
        self.continuation = continuation
        self.orientation = orientation
        self.reader = reader
    }

    func end() { continuation.finish() }

    func captureOutput(_ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection) {
        guard let buffer = sampleBuffer.imageBuffer else { return }
        let image = CIImage(cvImageBuffer: buffer).oriented(forExifOrientation: orientation)
        guard let file = context.jpegRepresentation(of: image, colorSpace: CGColorSpaceCreateDeviceRGB()) else { return }
        let picture = FileFrame([UInt8](file), at: sampleBuffer.presentationTimeStamp.seconds, reader: reader)
        continuation.yield(CameraFrame(picture, barcode: barcode.withLock { $0 }))
    }

    func metadataOutput(
        _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject], from connection: AVCaptureConnection
    ) {
        let codes = metadataObjects.compactMap { ($0 as? AVMetadataMachineReadableCodeObject)?.stringValue }
        // The symbol's bytes as characters of ISO 8859-1; a character beyond is no byte of it.
        let payload = codes.first.flatMap { text in text.data(using: .isoLatin1) }.map { [UInt8]($0) }
        barcode.withLock { $0 = payload }
    }
}
#endif
