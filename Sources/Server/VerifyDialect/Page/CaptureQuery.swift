import OAuthMessages
import Pages
import Primitives
import VerificationMessages
import Verifications

/// The step that the address of a verification's page asks for; without one, the first at which a picture is missing.
struct CaptureQuery: Sendable {
    var document: IdentityCardType?
    var side: ImageSide?
    /// ``CapturePath/choiceStep`` or ``CapturePath/reviewStep``.
    var step: String?

    init(document: IdentityCardType? = nil, side: ImageSide? = nil) {
        self.document = document
        self.side = side
    }

    init(_ query: FormBody) throws {
        document = try query.given(DocumentChoicePage.cardField).flatMap(IdentityCardType.init(exactly:))
        side = try query.given(CapturePath.sideField).flatMap(ImageSide.init(exactly:))
        step = try query.given(CapturePath.stepField)
    }

    /// Whether a step is asked for by its name.
    func asks(for name: String) -> Bool { step?.isExactly(name) == true }

    var isEmpty: Bool { document == nil && side == nil && step == nil }
}
