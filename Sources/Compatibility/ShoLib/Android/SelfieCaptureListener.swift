import Primitives

/// Receives the result of the capture of a selfie, on the main thread: Android's.
@MainActor
public protocol SelfieCaptureListener {
    /// The selfie was captured. ``LFVBundle/getResultSelfie(_:)`` takes it out.
    func onComplete(_ bundle: LFVBundle)
    /// The user has cancelled.
    func onCancelled()
}
