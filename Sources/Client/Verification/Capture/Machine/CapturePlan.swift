package import Primitives
public import VerificationMessages

/// The steps of a capture of one card, and what is looked at in them.
public struct CapturePlan: Sendable, Equatable {
    /// The kind of card that is captured.
    public let type: IdentityCardType
    /// The steps, in their order.
    public let steps: [CaptureStep]
    /// Whether the front of a document must show a face, where faces can be found.
    public let checksFace: Bool

    private init(_ type: IdentityCardType, _ steps: [CaptureStep], checksFace: Bool) {
        self.type = type
        self.steps = steps
        self.checksFace = checksFace
    }

    /// A plan for a card with a front and perhaps a back and a barcode, such as a driver licence.
    /// - Parameters:
    ///   - type: the kind; a passport has ``passport(checksFace:)``, a selfie ``selfie(_:)``.
    ///   - takesBack: whether the back is photographed; true by default.
    ///   - scansBarcode: whether the barcode is read; true by default. The step may be skipped.
    public static func card(
        _ type: IdentityCardType = .drivingLicense, takesBack: Bool = true, scansBarcode: Bool = true, checksFace: Bool = true
    ) -> CapturePlan {
        CapturePlan(type, [.front] + (scansBarcode ? [.barcode] : []) + (takesBack ? [.back] : []), checksFace: checksFace)
    }

    /// A plan for a card of which an app wants certain steps, in their order.
    /// - Parameters:
    ///   - type: the kind; a passport has ``passport(checksFace:)``, a selfie ``selfie(_:)``.
    ///   - steps: some of ``CaptureStep/front``, ``CaptureStep/barcode`` and ``CaptureStep/back``.
    /// - Returns: nil for no steps, for one that is given twice, and for one of another card.
    public static func card(_ type: IdentityCardType = .drivingLicense, steps: [CaptureStep], checksFace: Bool = true) -> CapturePlan? {
        guard !steps.isEmpty, Set(steps).count == steps.count, Set(steps).isSubset(of: [.front, .barcode, .back]) else { return nil }
        return CapturePlan(type, steps, checksFace: checksFace)
    }

    /// A plan for the page of a passport that has the portrait.
    public static func passport(checksFace: Bool = true) -> CapturePlan { CapturePlan(.passport, [.passportPage], checksFace: checksFace) }

    /// A plan for a selfie, after some expressions in their order; none by default.
    public static func selfie(_ expressions: [FacialExpression] = []) -> CapturePlan {
        CapturePlan(.selfie, expressions.map(CaptureStep.expression) + [.selfie], checksFace: true)
    }

    /// A plan for a selfie after all expressions, in an order that the user can't foresee; a smile is followed by a straight face.
    package static func checkedSelfie(_ random: any RandomSource) -> CapturePlan {
        selfie(order(by: random.bytes(2)))
    }

    private static func order(by bytes: [UInt8]) -> [FacialExpression] {
        let eyes: [FacialExpression] = bytes[0] % 2 == 0 ? [.leftEyeClosed, .rightEyeClosed] : [.rightEyeClosed, .leftEyeClosed]
        switch bytes[1] % 3 {
        case 0: return [.smile, .straightFace] + eyes
        case 1: return eyes + [.smile, .straightFace]
        default: return [eyes[0], .smile, .straightFace, eyes[1]]
        }
    }
}
