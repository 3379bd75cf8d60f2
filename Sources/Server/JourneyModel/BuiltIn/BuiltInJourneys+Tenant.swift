extension BuiltInJourneys {
    /// The login that a tenant ships: it counts, and asks at the third login for what the user hasn't said
    /// (`docs/protocols/journey-nodes.md` 6).
    static let tenantLogin = """
        name: Login
        description: Sign in with user name and password.
        start: credentials
        nodes:
          credentials:
            page:
              stage: UsernamePassword
              pageHeader: { standard: signIn }
              nodes: [ { platformUsername: {} }, { platformPassword: {} } ]
            next: check
          check: { identityStoreDecision: {}, "TRUE": count, "FALSE": retries, LOCKED: failure, CANCELLED: failure, EXPIRED: failure }
          retries: { retryLimitDecision: { limit: 5 }, Retry: credentials, Reject: lockout }
          lockout: { accountLockout: {}, next: failure }
          count: { incrementLoginCount: {}, next: profile }
          profile: { innerTree: { tree: ProgressiveProfile }, "true": success, "false": failure }
        """

    /// Asks at the third login whether the user wants news, unless they have said so.
    static let progressiveProfile = """
        name: ProgressiveProfile
        description: Ask at the third login for what the user hasn't said yet.
        start: third
        nodes:
          third: { loginCountDecision: { interval: AT, amount: 3 }, "true": wishes, "false": success }
          wishes:
            queryFilterDecision:
              queryFilter: "!(/preferences pr) or /preferences/marketing eq false or /preferences/updates eq false"
            "true": form
            "false": success
          form:
            page:
              pageHeader: { standard: selectPreferences }
              nodes: [ { attributeCollector: { attributesToCollect: [ preferences/updates, preferences/marketing ] } } ]
            next: patch
          patch: { patchObject: {}, PATCHED: success, FAILURE: failure }
        """

    /// Changes the password of a user who is signed in and knows the old one, or has none and opens a link that is sent to them.
    static let updatePassword = """
        name: UpdatePassword
        description: Change the password of the signed-in user.
        start: session
        mustRun: true
        nodes:
          session: { sessionData: { sessionDataKey: UserToken, sharedStateKey: userName }, next: has }
          has: { attributePresentDecision: {}, "true": old, "false": mail }
          mail: { emailSuspend: { emailTemplateName: updatePassword, objectLookup: true }, next: new }
          old:
            page:
              pageHeader: { standard: verifyPassword }
              nodes: [ { platformPassword: {} } ]
            next: check
          check: { dataStoreDecision: {}, "true": new, "false": failure }
          new:
            page:
              pageHeader: { standard: updatePassword }
              nodes: [ { platformPassword: { validateInput: true } } ]
            next: patch
          patch: { patchObject: { ignoredFields: [ userName ] }, PATCHED: success, FAILURE: failure }
        """
}
