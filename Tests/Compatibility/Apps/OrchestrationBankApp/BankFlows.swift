import OrchestrationSDK

/// Is told of each flow: relays its commands, and shows how it ended.
final class BankFlows: OnlineActivationDelegate, LocalAuthenticationDelegate, LocalTransactionDelegate, ChangePasswordDelegate,
    RemoteAuthenticationDelegate, RemoteTransactionDelegate
{
    private let screen: any BankScreen
    private let orchestrator: Orchestrator

    init(_ screen: any BankScreen, _ orchestrator: Orchestrator) {
        self.screen = screen
        self.orchestrator = orchestrator
    }

    private func relay(_ command: String) {
        Task { [screen, orchestrator] in
            do { orchestrator.execute(try await screen.send(command)) } catch { screen.show("no connection") }
        }
    }

    private func ask(_ data: String, _ caller: any DisplayDataCaller) {
        if screen.approves(data) { caller.onDataApproved() } else { caller.onDataRejected() }
    }

    func onActivationStepComplete(_ command: String) { relay(command) }
    func onActivationSuccess() { screen.show("activated") }
    func onActivationInputError(_ error: OnlineActivationInputError) { screen.show("input \(error.errorCode)") }
    func onActivationAborted() { screen.show("aborted") }

    func onLocalAuthenticationSuccess(_ otp: String, _ hostCode: String?) { screen.show("code \(otp)") }
    func onLocalAuthenticationAborted() { screen.show("aborted") }
    func onLocalAuthenticationPasswordError(_ error: PasswordError) { screen.show("password \(error.errorCode)") }

    func onLocalTransactionSuccess(_ signature: String, _ hostCode: String?) { screen.show("signature \(signature)") }
    func onLocalTransactionAborted() { screen.show("aborted") }
    func onLocalTransactionPasswordError(_ error: PasswordError) { screen.show("password \(error.errorCode)") }

    func onChangePasswordStepComplete(_ command: String) { relay(command) }
    func onChangePasswordSuccess() { screen.show("changed") }
    func onChangePasswordAborted() { screen.show("aborted") }
    func onChangePasswordInputError(_ error: InputError) { screen.show("input \(error.errorCode)") }

    func onRemoteAuthenticationDisplayData(_ data: String, _ caller: any DisplayDataCaller) { ask(data, caller) }
    func onRemoteAuthenticationStepComplete(_ command: String) { relay(command) }
    func onRemoteAuthenticationSuccess(_ state: SuccessSessionState) { screen.show("\(state)") }
    func onRemoteAuthenticationSessionOutdated(_ reason: SessionOutdatedReason) { screen.show("outdated") }
    func onRemoteAuthenticationAborted() { screen.show("aborted") }
    func onRemoteAuthenticationPasswordError(_ error: PasswordError) { screen.show("password \(error.errorCode)") }

    func onRemoteTransactionDisplayData(_ data: String, _ caller: any DisplayDataCaller) { ask(data, caller) }
    func onRemoteTransactionStepComplete(_ command: String) { relay(command) }
    func onRemoteTransactionSuccess(_ state: SuccessSessionState) { screen.show("\(state)") }
    func onRemoteTransactionSessionOutdated(_ reason: SessionOutdatedReason) { screen.show("outdated") }
    func onRemoteTransactionAborted() { screen.show("aborted") }
    func onRemoteTransactionPasswordError(_ error: PasswordError) { screen.show("password \(error.errorCode)") }
}

/// Is told of errors and warnings.
final class BankErrors: OrchestrationErrorDelegate, OrchestrationWarningDelegate {
    private let screen: any BankScreen

    init(_ screen: any BankScreen) { self.screen = screen }

    func onOrchestrationError(_ error: OrchestrationError) { screen.show("error \(error.errorCode)") }
    func onOrchestrationServerError(_ error: OrchestrationServerError) { screen.show("refused: \(error.readableMessage)") }
    func onOrchestrationWarning(_ warning: OrchestrationWarning) { screen.show("warning \(warning.warningCode)") }
}
