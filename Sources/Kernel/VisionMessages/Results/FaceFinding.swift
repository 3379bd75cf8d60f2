import Primitives

/// The face of a picture that is to show one person, or the reason for which there is none.
public enum FaceFinding: Sendable, Equatable {
    /// One face, whole in the picture.
    case one(DetectedFace)
    /// No face was found.
    case noFace
    /// More than one face, each large beside the largest.
    case severalFaces
    /// The face is cut off by the picture's edge.
    case cutOff
    /// The face was photographed from a picture, as far as ``RecaptureSigns`` tell. Of selfies alone.
    case pictureOfPicture
    /// The face is smaller than a selfie's. Of selfies alone.
    case tooSmall

    /// A face this much smaller than the largest is a ghost image or background, such as documents print.
    private static let ghost = 0.5
    /// Doubtful faces are more often something else.
    private static let leastScore = 0.2
    /// The least width of a selfie's face, as a part of the picture's shorter side. A portrait on a card that is held up has half of it.
    private static let selfieShare = 0.15

    /// Judges the faces of a report; nil when it has none because they weren't asked for. A picture that was read for ``VisionReading/recapture``
    /// is judged as a selfie.
    public init?(in report: VisionReport) {
        guard let faces = report.faces?.filter({ $0.score >= Self.leastScore }) else { return nil }
        guard let face = faces.max(by: { $0.box.width < $1.box.width }) else {
            self = .noFace
            return
        }
        let others = faces.filter { $0 != face && Double($0.box.width) > Self.ghost * Double(face.box.width) }
        if !others.isEmpty {
            self = .severalFaces
        } else if !face.box.isInside(width: report.width, height: report.height) {
            self = .cutOff
        } else {
            self = report.recapture.flatMap { Self.fault($0, of: face, in: report) } ?? .one(face)
        }
    }

    /// The fault of a selfie, if it has one.
    private static func fault(_ signs: RecaptureSigns, of face: DetectedFace, in report: VisionReport) -> FaceFinding? {
        if signs.suggestsPicture { return .pictureOfPicture }
        return Double(face.box.width) < selfieShare * Double(min(report.width, report.height)) ? .tooSmall : nil
    }

    /// The reason as a sentence for the user; nil for one face.
    public var reason: String? {
        switch self {
        case .one: nil
        case .noFace: "There is no face in the picture that is seen from the front."
        case .severalFaces: "There is more than one face in the picture."
        case .cutOff: "The face is cut off by the picture's edge."
        case .pictureOfPicture: "The picture seems to show a print, a card or a screen; take it of the person."
        case .tooSmall: "The face is too small; hold the camera nearer."
        }
    }
}

extension ImageBox {
    /// Whether the box lies in an image of this size, but for a twentieth of its own.
    func isInside(width imageWidth: Int, height imageHeight: Int) -> Bool {
        let (x, y) = (width / 20, height / 20)
        return left >= -x && top >= -y && left + width <= imageWidth + x && top + height <= imageHeight + y
    }
}
