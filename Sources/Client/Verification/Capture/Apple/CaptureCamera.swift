#if canImport(AVFoundation) && canImport(CoreImage)
#if os(iOS)
public import AVFoundation
#else
import AVFoundation
#endif
import Dispatch
import Foundation
import Primitives

/// The camera of the device as a source of frames. A view shows its pictures by ``preview()``, on iOS.
public actor CaptureCamera {
    /// The side of the device on which the camera is.
    public enum Position: Sendable {
        /// The side of the screen.
        case front
        /// The other side.
        case back
    }

    /// The frames, the newest alone where the reader is slower than the camera.
    public nonisolated let frames: AsyncStream<CameraFrame>
    private nonisolated(unsafe) let session = AVCaptureSession()  // Apple's documentation: a layer on the main thread may show it meanwhile
    private let receiver: FrameReceiver
    private let queue = DispatchQueue(label: "verification.camera")
    private let position: Position

    /// A camera that isn't running yet.
    /// - Parameters:
    ///   - orientation: the orientation of the sensor's pictures by Exif; 6 by default, that of a telephone that is held upright.
    ///   - reader: the reader of the frames; the system's finder of faces by default.
    public init(_ position: Position, orientation: Int32 = 6, reader: any CapturedPictureReader = CoreImageReader()) {
        self.position = position
        let (frames, continuation) = AsyncStream.makeStream(of: CameraFrame.self, bufferingPolicy: .bufferingNewest(1))
        self.frames = frames
        receiver = FrameReceiver(continuation, orientation: orientation, reader: reader)
    }

    /// Asks the user for access where that wasn't done, and starts.
    /// - Throws: ``CaptureError`` `.camera` without access or camera.
    public func start() async throws(CaptureError) {
        guard await AVCaptureDevice.requestAccess(for: .video) else {
            throw CaptureError(.camera, "the user doesn't let the app use the camera")
        }
        let side: AVCaptureDevice.Position = position == .front ? .front : .back
        guard let device = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: side),
            let input = try? AVCaptureDeviceInput(device: device), session.canAddInput(input)
        else { throw CaptureError(.camera, "there is no camera on this side") }
        session.beginConfiguration()
        session.addInput(input)
        let (pictures, codes) = (AVCaptureVideoDataOutput(), AVCaptureMetadataOutput())
        pictures.alwaysDiscardsLateVideoFrames = true
        pictures.setSampleBufferDelegate(receiver, queue: queue)
        codes.setMetadataObjectsDelegate(receiver, queue: queue)
        if session.canAddOutput(pictures) { session.addOutput(pictures) }
        if session.canAddOutput(codes) { session.addOutput(codes) }
        // After the output has its session, which decides what is available.
        codes.metadataObjectTypes = codes.availableMetadataObjectTypes.filter { $0 == .pdf417 }
        session.commitConfiguration()
        session.startRunning()
    }

    #if os(iOS)
    /// A layer that shows what the camera sees.
    @MainActor
    public func preview() -> AVCaptureVideoPreviewLayer { AVCaptureVideoPreviewLayer(session: session) }
    #endif

    /// Stops the camera, and ends ``frames``.
    public func stop() {
        session.stopRunning()
        receiver.end()
    }
}
#endif
