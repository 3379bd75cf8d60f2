import Mustache

/// The hosted pages, as pure functions from a page to its HTML text.
///
/// The templates are part of the program and parsed once. The pages hold nothing inline and link one stylesheet
/// (``Asset/stylesheet``) and no script but those that a step needs; send them with ``SecurityHeaders``.
package struct Pages: Sendable {
    private let library: MustacheLibrary
    private let signOnTemplate: MustacheTemplate
    private let welcomeTemplate: MustacheTemplate
    private let signedInTemplate: MustacheTemplate
    private let accountTemplate: MustacheTemplate
    private let messageTemplate: MustacheTemplate
    private let logoutTemplate: MustacheTemplate
    private let consentTemplate: MustacheTemplate
    private let sessionCheckTemplate: MustacheTemplate
    private let verificationConsentTemplate: MustacheTemplate
    private let documentChoiceTemplate: MustacheTemplate
    private let captureTemplate: MustacheTemplate
    private let captureReviewTemplate: MustacheTemplate
    private let verificationOutcomeTemplate: MustacheTemplate

    private static let parsed = Result { try Pages(parsing: ()) }

    /// Throws only when one of the templates is wrong, which a test rules out.
    package init() throws { self = try Self.parsed.get() }

    private init(parsing: Void) throws {
        ScalarHTML.register()
        library = MustacheLibrary(templates: [
            "layout": try ScalarHTML.template(LayoutTemplate.source),
            "field": try ScalarHTML.template(FieldTemplate.source),
            "problems": try ScalarHTML.template(FieldTemplate.problems),
        ])
        signOnTemplate = try ScalarHTML.template(SignOnTemplate.source)
        welcomeTemplate = try ScalarHTML.template(WelcomeTemplate.source)
        signedInTemplate = try ScalarHTML.template(SignedInTemplate.source)
        accountTemplate = try ScalarHTML.template(AccountTemplate.source)
        messageTemplate = try ScalarHTML.template(MessageTemplate.source)
        logoutTemplate = try ScalarHTML.template(LogoutTemplate.source)
        sessionCheckTemplate = try ScalarHTML.template(SessionCheckTemplate.source)
        consentTemplate = try ScalarHTML.template(ConsentTemplate.source)
        verificationConsentTemplate = try ScalarHTML.template(VerificationConsentTemplate.source)
        documentChoiceTemplate = try ScalarHTML.template(DocumentChoiceTemplate.source)
        captureTemplate = try ScalarHTML.template(CaptureTemplate.source)
        captureReviewTemplate = try ScalarHTML.template(CaptureReviewTemplate.source)
        verificationOutcomeTemplate = try ScalarHTML.template(VerificationOutcomeTemplate.source)
    }

    /// A step of a journey as a form.
    package func render(_ page: SignOnPage) -> String { signOnTemplate.render(SignOnView(page), library: library) }

    /// The server's front page for a visitor who is not signed in.
    package func render(_ page: WelcomePage) -> String { welcomeTemplate.render(WelcomeView(page), library: library) }

    /// The server's front page for a user who has just signed in: who they are, and what they got.
    package func render(_ page: SignedInPage) -> String { signedInTemplate.render(SignedInView(page), library: library) }

    /// One's own account.
    package func render(_ page: AccountPage) -> String { accountTemplate.render(AccountView(page), library: library) }

    /// Something went wrong, and this page is the end of the way.
    package func render(_ page: ErrorPage) -> String { messageTemplate.render(MessageView(page), library: library) }

    /// The question whether to sign out.
    package func render(_ page: LogoutPage) -> String { logoutTemplate.render(LogoutView(page), library: library) }

    /// The question whether an application may have what it asks for.
    package func render(_ page: ConsentPage) -> String { consentTemplate.render(ConsentView(page), library: library) }

    /// The page that watches the session for applications that embed it.
    package func render(_ page: SessionCheckPage) -> String { sessionCheckTemplate.render(SessionCheckView(page), library: library) }

    /// The session has ended.
    package func render(_ page: SignedOutPage) -> String { messageTemplate.render(MessageView(page), library: library) }

    /// What a verification does, which its user agrees to by beginning it.
    package func render(_ page: VerificationConsentPage) -> String {
        verificationConsentTemplate.render(VerificationConsentView(page), library: library)
    }

    /// The question which document a verification's user shows.
    package func render(_ page: DocumentChoicePage) -> String {
        documentChoiceTemplate.render(DocumentChoiceView(page), library: library)
    }

    /// A step of a verification at which a picture is taken.
    package func render(_ page: CapturePage) -> String { captureTemplate.render(CaptureView(page), library: library) }

    /// The pictures of a verification, before they are submitted.
    package func render(_ page: CaptureReviewPage) -> String { captureReviewTemplate.render(CaptureReviewView(page), library: library) }

    /// The state of a verification after its submission.
    package func render(_ page: VerificationOutcomePage) -> String {
        verificationOutcomeTemplate.render(VerificationOutcomeView(page), library: library)
    }
}
