import Foundation
import JourneyMessages
import Journeys
import Primitives

extension StepPrompt {
    /// Answers what is asked of an app: the language; a provider, of those that a terminal can go to; and for what only a device can do,
    /// that it can't, so that the journey takes its way for that. False when there is no answer.
    func answerDevice(_ kind: CallbackKind, _ index: Int, _ step: inout Step) throws -> Bool {
        if Self.isAnswered(step.callbacks[index]) { return true }
        switch kind {
        case .language(let question): step.answer(index, question, with: language)
        case .selectProvider(let choice): return try choose(choice, index, &step)
        case .deviceBinding(let question): step.answer(index, question, with: .failed(Self.unsupported))
        case .deviceSigning(let question): step.answer(index, question, with: .failed(Self.unsupported))
        case .appIntegrity(let question): step.answer(index, question, with: .failed(Self.unsupported))
        case .protectInitialization, .protectEvaluation: answerSensor(kind, index, &step)
        case .webAuthnRegistration, .webAuthnAuthentication: return step.answer(hidden: "webAuthnOutcome", with: "unsupported")
        default: return false
        }
        return true
    }

    /// Answers that there is no sensor, where there is none, in the form in which it is asked.
    private func answerSensor(_ kind: CallbackKind, _ index: Int, _ step: inout Step) {
        guard !hasSensor else { return }
        guard step.callbacks[index].type != .metadata else {
            step.answer(hidden: HiddenValue.clientError, with: Self.unsupported)
            return
        }
        switch kind {
        case .protectInitialization(let question): step.answer(index, question, with: Self.unsupported)
        case .protectEvaluation(let question): step.answer(index, question, with: .failed(Self.unsupported))
        default: break
        }
    }

    /// Whether the machine has answered by itself, as it does where it binds keys and tells what it is like.
    private static func isAnswered(_ callback: Callback) -> Bool {
        [.deviceBinding, .deviceSigning, .deviceProfile].contains(callback.type)
            && callback.input.contains { $0.value?.string?.isEmpty == false }
    }

    /// The documented word for what a device can't do.
    private static let unsupported = "Unsupported"

    private var language: LanguageAnswer {
        let locale = Locale.current
        return LanguageAnswer(locale.language.languageCode?.identifier ?? "en", country: locale.region?.identifier)
    }

    /// Answers with the provider that the user chooses; with one there is nothing to choose.
    private func choose(_ choice: ProviderChoice, _ index: Int, _ step: inout Step) throws -> Bool {
        guard !choice.providers.isEmpty else { return false }
        let names = choice.providers.map { $0.isLocal ? "user name and password" : $0.button?.displayName ?? $0.name }
        let chosen =
            choice.providers.count == 1 ? 0 : try choose("Sign in with", names, initial: choice.providers.firstIndex(where: \.isLocal))
        step.answer(index, choice, with: choice.providers[chosen].name)
        return true
    }
}
