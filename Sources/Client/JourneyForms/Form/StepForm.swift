import Foundation
public import JourneyMessages
import Primitives

/// A step of a journey as a form: the rows to show, what the user entered, what is wrong, and what is sent.
///
/// User interfaces draw the rows and hand back entries; what a step means is decided here.
public struct StepForm: Sendable, Equatable {
    /// The page's header in the user's language; nil outside pages.
    public let title: String?
    /// The page's description in the user's language; nil outside pages.
    public let explanation: String?
    /// The rows, in the order in which they are shown.
    public var fields: [FormField]
    /// The way in which the form is sent.
    public let ending: Ending
    /// The indices of the callbacks that the device answers without a control: keys, passkeys, profile, signals, a provider's sign-in.
    public let deviceWork: [Int]
    /// Whether the step offers to sign in with a passkey in place of the form (WebAuthn L3 §5.8, conditional mediation).
    public let suggestsPasskey: Bool

    /// The ways in which a form is sent.
    public enum Ending: Sendable, Equatable {
        /// A button of the user interface sends it.
        case button
        /// The buttons of its rows send it.
        case rows
        /// It is sent as it is after a time in milliseconds; the buttons of its rows send it before.
        case wait(milliseconds: Int)
        /// It is sent when the device has done its work.
        case deviceWork
        /// It isn't sent: the journey continues by a link.
        case suspended
    }

    /// The form of a step.
    ///
    /// - Parameter languages: the languages of the explanations why an answer was refused, the preferred one first; nil, the default, for
    ///   the user's.
    public init(_ step: Step, in languages: [String]? = nil) {
        title = step.header
        explanation = step.description
        let reasons = Reasons(step, languages ?? Locale.preferredLanguages)
        fields = step.callbacks.enumerated().compactMap { index, callback in
            guard !reasons.stand(at: index), var field = FormField(index, callback) else { return nil }
            field.problems = reasons.about[index] ?? []
            return field
        }
        let parts = step.callbacks.map { CallbackPart($0.kind) }
        suggestsPasskey = parts.contains(.suggestion)
        deviceWork = parts.indices.filter { parts[$0] == .device }
        ending = Self.ending(step, fields, hasDeviceWork: !deviceWork.isEmpty)
    }

    /// The row of an id; setting it replaces the row of that id.
    public subscript(id: FormField.ID) -> FormField? {
        get { fields.first { $0.id == id } }
        set {
            guard let newValue, let index = fields.firstIndex(where: { $0.id == newValue.id }) else { return }
            fields[index] = newValue
        }
    }

    private static func ending(_ step: Step, _ fields: [FormField], hasDeviceWork: Bool) -> Ending {
        for callback in step.callbacks {
            switch callback.kind {
            case .suspendedTextOutput: return .suspended
            case .pollingWait(let wait): return .wait(milliseconds: wait.milliseconds)
            default: break
            }
        }
        if fields.contains(where: \.sends) { return .rows }
        return hasDeviceWork && fields.allSatisfy(\.isStatement) ? .deviceWork : .button
    }
}

/// The reasons for which questions are asked again (`docs/protocols/step-protocol.md` 3.3).
private struct Reasons {
    /// The reasons by the index of the question.
    var about: [Int: [String]] = [:]
    private var statements: Set<Int> = []

    init(_ step: Step, _ languages: [String]) {
        for (index, callback) in step.callbacks.enumerated() {
            let failed = callback.failedPolicies.map { $0.explanation(in: languages) }
            if !failed.isEmpty { about[index] = failed }
        }
        // The same reasons stand in texts too, for clients that don't read the policies.
        for (index, callback) in step.callbacks.enumerated() {
            guard case .textOutput(let statement) = callback.kind, let name = statement.about,
                let question = step.callbacks.indices.first(where: { Step.inputName($0) == name })
            else { continue }
            statements.insert(index)
            if about[question] == nil { about[question] = [statement.message] }
        }
    }

    /// Whether a callback is such a text.
    func stand(at index: Int) -> Bool { statements.contains(index) }
}
