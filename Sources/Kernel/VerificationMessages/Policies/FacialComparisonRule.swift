import Primitives
package import ResourceMessages
package import VisionMessages

/// The rule of a policy for the comparison of faces.
package struct FacialComparisonRule: Sendable, Equatable {
    package var use = PartUse.disabled
    /// The greatest distance of two faces, which stands in `docs/images.md`.
    package var threshold = FaceMatchStrictness.medium

    package init() {}
}

extension FacialComparisonRule: Shaped {
    package static let shapeName = "VerifyFacialComparison"
    package static let members: [Member<Self>] = [
        Member("verify", \.use, .choice)
            .saying("Whether a selfie is asked for, and compared with the document's face.", tellsInitial: true),
        Member("threshold", \.threshold, .choice)
            .saying("The greatest distance of the two faces: LOW 0.6, MEDIUM 0.55, HIGH 0.5.", tellsInitial: true),
    ]
}
