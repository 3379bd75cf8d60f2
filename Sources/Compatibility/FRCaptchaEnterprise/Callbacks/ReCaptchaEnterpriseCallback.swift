public import FRAuth
import FRCore
import Foundation
import JourneyMessages
import Primitives

/// Asks for the token of reCAPTCHA Enterprise (`docs/protocols/step-protocol.md` 3.5). The class is found by its name, also where an app
/// calls nothing of this module.
public final class ReCaptchaEnterpriseCallback: MultipleValuesCallback {
    /// The site's key at Google.
    public var recaptchaSiteKey: String { wire.output("recaptchaSiteKey")?.string ?? "" }
    /// The name of the token's input on the wire, such as `IDToken1token`.
    public var tokenKey: String { key("token") }
    /// The name of the action's input on the wire.
    public var actionKey: String { key("action") }
    /// The name of the client error's input on the wire.
    public var clientErrorKey: String { key("clientError") }
    /// The name of the payload's input on the wire.
    public var payloadKey: String { key("payload") }
    /// The token that was set; empty before.
    public var tokenResult: String { input("token")?.value?.string ?? "" }

    /// Sets the token that Google's library made.
    public func setToken(_ token: String) { wire.setInput("token", .string(token)) }

    /// Sets the reason for which there is no token; the node then ends with the outcome *false*.
    public func setClientError(_ error: String) { wire.setInput("clientError", .string(error)) }

    /// Sets more members of the event that the server sends to Google's assessment, such as `userInfo`; nil takes them back. Members that
    /// the journey has set take precedence.
    public func setPayload(_ value: [String: Any]?) {
        wire.setInput("payload", .string(value.flatMap { JSONValue(plain: $0)?.text } ?? ""))
    }

    /// Has Google's library make a token for an action, and puts both into the callback. A failure becomes the callback's client error.
    ///
    /// - Parameters:
    ///   - action: the user's action, `login` by default; the server refuses a token that was made for another one.
    ///   - timeoutInMillis: the longest time to wait for the token, in milliseconds; 15 000 by default.
    ///   - recaptchaProvider: calls Google's library.
    /// - Throws: the provider's error, or ``CaptchaError/noToken`` when it brought none.
    public nonisolated(nonsending) func execute<Provider: RecaptchaClientProvider>(
        action: String = "login", timeoutInMillis: Double = 15_000, recaptchaProvider: Provider
    ) async throws {
        wire.setInput("action", .string(action))
        do {
            let client = try await recaptchaProvider.fetchClient(withSiteKey: recaptchaSiteKey)
            let token = try await recaptchaProvider.execute(
                recaptchaClient: client, action: Provider.Action(customAction: action), timeout: timeoutInMillis)
            guard let token, !token.isEmpty else { throw CaptchaError.noToken }
            setToken(token)
        } catch {
            setClientError(error.localizedDescription)
            throw error
        }
    }

    private func key(_ suffix: String) -> String { input(suffix)?.name ?? "" }

    private func input(_ suffix: String) -> JourneyMessages.Callback.Field? { wire.input.first { $0.name.hasSuffix(suffix) } }
}
