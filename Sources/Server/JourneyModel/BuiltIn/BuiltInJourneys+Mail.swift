extension BuiltInJourneys {
    /// A new account whose address is proved before it is made (`docs/protocols/journey-nodes.md` 6).
    static let verifiedRegistration = """
        name: VerifiedRegistration
        description: Make an account, with an e-mail address that is proved by a link.
        start: form
        nodes:
          form:
            page:
              stage: Registration
              pageHeader: { standard: signUp }
              nodes:
                - platformUsername: { validateInput: true }
                - attributeCollector:
                    attributesToCollect: [ givenName, sn, mail, preferences/marketing, preferences/updates ]
                    required: true
                    validateInputs: true
                - platformPassword: { validateInput: true }
                - kbaDefinition: {}
                - acceptTerms: {}
            next: mail
          mail:   { emailSuspend: { emailTemplateName: registration }, next: create }
          create: { createObject: {}, CREATED: count, FAILURE: failure }
          count:  { incrementLoginCount: {}, next: success }
        """

    /// A new password for who can read the account's mail. The address that finds the account is not written to it: texts that are equal
    /// for a search may differ.
    static let resetPassword = """
        name: ResetPassword
        description: Choose a new password, by a link that is sent to the account's address.
        start: form
        nodes:
          form:
            page:
              pageHeader: { standard: resetPassword }
              pageDescription: { standard: enterMail }
              nodes: [ { attributeCollector: { attributesToCollect: [ mail ], required: true } } ]
            next: find
          find: { identifyUser: {}, "true": mail, "false": mail }
          mail:
            emailSuspend: { emailTemplateName: resetPassword, objectLookup: true, identityAttribute: mail }
            next: password
          password:
            page:
              pageHeader: { standard: choosePassword }
              nodes: [ { platformPassword: { validateInput: true } } ]
            next: patch
          patch: { patchObject: { ignoredFields: [ mail ] }, PATCHED: success, FAILURE: failure }
        """

    /// Proves the new address of a user who is signed in and has just changed it: by a link that is sent there.
    static let confirmEmail = """
        name: ConfirmEmail
        description: Confirm the e-mail address of the signed-in user.
        start: session
        mustRun: true
        nodes:
          session: { sessionData: { sessionDataKey: UserToken, sharedStateKey: userName }, next: mail }
          mail: { emailSuspend: { emailTemplateName: confirmEmail, objectLookup: true }, next: success }
        """

    /// The user name for who can read the account's mail, and then the login.
    package static let forgottenUsername = """
        name: ForgottenUsername
        description: Get the user name by e-mail.
        start: form
        nodes:
          form:
            page:
              pageHeader: { standard: forgottenUsername }
              pageDescription: { standard: enterMail }
              nodes: [ { attributeCollector: { attributesToCollect: [ mail ], required: true } } ]
            next: find
          find: { identifyUser: {}, "true": mail, "false": mail }
          mail:
            emailSuspend: { emailTemplateName: forgottenUsername, objectLookup: true, identityAttribute: mail }
            next: login
          login: { innerTree: { tree: Login }, "true": success, "false": failure }
        """
}
