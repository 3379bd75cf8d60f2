import JourneyMessages
import Primitives
import QRImages
import Translations

/// Makes the fields of one step.
struct FieldMaker {
    let phrases: Phrases
    /// Whether something was wrong with the answer before, though it isn't known with which field.
    let hasError: Bool
    /// The field that has the focus: the first in which something is wrong, or the first; nil for none.
    let focused: Int?
    /// The realm's texts about profiles.
    var texts = ProfileTexts()
    /// The labels of the properties that the step asks for, by their names.
    private let ownLabels: [String: String]
    /// Whether the buttons of a callback can send the form: those of two can't, since one press answers only one.
    private let hasButtons: Bool
    /// Whether the step waits for something that happens elsewhere.
    private let waits: Bool
    private let asksForWebAuthn: Bool
    /// The input that takes what comes of a WebAuthn ceremony.
    private let outcomeInput: String?
    /// The question that the menu of each security question begins with, by the field's place.
    let chosenQuestions: [Int: String]
    /// The place of the text that says what was wrong with the field behind it, by the field's place.
    private let notices: [Int: Int]
    /// Whether passkeys stand among the suggestions for a user name.
    let suggestsPasskeys: Bool

    /// Whether the page collects signals.
    let collectsSignals: Bool

    /// The labels of the profile's properties by their names; those that the step asks for have the step's.
    var labels: [String: String] { texts.titles.merging(ownLabels) { _, own in own } }

    /// The language of the terms that the step shows; nil for the page's own.
    var termsLanguage: String? { texts.termsLanguage.flatMap { $0.isExactly(phrases.language.rawValue) ? nil : $0 } }

    /// - Parameter isForTyping: whether the page is there to be typed into, and so begins with the focus in a field.
    init(_ step: Step, hasError: Bool, collectsSignals: Bool, isForTyping: Bool = true, phrases: Phrases) {
        let kinds = step.callbacks.map(\.kind)
        self.hasError = hasError
        self.collectsSignals = collectsSignals
        self.phrases = phrases
        hasButtons = kinds.count(where: \.isButtonRow) == 1
        chosenQuestions = Self.chosenQuestions(kinds, step.callbacks)
        notices = Dictionary(
            uniqueKeysWithValues: kinds.indices.dropLast().filter { kinds[$0].isWarning && kinds[$0 + 1].isShown }.map { ($0 + 1, $0) })
        let wrong = kinds.indices.first { !step.callbacks[$0].failedPolicies.isEmpty && kinds[$0].isShown }
        let isFilled = { (index: Int) in step.callbacks[index].initial()?.string?.isEmpty == false }
        // A field that was filled in already has the focus only when nothing else is to be typed.
        let first = kinds.indices.first { kinds[$0].isTextBox && !isFilled($0) } ?? kinds.firstIndex(where: \.isTextBox)
        focused = wrong ?? (isForTyping ? first : nil)
        ownLabels = Dictionary(kinds.compactMap(\.propertyLabel)) { first, _ in first }
        waits = kinds.contains { if case .pollingWait = $0 { true } else { false } }
        asksForWebAuthn = kinds.contains(where: \.isWebAuthn)
        suggestsPasskeys = kinds.contains(where: \.isConditional)
        outcomeInput = kinds.firstIndex { if case .hiddenValue(let hidden) = $0 { hidden.id == PasskeyView.outcome } else { false } }
            .map { Step.inputName($0) }
    }

    /// nil for what the user is not to see.
    func field(_ kind: CallbackKind, _ callback: Callback, at index: Int) -> FieldView? {
        guard var field = bareField(kind, callback, at: index) else { return nil }
        field.problems = problems(callback.failedPolicies, at: index)
        field.rules = rules(kind, callback, at: index)
        field.hasFocus = index == focused
        let isUnsure = hasError && field.textBox != nil
        field.isWrong = field.problems != nil || isUnsure
        let notice = notices[index].map(noticeName)
        let identifiers = (isUnsure ? ["error"] : []) + [notice, field.rules?.identifier, field.problems?.identifier].compactMap(\.self)
        field.describedBy = identifiers.isEmpty ? nil : identifiers.joined(separator: " ")
        if notices.values.contains(index) { field.notice?.identifier = noticeName(index) }
        return field
    }

