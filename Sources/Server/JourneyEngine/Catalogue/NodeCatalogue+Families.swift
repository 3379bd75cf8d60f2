extension NodeCatalogue {
    /// Nodes that find users and decide by what is stored about them.
    static let identityDecisions = [
        NodeKind(IdentifyExistingUser.self), NodeKind(IdentityStoreDecision.self), NodeKind(AccountActiveDecision.self),
        NodeKind(AttributePresentDecision.self), NodeKind(AttributeValueDecision.self), NodeKind(QueryFilterDecision.self),
        NodeKind(RequiredAttributesDecision.self), NodeKind(ProfileCompletenessDecision.self), NodeKind(TimeSinceDecision.self),
        NodeKind(TermsDecision.self), NodeKind(KBADecision.self), NodeKind(KBAVerification.self), NodeKind(DisplayUsername.self),
        NodeKind(ConsentCollector.self), NodeKind(SessionData.self),
    ]
}
