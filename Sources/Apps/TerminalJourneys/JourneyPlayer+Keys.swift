import DeviceBinding
import DeviceFoundation
import DeviceProfile
import JourneyMessages
import Journeys
import Passkeys

extension JourneyPlayer {
    /// Answers what the device does by itself: keys that it binds, and its profile. An error is sent to the server in its word, and shown
    /// to the user in ours.
    func answerDevice(_ step: inout Step) async {
        for index in step.callbacks.indices {
            switch step.callbacks[index].kind {
            case .deviceBinding(let question): step.answer(index, question, with: await outcome(of: question))
            case .deviceSigning(let question): step.answer(index, question, with: await outcome(of: question))
            case .deviceProfile(let question):
                if let profile = await DeviceProfiler(on: device).answer(question) { step.answer(index, question, with: profile) }
            case .protectInitialization, .protectEvaluation: if sensor.isThere { await sensor.answer(index, &step) }
            default: break
            }
        }
    }

    private func outcome(of question: DeviceBindingQuestion) async -> DeviceBindingOutcome {
        do { return try await binding.bind(question, deviceName: deviceName) } catch {
            user.say("  \(error.reason)")
            return .failed(error.clientError)
        }
    }

    private func outcome(of question: DeviceSigningQuestion) async -> DeviceSigningOutcome {
        do { return try await binding.sign(question, selector: TerminalSelector(user: user)) } catch {
            user.say("  \(error.reason)")
            return .failed(error.clientError)
        }
    }

    /// Answers the WebAuthn callback of a step, if it has one, and says why when that fails.
    ///
    /// The ceremony runs at the server's own origin, as on its page.
    func answerPasskey(_ step: inout Step) async {
        guard case .failed(let name, let message)? = await passkeys.answer(&step, from: address.origin, deviceName: deviceName) else {
            return
        }
        user.say("  \(name): \(message)")
    }
}
