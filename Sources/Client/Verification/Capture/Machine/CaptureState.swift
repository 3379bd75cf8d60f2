import Primitives

/// The state of a capture after a frame or a word of the user.
public enum CaptureState: Sendable, Equatable {
    /// The step is under way. The reasons say why the last frame didn't do; none when it did, and more are needed.
    case running(CaptureStep, [CaptureReason])
    /// The expressions begin again from the first, for this reason.
    case restarted(CaptureStep, CaptureReason)
    /// The step has its photograph, which the user approves or takes again.
    case approving(CaptureStep)
    /// The expression check failed as often as it may; ``CaptureMachine/retake()`` begins anew.
    case failed(CaptureReason)
    /// All steps are done.
    case complete
}
