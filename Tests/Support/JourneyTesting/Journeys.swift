/// Journeys' files for tests.
package enum Journeys {
    package static let messageAfterPassword = """
        name: MessageAfterPassword
        start: credentials
        nodes:
          credentials: { page: [ { username: {} }, { password: {} } ], next: check }
          check: { dataStoreDecision: {}, "true": terms, "false": failure }
          terms: { message: { message: Do you agree? }, "true": success, "false": failure }
        """

    /// User name and password on steps of their own, with a retry limit.
    package static let twoSteps = """
        name: TwoSteps
        start: name
        nodes:
          name: { username: {}, next: word }
          word: { password: {}, next: check }
          check: { dataStoreDecision: {}, "true": success, "false": retries }
          retries: { retryLimitDecision: { limit: 3 }, Retry: name, Reject: failure }
        """

    /// The password, then a choice, then the check: the password must survive a step.
    package static let choiceBeforeCheck = """
        name: ChoiceBeforeCheck
        start: credentials
        nodes:
          credentials: { page: [ { username: {} }, { password: {} } ], next: way }
          way: { choice: { prompt: Which way?, choices: [ In, Out ] }, In: check, Out: bye }
          bye: { message: { message: Bye }, "true": failure, "false": failure }
          check: { dataStoreDecision: {}, "true": success, "false": failure }
        """

    /// One node, each of whose outcomes leads to a message with the outcome's name.
    package static func single(_ node: String, _ outcomes: String...) -> String {
        let connections = outcomes.map { ", \"\($0)\": at-\($0)" }.joined()
        let ends = outcomes.map { "  at-\($0): { message: { message: \"\($0)\" }, \"true\": success, \"false\": failure }\n" }
        return "name: Single\nstart: only\nnoSession: true\nnodes:\n  only: { \(node)\(connections) }\n" + ends.joined()
    }

    /// Runs the journey Single in a journey called Outer, in which its outcomes lead to messages.
    package static let outer = """
        name: Outer
        start: inner
        noSession: true
        nodes:
          inner: { innerTree: { tree: Single }, "true": at-true, "false": at-false }
          at-true: { message: { message: "outer true" }, "true": success, "false": failure }
          at-false: { message: { message: "outer false" }, "true": success, "false": failure }
        """
}

extension Journeys {
    /// The password, asked and checked twice.
    package static let twice = """
        name: Twice
        start: first
        nodes:
          first: { page: [ { username: {} }, { password: {} } ], next: check }
          check: { dataStoreDecision: {}, "true": second, "false": failure }
          second: { page: [ { username: {} }, { password: {} } ], next: again }
          again: { dataStoreDecision: {}, "true": success, "false": failure }
        """
}

extension Journeys {
    /// A login, then one node, each of whose outcomes leads to a message with the outcome's name.
    package static func afterLogin(_ node: String, _ outcomes: String...) -> String {
        let connections = outcomes.map { ", \"\($0)\": at-\($0)" }.joined()
        let ends = outcomes.map { "  at-\($0): { message: { message: \"\($0)\" }, \"true\": success, \"false\": failure }\n" }
        return """
            name: AfterLogin
            start: credentials
            nodes:
              credentials: { page: [ { username: {} }, { password: {} } ], next: check }
              check: { dataStoreDecision: {}, "true": only, "false": failure }
              only: { \(node)\(connections) }

            """ + ends.joined()
    }

    /// A login, then nodes with one outcome each, in order, then success.
    package static func planned(_ nodes: String..., end: String = "success") -> String {
        let places = nodes.enumerated().map { index, node in
            "  n\(index): { \(node), next: \(index + 1 < nodes.count ? "n\(index + 1)" : end) }\n"
        }
        return """
            name: Planned
            start: credentials
            mustRun: true
            nodes:
              credentials: { page: [ { username: {} }, { password: {} } ], next: check }
              check: { dataStoreDecision: {}, "true": n0, "false": failure }

            """ + places.joined()
    }
}
