package import JourneyMessages

/// The outcomes and the callbacks of nodes that wait for an app to register for push.
package enum PushEnrolmentForm {
    package static let (success, failure, timedOut) = ("successOutcome", "failureOutcome", "timeoutOutcome")
    package static let outcomes = [success, failure, timedOut]
    package static let callbacks: [CallbackType] = [.textOutput, .hiddenValue, .pollingWait]
}
