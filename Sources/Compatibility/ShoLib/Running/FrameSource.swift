import Primitives
package import Verification

/// A camera, or what takes its place.
package protocol FrameSource: Sendable {
    /// Starts, and hands over one frame after the other until it is stopped.
    /// - Throws: `CaptureError` `.camera`.
    func feed(_ take: @escaping @Sendable (any CaptureFrame) async -> Void) async throws(CaptureError)
    /// Ends the frames.
    func stop() async
}
