import CallbackBridge
import PingIDClient
import PingIDMessages
import Primitives

extension PingID {
    /// Makes a payload for the customer's server. It waits for the network where the server's keys aren't known yet.
    /// - Throws: `NSError`.
    #if canImport(ObjectiveC)
    @objc(generatePayload:)
    #endif
    public static func generatePayload() throws -> String { try payload(nil) }

    /// Makes a payload that carries the user's choice.
    /// - Throws: `NSError`; ``PIDError/selectionIsMissing`` for a choice of nothing.
    public static func updateExistingPayload(withUserSelection selection: PIDUserSelectionObject) throws -> String {
        do { return try payload(try selection.selection) } catch { throw Translation.documented(error) }
    }

    private static func payload(_ selection: UserSelection?) throws -> String {
        do { return try Bridge.wait { try await SDK.device().payload(with: selection) } } catch { throw Translation.documented(error) }
    }

    /// Takes the payload of the server, as the customer's server handed it on. Trust levels come as numbers of ``PIDTrustLevel``.
    public static func setServerPayload(
        _ serverPayload: String,
        completionBlock: ((_ flowState: PIDFlowState, _ availableTrustLevels: [Any]?, _ error: (any Error)?) -> Void)?
    ) {
        SDK.run({ try await $0.accept(serverPayload: serverPayload) }, then: { completionBlock.tell($0, $1) })
    }

    /// Finishes a sign-on by PingFederate; called once, after its access token.
    public static func postIDPAuthenticationStep(
        withDataCenter dataCenter: PIDDataCenterType,
        completionBlock: ((_ flowState: PIDFlowState, _ availableTrustLevels: [Any]?, _ error: (any Error)?) -> Void)?
    ) {
        SDK.run(
            { try await $0.finishIdentityProviderStep(at: try SDK.issuer(of: dataCenter)) },
            then: { completionBlock.tell($0, $1) })
    }
}

extension ((PIDFlowState, [Any]?, (any Error)?) -> Void)? {
    /// Calls the block, if there is one; a failure leaves nothing to be done.
    fileprivate func tell(_ outcome: PayloadOutcome?, _ error: (any Error)?) {
        if let session = outcome?.session { SDK.session = session }
        self?(outcome.map { PIDFlowState($0.state) } ?? .done, outcome?.trustLevels.documented, error)
    }
}
