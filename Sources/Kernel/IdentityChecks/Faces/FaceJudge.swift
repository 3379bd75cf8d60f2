import Primitives
import VerificationMessages
public import VisionMessages

/// Judges whether the face on a document is the selfie's (`docs/images.md`, Faces).
public struct FaceJudge: Sendable {
    /// The strictness.
    public var strictness: FaceMatchStrictness

    /// Makes a judge.
    public init(strictness: FaceMatchStrictness) { self.strictness = strictness }

    /// Compares the faces of two pictures.
    ///
    /// - Returns: the judgement, and the distance where there is one. Negative where a picture hasn't the one face that it should have; not
    ///   available without the models.
    public func judge(document: VisionReport, selfie: VisionReport) -> (judgement: CheckJudgement, distance: Double?) {
        let (portrait, person) = (FaceFinding(in: document), FaceFinding(in: selfie))
        guard let portrait, let person else { return (CheckJudgement(.unavailable, ["facesUnread": "Faces weren't looked for."]), nil) }
        var messages: [String: String] = [:]
        if let reason = portrait.reason { messages["documentFace"] = reason }
        if let reason = person.reason { messages["selfieFace"] = reason }
        guard case .one(let first) = portrait, case .one(let second) = person else { return (CheckJudgement(.fail, messages), nil) }
        guard let one = Self.descriptor(of: first, in: document), let other = Self.descriptor(of: second, in: selfie) else {
            return (CheckJudgement(.unavailable, ["modelsMissing": "Faces can't be compared here."]), nil)
        }
        let distance = one.distance(to: other)
        guard strictness.accepts(distance: distance) else {
            return (CheckJudgement(.fail, ["otherFace": "The selfie's face isn't the document's."]), distance)
        }
        return (CheckJudgement(.pass), distance)
    }

    private static func descriptor(of face: DetectedFace, in report: VisionReport) -> FaceDescriptor? {
        guard let index = report.faces?.firstIndex(of: face), let descriptors = report.descriptors?.value else { return nil }
        return descriptors.indices.contains(index) ? descriptors[index] : nil
    }
}
