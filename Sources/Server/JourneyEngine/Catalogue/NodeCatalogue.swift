import Primitives

/// The kinds of node that journeys may be made of.
package struct NodeCatalogue: Sendable {
    let kinds: [NodeKind]
    private let byName: [String: NodeKind]

    init(_ kinds: [NodeKind]) {
        self.kinds = kinds
        byName = Dictionary(kinds.flatMap { [($0.type.name, $0), ($0.type.alias, $0)] }) { first, _ in first }
    }

    /// All kinds that Gatehouse has.
    package static let standard = NodeCatalogue(
        core + identityDecisions + sessionNodes + stateNodes + federation + devices + authenticators)

    private static let core = [
        NodeKind(Page.self), NodeKind(InnerTreeEvaluator.self), NodeKind(ForeignNode.self),
        NodeKind(UsernameCollector.self), NodeKind(PasswordCollector.self),
        NodeKind(DataStoreDecision.self), NodeKind(RetryLimitDecision.self), NodeKind(AccountLockout.self),
        NodeKind(ChoiceCollector.self), NodeKind(MessageNode.self), NodeKind(PollingWaitNode.self),
        NodeKind(ScriptedDecision.self), NodeKind(ConfigProvider.self),
        NodeKind(PlatformUsername.self), NodeKind(PlatformPassword.self), NodeKind(AttributeCollector.self),
        NodeKind(KBADefinition.self), NodeKind(AcceptTerms.self), NodeKind(CreateObject.self), NodeKind(IncrementLoginCount.self),
        NodeKind(PatchObject.self), NodeKind(LoginCountDecision.self), NodeKind(ModifyAuthLevel.self), NodeKind(AuthLevelDecision.self),
        NodeKind(EmailSuspend.self), NodeKind(EmailTemplateNode.self),
        NodeKind(PasscodeGenerator.self), NodeKind(PasscodeByEmail.self), NodeKind(PasscodeBySMS.self), NodeKind(PasscodeDecision.self),
    ]

    /// The kind of a name, AM's or ours.
    func kind(_ name: String) -> NodeKind? { byName[name] }

    /// Our names of all kinds.
    var aliases: [String] { kinds.map(\.type.alias) }

    /// The description of each kind.
    package var descriptions: [NodeDescription] { kinds.map(NodeDescription.init) }
}
