import CallbackBridge
import CommandChannel
import Orchestration
import Primitives

extension Orchestrator {
    /// Executes a command of the server: the answer to one that the app sent, or a request that came by a notification, a link or an image.
    public func execute(_ command: String) {
        guard !command.isEmpty else { return tell(DeviceFailure(.commandEmpty, "the command is empty")) }
        guard let envelope = try? CommandEnvelope(command) else { return tell(DeviceFailure(.command, "the command can't be read")) }
        if suspensions.take(command, in: envelope.flow.bytes) { return }
        switch (envelope.kind, envelope.step) {
        case (.remoteAuthentication, 0): authenticate(command)
        case (.remoteTransaction, 0): sign(command)
        default: tell(DeviceFailure(.command, "the command isn't one that is waited for"))
        }
    }

    private func authenticate(_ command: String) {
        guard let delegate = objects.remoteAuthentication else {
            return tell(DeviceFailure(.remoteAuthentication, "setRemoteAuthenticationDelegate was not called"))
        }
        let held = Handoff(delegate)
        run { [self] in
            let delegate = held.value
            await remote(
                command, step: { delegate.onRemoteAuthenticationStepComplete($0) },
                display: { delegate.onRemoteAuthenticationDisplayData($0, $1) },
                success: { delegate.onRemoteAuthenticationSuccess($0) },
                outdated: { delegate.onRemoteAuthenticationSessionOutdated($0) },
                aborted: { delegate.onRemoteAuthenticationAborted() },
                password: { delegate.onRemoteAuthenticationPasswordError($0) })
        }
    }

    private func sign(_ command: String) {
        guard let delegate = objects.remoteTransaction else {
            return tell(DeviceFailure(.remoteTransaction, "setRemoteTransactionDelegate was not called"))
        }
        let held = Handoff(delegate)
        run { [self] in
            let delegate = held.value
            await remote(
                command, step: { delegate.onRemoteTransactionStepComplete($0) },
                display: { delegate.onRemoteTransactionDisplayData($0, $1) },
                success: { delegate.onRemoteTransactionSuccess($0) },
                outdated: { delegate.onRemoteTransactionSessionOutdated($0) },
                aborted: { delegate.onRemoteTransactionAborted() },
                password: { delegate.onRemoteTransactionPasswordError($0) })
        }
    }

    private func remote(
        _ command: String, step: @escaping (String) -> Void, display: @escaping (String, any DisplayDataCaller) -> Void,
        success: (SuccessSessionState) -> Void, outdated: (SessionOutdatedReason) -> Void, aborted: () -> Void,
        password: @escaping (PasswordError) -> Void
    ) async {
        do throws(DeviceFailure) {
            let outcome = try await device.answer(
                command, through: relay(step),
                prompts: prompts(display: display, fault: { password(PasswordError(errorCode: $0.number)) }))
            switch outcome {
            case .accepted: success(.accepted)
            case .refused: success(.refused)
            case .outdated(let reason): outdated(SessionOutdatedReason(reason))
            }
        } catch {
            switch error.code {
            case .aborted: aborted()
            case let code where code.isPassword: password(PasswordError(errorCode: code.number))
            default: tell(error)
            }
        }
    }
}
