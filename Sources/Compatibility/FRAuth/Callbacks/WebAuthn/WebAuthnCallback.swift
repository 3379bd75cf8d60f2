import FRCore
import CallbackBridge
import JourneyMessages
import Passkeys
import Primitives

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

    /// The kind of metadata, `WebAuthn`; empty where an older server doesn't say.
    public var _type: String { wire.output("data")?["_type"]?.string ?? "" }
    /// Whether the outcome may be a JSON text that also says where the authenticator is.
    public var supportsJsonResponse: Bool {
        switch request {
        case .registration(let asked): asked.acceptsJSON
        case .authentication(let asked): asked.acceptsJSON
        case nil: false
        }
    }

    /// Has an authenticator answer, hands the outcome to the node's hidden value, and tells the app.
    func answer(
        _ node: Node?, onSuccess: @escaping (_ outcome: String) -> Void, onError: @escaping (_ error: any Error) -> Void,
        _ body: @escaping @Sendable (Runtime, WebAuthnRequest) async throws -> WebAuthnAnswer
    ) {
        let (ceremony, success, failure, request) = (WebAuthnCeremony(node), Handoff(onSuccess), Handoff(onError), request)
        Task {
            do {
                success.value(
                    try await ceremony.run { runtime in
                        guard let request else { throw WebAuthnError.badData() }
                        return try await body(runtime, request)
                    })
            } catch { failure.value(error) }
        }
    }
}
