package import Translations
package import VerificationMessages

/// A step of a verification at which a side of a card is photographed: by the camera, or by choosing a file.
package struct CapturePage: Sendable {
    package var language: Language
    /// The kind of card to photograph.
    package var card: IdentityCardType
    package var side: ImageSide
    /// The number of the step, from 1, and of all.
    package var step: (number: Int, of: Int)
    package var form: PageForm
    /// The token that the next submission spends.
    package var token: String
    /// The faults of the picture that was taken before; empty for none.
    package var faults: [CaptureFault]
    package var ways: Ways
    /// The reason for which the user sees the page again; nil when there is none.
    package var problem: VerificationProblem?

    /// The ways on from the step, as paths; nil where there is none.
    package struct Ways: Sendable {
        /// The way on with the picture that was taken before.
        package var keeping: String?
        /// The way on without a picture.
        package var without: String?
        /// The way back to the choice of a document.
        package var choice: String?

        package init(keeping: String? = nil, without: String? = nil, choice: String? = nil) {
            self.keeping = keeping
            self.without = without
            self.choice = choice
        }
    }

    /// The name of the field with the token.
    package static let tokenField = "token"
    /// The name of the field with the picture.
    package static let pictureField = "picture"
    /// The headers to send it with.
    package static let headers = SecurityHeaders.page(runsOwnScript: true, usesCamera: true)

    package init(
        language: Language = .english, card: IdentityCardType, side: ImageSide, step: (number: Int, of: Int), form: PageForm, token: String,
        faults: [CaptureFault] = [], ways: Ways = Ways(), problem: VerificationProblem? = nil
    ) {
        self.language = language
        self.card = card
        self.side = side
        self.step = step
        self.form = form
        self.token = token
        self.faults = faults
        self.ways = ways
        self.problem = problem
    }
}
