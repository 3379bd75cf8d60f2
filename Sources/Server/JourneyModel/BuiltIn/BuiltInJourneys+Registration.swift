extension BuiltInJourneys {
    /// A new account: name, attributes, password, security questions and terms on one page (`docs/protocols/journey-nodes.md` 6).
    package static let registration = """
        name: Registration
        description: Make an account.
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
            next: create
          create: { createObject: {}, CREATED: count, FAILURE: failure }
          count:  { incrementLoginCount: {}, next: success }
        """
}
