import CallbackBridge
import DeviceBinding
public import FRAuth
import JourneyMessages
import Primitives

/// The common part of both callbacks.
open class BindingCallback: MultipleValuesCallback, Binding {
    public var deviceAuthenticatorIdentifier: ((DeviceBindingAuthenticationType) -> any DeviceAuthenticator)?

    /// The user, as the server names them.
    public var userId: String { wire.output("userId")?.string ?? "" }
    /// The challenge in standard Base64; empty when the server sent none.
    public var challenge: String { wire.output("challenge")?.string ?? "" }
    /// The text to show while the user unlocks the key.
    public var title: String { wire.output("title")?.string ?? "" }
    /// The line beneath the heading of the system's dialog; may be empty.
    public var subtitle: String { wire.output("subtitle")?.string ?? "" }
    /// The longer text of the system's dialog; may be empty.
    public var promptDescription: String { wire.output("description")?.string ?? "" }
    /// The time that the user has, in seconds.
    public var timeout: Int? { wire.output("timeout")?.integer.map { Int($0) } }

    /// Answers with what went wrong: an outcome of the server's node, of the app's own or a documented one.
    public func setClientError(_ clientError: String) { wire.setInput("clientError", .string(clientError)) }

    /// Sets the signed challenge.
    public func setJws(_ jws: String) { wire.setInput("jws", .string(jws)) }

    /// The texts that the server has for the user.
    var serverPrompt: Prompt { Prompt(title: title, subtitle: subtitle, description: promptDescription) }

    /// Works for a question, and puts the answer into the callback.
    /// - Parameter done: takes the failure; nil when there was none.
    func run<Asked: Question>(
        _ question: Asked?, _ work: @escaping (DeviceBinding, Asked) async throws -> Asked.Answer,
        _ done: @escaping (DeviceBindingStatus?) -> Void
    ) {
        guard let question, let binding = try? BindingEnvironment.binding() else { return done(.abort) }
        let (callback, done, working) = (Handoff(self), Handoff(done), Handoff(work))
        Task {
            do {
                callback.value.wire.answer(question, with: try await working.value(binding, question))
                done.value(nil)
            } catch { done.value((error as? DeviceBindingError).map(DeviceBindingStatus.init) ?? .abort) }
        }
    }
}
