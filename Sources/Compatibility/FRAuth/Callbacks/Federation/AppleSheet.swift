#if canImport(AuthenticationServices) && canImport(UIKit)
import FRCore
import CallbackBridge
import AuthenticationServices
import Foundation
import JourneyMessages
import Primitives
import UIKit

/// The system's sheet for signing in with Apple.
@MainActor
final class AppleSheet: NSObject, ASAuthorizationControllerDelegate, ASAuthorizationControllerPresentationContextProviding {
    private typealias Continuation = CheckedContinuation<Handoff<ASAuthorizationAppleIDCredential>, any Error>

    private let window: UIWindow
    private var continuation: Continuation?

    init(above window: UIWindow) { self.window = window }

    /// Shows the sheet, and brings the token in the form in which the server takes it (`docs/protocols/step-protocol.md` 11.4).
    /// - Throws: ``SocialLoginError``.
    func token(for client: IdPClient) async throws -> String {
        let request = ASAuthorizationAppleIDProvider().createRequest()
        request.requestedScopes = Self.scopes(client.scopes ?? [])
        request.nonce = client.nonce
        let controller = ASAuthorizationController(authorizationRequests: [request])
        controller.delegate = self
        controller.presentationContextProvider = self
        let credential = try await withCheckedThrowingContinuation { (continuation: Continuation) in
            self.continuation = continuation
            controller.performRequests()
        }.value
        guard let token = credential.identityToken.map({ String(decoding: $0, as: UTF8.self) }) else {
            throw SocialLoginError.unsupportedCredentials("Apple gave no ID token")
        }
        return client.acceptsJSON ? Self.json(token, credential) : token
    }

    private static func scopes(_ names: [String]) -> [ASAuthorization.Scope] {
        let known: [String: ASAuthorization.Scope] = ["name": .fullName, "email": .email]
        return names.compactMap { known[$0] }
    }

    /// Returns the token as JSON with the name, which Apple tells only once and not in the token.
    private static func json(_ token: String, _ credential: ASAuthorizationAppleIDCredential) -> String {
        var name = JSONObject()
        name["firstName"] = credential.fullName?.givenName.map(JSONValue.string)
        name["lastName"] = credential.fullName?.familyName.map(JSONValue.string)
        var user: JSONObject = ["name": .object(name)]
        user["email"] = credential.email.map(JSONValue.string)
        var object: JSONObject = ["id_token": .string(token), "user": .object(user)]
        object["code"] = credential.authorizationCode.map { .string(String(decoding: $0, as: UTF8.self)) }
        return JSONValue.object(object).text
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization) {
        guard let credential = authorization.credential as? ASAuthorizationAppleIDCredential else {
            return finish(.failure(SocialLoginError.unsupportedCredentials("not a credential of an Apple ID")))
        }
        finish(.success(Handoff(credential)))
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
        finish(.failure((error as? ASAuthorizationError)?.code == .canceled ? SocialLoginError.cancelled : error))
    }

    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor { window }

    private func finish(_ result: Result<Handoff<ASAuthorizationAppleIDCredential>, any Error>) {
        continuation?.resume(with: result)
        continuation = nil
    }
}
#endif
