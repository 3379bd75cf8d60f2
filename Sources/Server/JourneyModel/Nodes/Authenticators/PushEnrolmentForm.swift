package import JourneyMessages

/// The outcomes and the callbacks of nodes that wait for an app to register for push.
package enum PushEnrolmentForm {
    /// The outcomes: registered, not registered, and no answer of an app in time.
    package static let (success, failure, timedOut) = ("successOutcome", "failureOutcome", "timeoutOutcome")
    /// All outcomes, in the order of editors.
    package static let outcomes = [success, failure, timedOut]
    /// The callbacks of a step that waits.
    package static let callbacks: [CallbackType] = [.textOutput, .hiddenValue, .pollingWait]
}
