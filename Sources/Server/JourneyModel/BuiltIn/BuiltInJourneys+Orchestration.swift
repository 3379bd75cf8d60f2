extension BuiltInJourneys {
    /// No password: a customer's app with the Orchestration SDK approves. A user without one there signs in by password and phone.
    static let orchestrationLogin = """
        name: OrchestrationLogin
        description: Sign in by a customer's app with the Orchestration SDK.
        start: name
        nodes:
          name: { username: {}, next: app }
          app:
            orchestrationAuthentication: { application: \(phoneApplication), showsCode: true, exitMessage: { standard: otherWay } }
            accepted: success
            refused: failure
            timeout: late
            failed: failure
            noDevice: other
            exited: other
          late:
            message: { message: { standard: askAgain } }
            "true": app
            "false": other
          other: { innerTree: { tree: PhoneLogin }, "true": success, "false": failure }
        """
}
