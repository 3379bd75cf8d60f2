import FRCore
import CallbackBridge
import JourneyMessages
import Passkeys

#if canImport(UIKit)
public import UIKit
/// The window above which the system's sheet is shown.
public typealias WebAuthnWindow = UIWindow
#else
/// The window above which the system's sheet is shown.
public typealias WebAuthnWindow = AnyObject
#endif

/// A metadata callback that asks the device for a WebAuthn credential, or to sign with one.
public class WebAuthnCallback: MetadataCallback {
    /// The request; nil for metadata that is something else.
    var request: WebAuthnRequest? { WebAuthnRequest(wire.kind) }

    /// Has an authenticator answer, hands the outcome to the node's hidden value, and tells the app.
    func answer(
        _ node: Node?, onSuccess: @escaping (_ outcome: String) -> Void, onError: @escaping (_ error: any Error) -> Void,
        _ body: @escaping @Sendable (Runtime, WebAuthnRequest) async throws -> WebAuthnAnswer
    ) {
        let hidden = node?.callbacks.lazy.compactMap { $0 as? HiddenValueCallback }.first(where: \.isWebAuthnOutcome)
        let (target, success, failure, request) = (Handoff(hidden), Handoff(onSuccess), Handoff(onError), request)
        Task {
            do {
                guard let request else { throw WebAuthnError.badData }
                let outcome = WebAuthnOutcome.answered(try await body(try SDK.runtime(), request)).text
                target.value?.setValue(outcome)
                success.value(outcome)
            } catch {
                let documented = (error as? PasskeyError).map(WebAuthnError.init) ?? error
                if let error = documented as? WebAuthnError { target.value?.setValue(error.convertToWebAuthnOutcome()) }
                failure.value(documented)
            }
        }
    }
}
