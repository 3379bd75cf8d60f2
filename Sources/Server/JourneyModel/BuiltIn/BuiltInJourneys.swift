/// The journeys that every new realm gets.
package enum BuiltInJourneys {
    /// The files' texts.
    package static let texts = [login, sdkUsernamePasswordJourney]

    /// The journeys, ready to be stored.
    package static func all() throws(JourneyDefinitionError) -> [JourneyDefinition] { try read(texts) }

    /// Those that only a demonstration gets, as a tenant ships them. Whether visitors may make an account in a realm is for its owner to
    /// decide.
    package static func demonstration() throws(JourneyDefinitionError) -> [JourneyDefinition] {
        try read([
            tenantLogin, progressiveProfile, updatePassword, registration, verifiedRegistration, resetPassword, forgottenUsername,
            confirmEmail,
            phoneLogin, codeLogin, authenticatorLogin, passkeyLogin, passkeyRegistration, riskLogin, orchestrationLogin,
        ])
    }

    private static func read(_ texts: [String]) throws(JourneyDefinitionError) -> [JourneyDefinition] {
        var journeys: [JourneyDefinition] = []
        for text in texts { journeys.append(try JourneyDefinition(text: text)) }
        return journeys
    }

    /// User name and password, with five attempts.
    package static let login = """
        name: Login
        description: Sign in with user name and password.
        start: credentials
        nodes:
          credentials:
            page:
              stage: UsernamePassword
              pageHeader: { standard: signIn }
              nodes: [ { username: {} }, { password: {} } ]
            next: check
          check:   { dataStoreDecision: {}, "true": success, "false": retries }
          retries: { retryLimitDecision: { limit: 5 }, Retry: credentials, Reject: lockout }
          lockout: { accountLockout: {}, next: failure }
        """

    /// The journey of the SDKs' tutorials (`docs/protocols/journey-nodes.md` 6).
    static let sdkUsernamePasswordJourney = """
        name: sdkUsernamePasswordJourney
        description: User name and password on one page, one attempt.
        start: credentials
        nodes:
          credentials:
            page:
              stage: UsernamePassword
              nodes: [ { username: {} }, { password: {} } ]
            next: check
          check: { dataStoreDecision: {}, "true": success, "false": failure }
        """
}
