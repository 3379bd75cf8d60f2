package import Foundations

/// The features of the module.
package enum RiskFeatures {
    /// The module's part of the installation's schema, sweep, erasure and settings.
    package static let all: [Feature] = [
        SignalApplications.feature, SignalInstance.feature, DistinctCounts.feature, WindowCounts.feature, BehaviorHistory.feature,
        KnownDevices.feature, PastSuccesses.feature, RecordedEvaluation.feature, RiskDeclarations.feature,
        RiskSettings.feature,
    ]
}
