/// The features of the module.
package enum FoundationsFeatures {
    /// The module's part of the installation's schema, sweep, erasure and settings.
    package static let all: [Feature] = [
        Revisions.feature, NamedDocuments.feature, SpentOnce.feature, Throttle.feature, QuotaLedger.feature, AuditLog.feature,
        Milestones.feature,
        MasterKeyProof.feature, DerivationRoots.feature, ServedAddress.feature, KeptAnswers.feature, Jobs.feature, ClusterNodes.feature,
    ]
}
