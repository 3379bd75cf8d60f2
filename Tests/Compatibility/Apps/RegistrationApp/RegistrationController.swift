public import AppScreens
import FRAuth
import Foundation

/// A form that any journey fills: every callback becomes a row by its class, and rows of one value have one way to be answered.
public final class RegistrationController {
    private let screen: any Screen
    private let finished: () -> Void

    public init(screen: any Screen, finished: @escaping () -> Void) {
        self.screen = screen
        self.finished = finished
    }

    public func register() { FRUser.register { user, node, error in self.handle(user, node, error) } }

    private func handle(_ user: FRUser?, _ node: Node?, _ error: (any Error)?) {
        if let node {
            screen.show(node.pageHeader ?? "Step")
            for callback in node.callbacks { answer(callback) }
            return node.next { user, node, error in self.handle(user, node, error) }
        }
        if let error = error as? AuthError, case .userAlreadyAuthenticated(let hasTokens) = error {
            screen.show("Already signed in, with tokens: \(hasTokens)")
        } else if let error = error as? AuthApiError, case .apiFailureWithMessage(let reason, let message, let code, _) = error {
            screen.show("\(reason) \(code ?? 0): \(message)")
        } else {
            screen.show(user == nil ? error?.localizedDescription ?? "" : "Welcome")
        }
        finished()
    }

    private func answer(_ callback: Callback) {
        switch callback {
        case let choice as ChoiceCallback: choice.setValue(screen.choice(among: choice.choices))
        case let confirmation as ConfirmationCallback: confirmation.value = screen.choice(among: confirmation.options ?? [])
        case let text as TextOutputCallback: screen.show("\(text.messageType): \(text.message)")
        case let terms as TermsAndConditionsCallback: terms.setValue(true)
        case let kba as KbaCreateCallback:
            kba.setQuestion(kba.predefinedQuestions[(kba._id ?? 0) % kba.predefinedQuestions.count])
            kba.setAnswer("blue \(kba._id ?? 0)")
        case let flag as BooleanAttributeInputCallback: flag.setValue(false)
        case let attribute as StringAttributeInputCallback:
            if let now = attribute.getValue() as? String, !now.isEmpty { screen.show("\(attribute.name) is \(now)") }
            attribute.setValue(screen.entry(for: attribute.name))
        case let validated as AbstractValidatedCallback:
            for failed in validated.failedPolicies ?? [] { screen.show(failed.failedDescription()) }
            validated.setValue(screen.entry(for: validated.type))
        case let single as SingleValueCallback: single.setValue(screen.entry(for: single.prompt ?? single.type))
        default: screen.show("No row for \(callback.type)")
        }
    }
}
