import Primitives

extension DeviceProfileCallback: DeviceAnswered {
    package func answer(on screen: DeviceScreen) async {
        await withCheckedContinuation { continuation in execute { _ in continuation.resume() } }
    }
}

extension WebAuthnRegistrationCallback: DeviceAnswered {
    package func answer(on screen: DeviceScreen) async {
        let window = screen.window
        await withCheckedContinuation { continuation in
            register(
                node: screen.node, window: window, usePasskeysIfAvailable: screen.usesPasskeys,
                onSuccess: { _ in continuation.resume() }, onError: { _ in continuation.resume() })
        }
    }
}

extension WebAuthnAuthenticationCallback: DeviceAnswered {
    package func answer(on screen: DeviceScreen) async {
        let window = screen.window
        await withCheckedContinuation { continuation in
            authenticate(
                node: screen.node, window: window, usePasskeysIfAvailable: screen.usesPasskeys,
                onSuccess: { _ in continuation.resume() }, onError: { _ in continuation.resume() })
        }
    }
}

extension IdPCallback: DeviceAnswered {
    /// - Throws: the handler's error, such as ``SocialLoginError``.
    package func answer(on screen: DeviceScreen) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            signIn(presentingViewController: screen.presenter) { _, _, error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume() }
            }
        }
    }
}

extension FRAppIntegrityCallback: DeviceAnswered {
    /// A failure is the callback's client error.
    package func answer(on screen: DeviceScreen) async {
        await withCheckedContinuation { continuation in requestIntegrityToken { _ in continuation.resume() } }
    }
}
