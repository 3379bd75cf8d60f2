extension BuiltInJourneys {
    /// The node that makes a passkey by which its user signs in without a name.
    private static let newPasskey = """
        webAuthnRegistration: { requiresResidentKey: true, excludeCredentials: true, generateRecoveryCodes: false, userVerificationRequirement: REQUIRED, relyingPartyName: Gatehouse }
        """

    /// A passkey among the suggestions for the user name, or by its button, or asked for after the name; who has none gives a password and
    /// may make one.
    static let passkeyLogin = """
        name: PasskeyLogin
        description: Sign in with a passkey, or with a password and make one.
        start: who
        nodes:
          who:
            page:
              pageHeader: { standard: signInByPasskey }
              nodes:
                - username: {}
                - webAuthnAuthentication: { mediation: CONDITIONAL, conditionalManualButton: true, userVerificationRequirement: REQUIRED }
            success: success
            failure: retries
            error: credentials
            unsupported: key
            noDevice: key
          key:
            webAuthnAuthentication: { userVerificationRequirement: REQUIRED }
            success: success
            failure: retries
            error: credentials
            unsupported: credentials
            noDevice: credentials
          credentials:
            page:
              stage: UsernamePassword
              pageHeader: { standard: signInByPassword }
              nodes: [ { username: {} }, { password: {} } ]
            next: check
          check:   { dataStoreDecision: {}, "true": offer, "false": retries }
          retries: { retryLimitDecision: { limit: 5 }, Retry: who, Reject: lockout }
          lockout: { accountLockout: {}, next: failure }
          offer:
            message:
              message: { standard: offerPasskey }
              messageYes: { standard: makePasskey }
              messageNo: { standard: notNow }
            "true": register
            "false": success
          register:
            \(newPasskey)
            success: success
            failure: success
            error: success
            unsupported: success
        """

    /// A further passkey of a user who is signed in, after the password.
    static let passkeyRegistration = """
        name: PasskeyRegistration
        description: Add a passkey to one's own account.
        start: session
        mustRun: true
        nodes:
          session: { sessionData: { sessionDataKey: UserToken, sharedStateKey: userName }, next: has }
          has: { attributePresentDecision: {}, "true": proof, "false": key }
          proof:
            page:
              pageHeader: { standard: verifyPassword }
              nodes: [ { platformPassword: {} } ]
            next: check
          check: { dataStoreDecision: {}, "true": register, "false": failure }
          key:
            webAuthnAuthentication: { userVerificationRequirement: REQUIRED }
            success: register
            failure: failure
            error: failure
            unsupported: failure
            noDevice: failure
          register:
            \(newPasskey)
            success: success
            failure: failure
            error: success
            unsupported: success
        """
}
