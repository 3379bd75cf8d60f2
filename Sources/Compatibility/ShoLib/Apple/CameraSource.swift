#if canImport(UIKit) && canImport(AVFoundation) && canImport(CoreImage)
import Primitives
import Verification

/// The device's camera.
struct CameraSource: FrameSource {
    let camera: CaptureCamera

    init(_ position: CaptureCamera.Position) { camera = CaptureCamera(position) }

    func feed(_ take: @escaping @Sendable (any CaptureFrame) async -> Void) async throws(CaptureError) {
        try await camera.start()
        for await frame in camera.frames { await take(frame) }
    }

    func stop() async { await camera.stop() }
}
#endif