    private func noticeName(_ index: Int) -> String { "\(Step.inputName(index))-notice" }

    private func bareField(_ kind: CallbackKind, _ callback: Callback, at index: Int) -> FieldView? {
        var field = FieldView(fieldName: Step.inputName(index))
        switch kind {
        case .metadata: return nil
        case .webAuthnRegistration(let request): return passkey(.init(request, phrases.passkeys, outcome: outcomeInput), field)
        case .webAuthnAuthentication(let request): return passkey(.init(request, phrases.passkeys, outcome: outcomeInput), field)
        case .textOutput(let statement), .suspendedTextOutput(let statement):
            guard let shown = FieldView.Notice(statement) else { return nil }
            field.notice = shown
        case .pollingWait(let wait): field.notice = FieldView.Notice(message: wait.message, kind: "wait", role: "status")
        case .choice(let question): set(question, callback.initial().flatMap(Callback.index), &field)
        case .confirmation(let question):
            if hasButtons {
                field.buttons = FieldView.ButtonRow(question, isWayOut: waits)
            } else {
                field.options = FieldView.OptionList(question)
            }
        case .stringAttribute(let question) where question.name == "preferredLanguage":
            field.menu = FieldView.OptionList(languages: question)
        case .selectProvider(let choice): set(choice, &field)
        case .kbaCreate(let question): field.securityQuestion = securityQuestion(question, callback, at: index)
        case .hiddenValue(let hidden):
            if collectsSignals, hidden.id == HiddenValue.riskSignals {
                field.sensor = FieldView.Sensor(.init("data", field.fieldName, hidden.id))
                return field
            }
            field.hiddenValue = FieldView.Hidden(content: content(hidden))
            field.code = codeImage(hidden)
            field.number = hidden.id == HiddenValue.pushNumber ? hidden.value : nil
        default:
            field.textBox = textBox(kind, callback)
            field.checkBox = checkBox(kind, callback)
            if field.textBox == nil, field.checkBox == nil { return device(kind, at: index) }
        }
        return field
    }

    /// The image of a value that a device is to read.
    private func codeImage(_ hidden: HiddenValue) -> FieldView.CodeImage? {
        guard HiddenValue.codes.contains(hidden.id), let code = try? QRCode(hidden.value) else { return nil }
        let isOfApp = Self.appSchemes.contains { hidden.value.hasPrefix($0) }
        return FieldView.CodeImage(svg: code.svg, caption: phrases.codeImage, link: isOfApp ? .init(hidden.value, phrases) : nil)
    }

    /// The addresses that authenticator apps open on the device itself.
    private static let appSchemes = ["otpauth://", "pushauth://", "mfauth://"]

    private func set(_ question: ChoiceQuestion, _ initial: Int?, _ field: inout FieldView) {
        let list = FieldView.OptionList(question, initial: initial)
        if list.entries.count > Self.longestRadioList { field.menu = list } else { field.options = list }
    }

    private func set(_ choice: ProviderChoice, _ field: inout FieldView) {
        let entries = FieldView.Entry.entries(choice, phrases)
        if hasButtons {
            field.buttons = FieldView.ButtonRow(legend: nil, entries: entries, comesLast: true)
        } else {
            field.options = FieldView.OptionList(legend: phrases.signIn, entries: entries)
        }
    }

    /// nil where nothing takes what comes of it.
    private func passkey(_ ceremony: PasskeyView?, _ field: FieldView) -> FieldView? {
        guard let ceremony else { return nil }
        var field = field
        field.passkey = ceremony
        return field
    }

    /// A page without script can't run a WebAuthn ceremony and says so; any other value goes back as its id, which is no answer.
    private func content(_ hidden: HiddenValue) -> String {
        asksForWebAuthn && hidden.id == PasskeyView.outcome ? "unsupported" : hidden.id
    }

    /// More choices than this are a menu.
    private static let longestRadioList = 6

    private func problems(_ failed: [FailedPolicy], at index: Int) -> FieldView.ProblemList? {
        failed.isEmpty
            ? nil : FieldView.ProblemList(identifier: "\(Step.inputName(index))-problems", sentences: failed.map(phrases.sentence))
    }
}
