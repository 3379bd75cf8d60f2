extension BuiltInJourneys {
    /// Password, then the phone; who has none pairs one.
    static let phoneLogin = """
        name: PhoneLogin
        description: Sign in with password and phone.
        start: credentials
        nodes:
          credentials:
            page:
              stage: UsernamePassword
              pageHeader: { en: Sign in, de: Anmelden }
              nodes: [ { username: {} }, { password: {} } ]
            next: check
          check:   { dataStoreDecision: {}, "true": device, "false": retries }
          retries: { retryLimitDecision: { limit: 5 }, Retry: credentials, Reject: lockout }
          lockout: { accountLockout: {}, next: failure }
          device:
            deviceAuthentication: {}
            success: success
            failure: failure
            noDevice: pair
            notEnabled: success
            bypassed: success
          pair: { devicePairing: {}, paired: device, expired: pair, exited: failure }
        """

    /// No password: the phone reads a code from the screen.
    static let codeLogin = """
        name: CodeLogin
        description: Sign in by a code that a phone reads.
        start: code
        nodes:
          code:
            authenticationCode: { application: \(phoneApplication) }
            success: success
            denied: failure
            expired: code
            exited: other
          other: { innerTree: { tree: PhoneLogin }, "true": success, "false": failure }
        """

    /// The native application of the demonstration, whose phones the journeys are for.
    package static let phoneApplication = "gatehouse-phone"
}
