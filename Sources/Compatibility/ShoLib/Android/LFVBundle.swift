public import P1Verify
import Primitives

/// The result of the capture of a selfie. It is the bundle itself: Foundation has that name.
public struct LFVBundle {
    private let selfie: Selfie

    init(_ selfie: Selfie) { self.selfie = selfie }

    /// The selfie.
    public static func getResultSelfie(_ bundle: LFVBundle) -> Selfie { bundle.selfie }
}
