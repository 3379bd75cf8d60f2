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

    private var brand = PageBrand.standard
    private var languagePath: String?

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

    /// The same pages with a realm's look.
    package func wearing(_ brand: PageBrand) -> Pages {
        var pages = self
        pages.brand = brand
        return pages
    }

    /// The same pages, on which readers choose a language.
    /// - Parameter path: the path that, followed by a language's tag, chooses it.
    package func choosingLanguage(at path: String) -> Pages {
        var pages = self
        pages.languagePath = path
        return pages
    }

    private func render(_ view: some FramedView, by template: MustacheTemplate) -> String {
        var view = view
        view.frame = view.frame.wearing(brand).choosingLanguage(at: languagePath)
        return template.render(view, library: library)
    }

    /// A step of a journey as a form.
    package func render(_ page: SignOnPage) -> String { render(SignOnView(page), by: signOnTemplate) }

    /// The server's front page for a visitor who is not signed in.
    package func render(_ page: WelcomePage) -> String { render(WelcomeView(page), by: welcomeTemplate) }

    /// The server's front page for a user who has just signed in: who they are, and what they got.
    package func render(_ page: SignedInPage) -> String { render(SignedInView(page), by: signedInTemplate) }

    /// One's own account.
    package func render(_ page: AccountPage) -> String { render(AccountView(page), by: accountTemplate) }

    /// Something went wrong, and this page is the end of the way.
    package func render(_ page: ErrorPage) -> String { render(MessageView(page), by: messageTemplate) }

    /// A registration or a reset of the password has succeeded.
    package func render(_ page: ConfirmationPage) -> String { render(MessageView(page), by: messageTemplate) }

    /// The question whether to sign out.
    package func render(_ page: LogoutPage) -> String { render(LogoutView(page), by: logoutTemplate) }

    /// The question whether an application may have what it asks for.
    package func render(_ page: ConsentPage) -> String { render(ConsentView(page), by: consentTemplate) }

    /// The page that watches the session for applications that embed it.
    package func render(_ page: SessionCheckPage) -> String { sessionCheckTemplate.render(SessionCheckView(page), library: library) }

    /// The session has ended.
    package func render(_ page: SignedOutPage) -> String { render(MessageView(page), by: messageTemplate) }

    /// The account of what a verification does, to which its user agrees by beginning it.
    package func render(_ page: VerificationConsentPage) -> String {
        render(VerificationConsentView(page), by: verificationConsentTemplate)
    }

    /// The question which document a verification's user shows.
    package func render(_ page: DocumentChoicePage) -> String {
        render(DocumentChoiceView(page), by: documentChoiceTemplate)
    }

    /// A step of a verification at which a picture is taken.
    package func render(_ page: CapturePage) -> String { render(CaptureView(page), by: captureTemplate) }

    /// The pictures of a verification, before they are submitted.
    package func render(_ page: CaptureReviewPage) -> String { render(CaptureReviewView(page), by: captureReviewTemplate) }

    /// The state of a verification after its submission.
    package func render(_ page: VerificationOutcomePage) -> String {
        render(VerificationOutcomeView(page), by: verificationOutcomeTemplate)
    }
}

/// A page with the parts that all share.
protocol FramedView {
    var frame: Frame { get set }
}
