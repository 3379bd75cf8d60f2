import CallbackBridge
import JourneyMessages
import Passkeys
import Primitives

/// One use of an authenticator for a node, whose hidden value takes the outcome, also of a failure.
struct WebAuthnCeremony: Sendable {
    private let hidden: Handoff<HiddenValueCallback?>

    /// A ceremony for a node; without one, the app itself sets the outcome.
    init(_ node: Node?) {
        hidden = Handoff(node?.callbacks.lazy.compactMap { $0 as? HiddenValueCallback }.first(where: \.isWebAuthnOutcome))
    }

    /// Returns the outcome's text.
    /// - Throws: ``WebAuthnError``, or what keeps the SDK from trying.
    func run(_ body: (Runtime) async throws -> WebAuthnAnswer) async throws -> String {
        do {
            let outcome = WebAuthnOutcome.answered(try await body(try SDK.runtime())).text
            hidden.value?.setValue(outcome)
            return outcome
        } catch {
            let documented = (error as? PasskeyError).map(WebAuthnError.init) ?? error
            if let error = documented as? WebAuthnError { hidden.value?.setValue(error.convertToWebAuthnOutcome()) }
            throw documented
        }
    }
}
