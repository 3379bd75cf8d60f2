import Foundation
public import OrchestrationSDK

/// A bank's app as the document describes one: it relays commands, shows what is to be approved, and leaves the keypad and the recognition of its
/// user to the SDK.
public final class BankAuthenticator {
    private let orchestrator: Orchestrator
    private let flows: BankFlows

    public init(_ screen: any BankScreen) throws {
        let errors = BankErrors(screen)
        orchestrator = try Orchestrator.Builder()
            .setDigipassSalt("0e56b2a4f3917c8d0e56b2a4f3917c8d0e56b2a4f3917c8d0e56b2a4f3917c8d")
            .setStorageSalt("91c7d8e04a63f2b591c7d8e04a63f2b591c7d8e04a63f2b591c7d8e04a63f2b5")
            .setCDDCParams(CDDCParameters(refreshInterval: 60, optionalRetrievableFields: [.geolocation]))
            .setErrorDelegate(errors)
            .setWarningDelegate(errors)
            .build()
        flows = BankFlows(screen, orchestrator)
        orchestrator.setRemoteAuthenticationDelegate(flows)
        orchestrator.setRemoteTransactionDelegate(flows)
    }

    public func activate(_ name: String, password: String) {
        orchestrator.startActivation(
            OnlineActivationParameters(user: OrchestrationUser(userIdentifier: name), activationPassword: password, delegate: flows))
    }

    /// Takes a command that came by a notification, a link or an image.
    public func receive(_ command: String) { orchestrator.execute(command) }

    public func code(for name: String, by type: UserAuthenticationType) {
        orchestrator.startLocalAuthentication(
            LocalAuthenticationParameters(
                user: OrchestrationUser(userIdentifier: name), cryptoAppIndex: 2, protectionType: type, delegate: flows))
    }

    public func sign(_ fields: [String], for name: String, by type: UserAuthenticationType) {
        orchestrator.startLocalTransaction(
            LocalTransactionParameters(
                user: OrchestrationUser(userIdentifier: name), cryptoAppIndex: 4, dataFields: fields, protectionType: type,
                delegate: flows))
    }

    public func changePassword(of name: String) {
        orchestrator.startChangePassword(
            ChangePasswordParameters(user: OrchestrationUser(userIdentifier: name), cryptoAppIndex: 2, delegate: flows))
    }

    /// The device's data, for the bank's server to hand on.
    public func deviceData(of name: String) -> String? {
        orchestrator.getCDDCDataFeeder().setGeolocation(latitude: 48.2, longitude: 16.4)
        let message = orchestrator.getCDDCMessage(
            CDDCMessageParameters(
                user: OrchestrationUser(userIdentifier: name), encrypted: true, eventName: "login", applicationData: "{}"))
        return message.returnCode == 0 ? message.cddcMessage : nil
    }

    public var users: [String] { orchestrator.getUserManager().getUsers().map(\.userIdentifier) }
}
