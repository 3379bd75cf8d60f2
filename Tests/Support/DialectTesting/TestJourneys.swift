import JourneyEngine

import JourneyModel

/// Journeys for what the built-in ones don't show.
enum TestJourneys {
    static func all() throws -> [JourneyDefinition] {
        try [choice, message, wait, retry].map { try JourneyDefinition(text: $0) }
    }

    /// A choice before the password.
    private static let choice = """
        name: Choice
        start: colour
        nodes:
          colour:
            choice: { prompt: Which?, choices: [ red, green ], defaultChoice: red }
            red: credentials
            green: failure
          credentials: { page: { nodes: [ { username: {} }, { password: {} } ] }, next: check }
          check: { dataStoreDecision: {}, "true": success, "false": failure }
        """

    /// A statement and buttons on the page of the password.
    private static let message = """
        name: Message
        start: notice
        nodes:
          notice: { message: { message: { en: Read this } }, "true": credentials, "false": failure }
          credentials: { page: { nodes: [ { username: {} }, { password: {} } ] }, next: check }
          check: { dataStoreDecision: {}, "true": success, "false": failure }
        """

    private static let wait = """
        name: Wait
        start: wait
        nodes:
          wait: { pollingWait: { secondsToWait: 5, exitable: true }, DONE: credentials, EXITED: failure }
          credentials: { page: { nodes: [ { username: {} }, { password: {} } ] }, next: check }
          check: { dataStoreDecision: {}, "true": success, "false": failure }
        """

    private static let retry = """
        name: Retry
        start: credentials
        nodes:
          credentials: { page: { nodes: [ { username: {} }, { password: {} } ] }, next: check }
          check: { dataStoreDecision: {}, "true": success, "false": retries }
          retries: { retryLimitDecision: { limit: 3 }, Retry: credentials, Reject: failure }
        """
}
