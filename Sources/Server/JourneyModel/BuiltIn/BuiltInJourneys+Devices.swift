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
              pageHeader: { standard: signIn }
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

    /// Password, then an authenticator app: a push, or a one-time password when that isn't answered; who has no app registers one.
    static let authenticatorLogin = """
        name: AuthenticatorLogin
        description: Sign in with password and authenticator app.
        start: credentials
        nodes:
          credentials:
            page:
              stage: UsernamePassword
              pageHeader: { standard: signIn }
              nodes: [ { username: {} }, { password: {} } ]
            next: check
          check:   { dataStoreDecision: {}, "true": send, "false": retries }
          retries: { retryLimitDecision: { limit: 5 }, Retry: credentials, Reject: lockout }
          lockout: { accountLockout: {}, next: failure }
          send:
            pushSender: { pushType: CHALLENGE, contextInfo: true, mandatory: true, captureFailure: true }
            SENT: wait
            NOT_REGISTERED: register
            FAILURE: code
          wait: { pushWait: { secondsToWait: 2, exitMessage: { standard: useCodeInstead } }, DONE: look, EXITED: code }
          look: { pushResult: {}, "TRUE": success, "FALSE": failure, EXPIRED: code, WAITING: wait }
          code:
            oathTokenVerifier: { isRecoveryCodeAllowed: true }
            successOutcome: success
            failureOutcome: codeRetries
            notRegisteredOutcome: failure
            recoveryCodeOutcome: recover
          codeRetries: { retryLimitDecision: { limit: 3 }, Retry: code, Reject: failure }
          recover: { recoveryCode: { recoveryCodeType: PUSH }, "true": success, "false": failure }
          register:
            combinedRegistration:
              issuer: Gatehouse
              timeout: 300
              scanQRCodeMessage: { standard: scanWithAuthenticator }
            successOutcome: codes
            failureOutcome: failure
            timeoutOutcome: register
          codes: { recoveryCodeDisplay: {}, next: send }
        """

    /// The native application of the demonstration, whose phones the journeys are for.
    package static let phoneApplication = "gatehouse-phone"
}
