extension BuiltInJourneys {
    /// Password, and what the risk of the sign-in asks for besides: nothing when it is low, a passkey or the phone when it isn't, a CAPTCHA for
    /// what seems to be a program, by the provider's published key for tests. A failure of the evaluation asks as a high risk does.
    ///
    /// A page without scripts can't collect signals; the evaluation then says that they are missing, and goes by the rest.
    static let riskLogin = """
        name: RiskLogin
        description: Sign in with a password, and with more when the risk is high.
        start: signals
        nodes:
          signals: { collectSignals: {}, "true": credentials, "false": credentials }
          credentials:
            page:
              stage: UsernamePassword
              pageHeader: { standard: signIn }
              nodes: [ { username: {} }, { password: {} } ]
            next: check
          check:   { dataStoreDecision: {}, "true": risk, "false": retries }
          retries: { retryLimitDecision: { limit: 5 }, Retry: credentials, Reject: lockout }
          lockout: { accountLockout: {}, next: failed }
          risk:
            risk: { keepsResult: true }
            low: done
            medium: passkey
            high: passkey
            bot: human
            failure: passkey
          human:
            captcha:
              siteKey: 10000000-ffff-ffff-ffff-000000000001
              secretLabelIdentifier: captcha
              captchaUri: https://hcaptcha.com/siteverify
              apiUri: https://js.hcaptcha.com/1/api.js
              divClass: h-captcha
            "true": done
            "false": failed
          passkey:
            webAuthnAuthentication: { userVerificationRequirement: REQUIRED }
            success: done
            failure: failed
            error: phone
            unsupported: phone
            noDevice: phone
          phone:
            deviceAuthentication: {}
            success: done
            failure: failed
            noDevice: failed
            notEnabled: failed
            bypassed: done
          done:   { riskResult: { status: SUCCESS }, next: success }
          failed: { riskResult: { status: FAILED }, next: failure }
        """
}
