#if canImport(RecaptchaEnterprise)
public import RecaptchaEnterprise

extension RecaptchaAction: RecaptchaNamedAction {}

/// Calls Google's library, where the app has it.
public struct DefaultRecaptchaClientProvider: RecaptchaClientProvider {
    /// Makes one, which has no settings.
    public init() {}

    public nonisolated(nonsending) func fetchClient(withSiteKey siteKey: String) async throws -> RecaptchaClient {
        try await Recaptcha.fetchClient(withSiteKey: siteKey)
    }

    public nonisolated(nonsending) func execute(
        recaptchaClient: RecaptchaClient, action: RecaptchaAction, timeout: Double
    ) async throws -> String? {
        try await recaptchaClient.execute(withAction: action, withTimeout: timeout)
    }
}

extension ReCaptchaEnterpriseCallback {
    /// Has Google's library make a token for an action, by ``DefaultRecaptchaClientProvider``.
    public nonisolated(nonsending) func execute(action: String = "login", timeoutInMillis: Double = 15_000) async throws {
        try await execute(action: action, timeoutInMillis: timeoutInMillis, recaptchaProvider: DefaultRecaptchaClientProvider())
    }
}
#endif
