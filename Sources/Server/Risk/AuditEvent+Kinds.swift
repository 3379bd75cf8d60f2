package import Foundations

extension AuditEvent.Kind {
    /// A predictor or a policy set of a realm was changed.
    package static let riskConfigurationChanged = Self("risk.changed")
    /// The risk of an event was evaluated.
    package static let riskEvaluated = Self("risk.evaluated")
}
