public import AppScreens
public import FRAuth
import Foundation

/// The app with a menu of actions that comes with an SDK: both journeys of the configuration, keys of the device, the browser, tokens, and the
/// device's profile.
public final class ExampleController {
    private let screen: any Screen
    private let finished: () -> Void

    public init(screen: any Screen, finished: @escaping () -> Void) {
        self.screen = screen
        self.finished = finished
    }

    // MARK: - Journeys

    public func perform(_ flow: FRAuthFlowType) {
        let completion: NodeCompletion<FRUser> = { user, node, error in self.handle(user, node, error) }
        switch flow {
        case .authentication: FRUser.login(completion: completion)
        case .registration: FRUser.register(completion: completion)
        }
    }

    private func handle(_ user: FRUser?, _ node: Node?, _ error: (any Error)?) {
        guard let node else {
            screen.show(error?.localizedDescription ?? (user == nil ? "Ended" : "Welcome"))
            return finished()
        }
        for callback in node.callbacks {
            switch callback {
            case let registration as WebAuthnRegistrationCallback: return register(registration, node)
            case let authentication as WebAuthnAuthenticationCallback: return authenticate(authentication, node)
            case let profile as DeviceProfileCallback: return collect(profile, node)
            case let single as SingleValueCallback: single.setValue(screen.entry(for: single.prompt ?? ""))
            default: screen.show(callback.type)
            }
        }
        node.nextWithUserCompletion { user, node, error in self.handle(user, node, error) }
    }

    private func register(_ callback: WebAuthnRegistrationCallback, _ node: Node) {
        callback.delegate = self
        screen.show("\(callback.userVerification) \(callback.attestationPreference) \(callback.authenticatorAttachment)")
        callback.register(node: node, deviceName: "Phone") { _ in
            self.submit(node)
        } onError: { error in
            self.show(error)
            self.submit(node)
        }
    }

    private func authenticate(_ callback: WebAuthnAuthenticationCallback, _ node: Node) {
        callback.delegate = self
        callback.authenticate(node: node) { _ in
            self.submit(node)
        } onError: { error in
            self.show(error)
            self.submit(node)
        }
    }

    /// What an app logs of a key that could not be made or used.
    private func show(_ error: any Error) {
        guard let webAuthnError = error as? WebAuthnError else { return screen.show(error.localizedDescription) }
        switch webAuthnError {
        case .cancelled: screen.show("Cancelled")
        case .notAllowed(let platformError, let message): screen.show("Not allowed: \(message ?? "") \(platformError == nil)")
        default:
            if let platformError = webAuthnError.platformError() {
                screen.show(platformError.localizedDescription)
            } else if let message = webAuthnError.message() {
                screen.show(message)
            }
        }
    }

    private func collect(_ callback: DeviceProfileCallback, _ node: Node) {
        callback.execute { profile in
            self.screen.show("Profile with \(profile.count) members")
            self.submit(node)
        }
    }

    private func submit(_ node: Node) {
        node.next { (user: FRUser?, node, error) in self.handle(user, node, error) }
    }

    // MARK: - Menu

    public func removeKeys(of relyingParty: String) {
        for credential in FRWebAuthn.loadAllCredentials(by: relyingParty) {
            screen.show("Removed the key of \(credential.otherUI)")
            FRWebAuthn.deleteCredential(with: credential)
        }
    }

    public func loginWithBrowser() {
        let browser = FRUser.browser()
        browser?.set(browserType: .authSession)
        browser?.setCustomParam(key: "login_hint", value: "demo")
        let completion: UserCallback = { user, error in
            self.screen.show(error?.localizedDescription ?? "\(user?.buildAuthHeader().hasPrefix("Bearer") == true)")
            self.finished()
        }
        guard let login = browser?.build() else { return screen.show("The SDK is not started") }
        login.login(completion: completion)
    }

    public func showTokens() {
        let completion: TokenCompletionCallback = { token, error in
            self.screen.show(token.map { "\($0.tokenType) for \($0.scope)" } ?? error?.localizedDescription ?? "")
            self.finished()
        }
        guard let user = FRUser.currentUser else { return completion(nil, AuthError.userAuthenticationRequired) }
        user.getAccessToken { user, error in completion(user?.token, error) }
    }
}

extension ExampleController: PlatformAuthenticatorRegistrationDelegate, PlatformAuthenticatorAuthenticationDelegate {
    public func excludeCredentialDescriptorConsent(consentCallback: @escaping WebAuthnUserConsentCallback) { consentCallback(.reject) }

    public func createNewCredentialConsent(
        keyName: String, rpName: String, rpId: String?, userName: String, userDisplayName: String,
        consentCallback: @escaping WebAuthnUserConsentCallback
    ) {
        consentCallback(screen.entry(for: "consent") == "no" ? .reject : .allow)
    }

    public func selectCredential(keyNames: [String], selectionCallback: @escaping WebAuthnCredentialsSelectionCallback) {
        selectionCallback(keyNames.first)
    }
}
