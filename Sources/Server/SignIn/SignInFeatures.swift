package import Foundations

/// The features of the module.
package enum SignInFeatures {
    /// The module's part of the installation's schema, sweep, erasure and settings.
    package static let all: [Feature] = [
        JourneyLibrary.feature, SignOnPolicies.feature, ScriptLibrary.feature, Transactions.feature, CarriedConfiguration.feature,
        SuspendedJourneys.feature, RetryCounts.feature,
        FlowRecords.feature, PasswordRecoveryCode.feature, SignOnAssignments.feature, TakenAnswers.feature,
        JourneySettings.feature, SelfServiceSettings.feature, ScriptingSettings.feature,
    ]
}
