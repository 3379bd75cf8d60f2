import JourneyMessages
import Primitives
import Translations

/// A sign-on page as its template sees it.
struct SignOnView: FramedView {
    var frame: Frame
    let heading: String
    let description: String?
    let application: Application?
    let error: ErrorNotice?
    let form: PageForm
    let stateField = SignOnSubmission.stateField
    let csrfField = PageForm.csrfField
    let signalsField = SignOnSubmission.signalsField
    let state: String
    let stage: String?
    let fields: [FieldView]
    /// The line that explains the marks of labels; nil for a form without marks.
    let requiredMark: String?
    /// The options of the sensor; nil for a page that collects no signals.
    let signals: String?
    /// Whether signals go beside the answers; else the step itself asks for them.
    let bringsSignals: Bool
    let submit: Submit?
    let redirect: RedirectView?
    /// Whether something is expected back.
    let hasForm: Bool
    let hasLinks: Bool
    let links: [LinkView]

    struct Application {
        let introduction: String
        let name: String
    }

    struct ErrorNotice {
        let prefix: String
        let message: String
    }

    /// The button that sends the form; none when a confirmation brings its own.
    struct Submit {
        let label: String
        let isSecondary: Bool
    }

    init(_ page: SignOnPage) {
        let phrases = page.language.phrases
        let step = page.step
        let kinds = step.callbacks.map(\.kind)
        heading = step.header.nonEmpty ?? Self.heading(of: kinds, phrases)
        description = step.description.nonEmpty
        application = page.application.nonEmpty.map { Application(introduction: phrases.leadingTo, name: $0) }
        error = page.error.nonEmpty.map { ErrorNotice(prefix: phrases.errorPrefix, message: $0) }
        form = page.form
        state = step.authID
        stage = step.stage.nonEmpty
        fields = FieldView.fields(of: page, phrases)
        requiredMark = fields.contains(where: \.hasMark) ? phrases.form.requiredMark : nil
        signals = page.signals.map { JSONValue.object($0.options).text }
        bringsSignals = page.signals != nil && !kinds.contains(where: \.asksForSignals)
        redirect = step.redirect.flatMap { RedirectView($0, phrases) }
        hasForm = !(kinds.allSatisfy(\.isFinal) && kinds.contains(where: \.leadsElsewhere))
        hasLinks = !page.links.isEmpty
        links = page.links.map { LinkView($0, phrases) }
        let wait = step.longestWait
        // Beside a ceremony, to continue is to continue without it.
        let goesWithout = fields.contains { $0.passkey?.isModal == true }
        let label = goesWithout ? phrases.passkeys.goOnWithout : wait == nil ? phrases.proceed : phrases.checkAgain
        submit = fields.contains { $0.buttons != nil } ? nil : Submit(label: label, isSecondary: goesWithout)
        // A page that reloads must not take away what the user is typing.
        let pollPath = page.looksAgain ? page.pollPath : nil
        // Nor may it leave when there is another way than the redirect.
        let leaving = hasForm ? nil : redirect?.refresh
        let isWrong = error != nil || step.callbacks.contains { !$0.failedPolicies.isEmpty }
        frame = Frame(
            page.language, title: (isWrong ? "\(phrases.errorPrefix): " : "") + heading,
            refresh: leaving, wait: leaving == nil ? SignOnView.refresh(after: wait, to: pollPath) : nil,
            script: step.captchaProvider?.script,
            sensor: page.signals.map { _ in Frame.Sensor() },
            ownScripts: page.ownScripts)
    }

    /// The heading of a step that brings none.
    private static func heading(of kinds: [CallbackKind], _ phrases: Phrases) -> String {
        if kinds.contains(where: \.isSuspension) { return phrases.checkMessages }
        let isRegistration = kinds.contains { if case .webAuthnRegistration = $0 { true } else { false } }
        return isRegistration ? phrases.passkeys.create : phrases.signIn
    }

    private static func refresh(after milliseconds: Int?, to path: String?) -> Frame.Refresh? {
        guard let milliseconds, let path else { return nil }
        return Frame.Refresh(seconds: max(1, (milliseconds + 999) / 1000), location: path)
    }
}

extension Step {
    /// The time that the step asks to wait, in milliseconds (at most an hour, whatever it says); nil when it doesn't.
    fileprivate var longestWait: Int? {
        let waits = callbacks.compactMap { if case .pollingWait(let wait) = $0.kind { wait.milliseconds } else { nil } }
        return waits.max().map { min($0, 3_600_000) }
    }
}

extension String? {
    /// nil also for a text of nothing but space.
    var nonEmpty: String? { flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } }
}
