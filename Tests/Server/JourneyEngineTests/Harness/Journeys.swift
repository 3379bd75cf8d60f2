/// Journeys' files for tests.
enum Journeys {
    static let messageAfterPassword = """
        name: MessageAfterPassword
        start: credentials
        nodes:
          credentials: { page: [ { username: {} }, { password: {} } ], next: check }
          check: { dataStoreDecision: {}, "true": terms, "false": failure }
          terms: { message: { message: Do you agree? }, "true": success, "false": failure }
        """

    /// User name and password on steps of their own, with a retry limit.
    static let twoSteps = """
        name: TwoSteps
        start: name
        nodes:
          name: { username: {}, next: word }
          word: { password: {}, next: check }
          check: { dataStoreDecision: {}, "true": success, "false": retries }
          retries: { retryLimitDecision: { limit: 3 }, Retry: name, Reject: failure }
        """

    /// The password, then a choice, then the check: the password must survive a step.
    static let choiceBeforeCheck = """
        name: ChoiceBeforeCheck
        start: credentials
        nodes:
          credentials: { page: [ { username: {} }, { password: {} } ], next: way }
          way: { choice: { prompt: Which way?, choices: [ In, Out ] }, In: check, Out: bye }
          bye: { message: { message: Bye }, "true": failure, "false": failure }
          check: { dataStoreDecision: {}, "true": success, "false": failure }
        """

    /// A single node that asks, then the end.
    static func single(_ node: String, outcomes: [String], traits: String = "") -> String {
        let outcomes = outcomes.map { "\"\($0)\": end-\($0)" }.joined(separator: ", ")
        return "name: Single\nstart: only\nnoSession: true\n\(traits)\nnodes:\n  only: { \(node), \(outcomes) }\n"
    }
}
