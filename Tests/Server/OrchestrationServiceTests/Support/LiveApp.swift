import CommandChannel
import DeviceFoundation
import Foundation
import Orchestration
import OrchestrationSDK
import Primitives
import Synchronization
import Testing

/// A customer's app with the SDK by its documented names, which relays commands to the server.
final class LiveApp: Sendable {
    private struct State: Sendable {
        var told: [(name: String, value: String)] = []
        var inputs: [String] = []
        var isApproved = true
        var orchestrator: Orchestrator?
    }

    let server: OrchestrationServer
    let relay: LiveRelay
    private let state = Mutex(State())

    init(_ server: OrchestrationServer, _ edit: (Orchestrator.Builder) -> Void = { _ in }) throws {
        self.server = server
        relay = LiveRelay(server)
        let store = InMemoryStore()
        let delegate = delegate
        let builder = Orchestrator.Builder().setDigipassSalt(String(repeating: "0a", count: 32)).setErrorCallback(delegate)
            .setStorageSalt(String(repeating: "0B", count: 32)).setWarningCallback(delegate).rootDetectionEnabled(false)
        builder.environment = Environment()
        builder.environment.store = { store }
        builder.environment.time = server.time
        builder.environment.random = SeededRandom(seed: 60)
        builder.environment.stretching = PINStretching(rounds: 16)
        builder.environment.activationRounds = OrchestrationServer.activationRounds
        edit(builder)
        let orchestrator = try builder.build()
        orchestrator.setRemoteAuthenticationCallback(delegate)
        orchestrator.setRemoteTransactionCallback(delegate)
        orchestrator.setUserAuthenticationCallback(delegate, [.PASSWORD])
        state.withLock { $0.orchestrator = orchestrator }
    }

    var orchestrator: Orchestrator {
        get throws { try #require(state.withLock { $0.orchestrator }) }
    }

    var delegate: LiveDelegate { LiveDelegate { [unowned self] in tell($0, $1) } }

    func enters(_ inputs: String..., approves: Bool = true) { enters(inputs, approves: approves) }
    func enters(_ inputs: [String], approves: Bool = true) { state.withLock { ($0.inputs, $0.isApproved) = (inputs, approves) } }
    func values(of name: String) -> [String] { state.withLock { $0.told.filter { $0.name == name }.map(\.value) } }
    func names() -> [String] { state.withLock { $0.told.map(\.name) } }

    private func tell(_ name: String, _ value: Any?) {
        let text: String =
            switch value {
            case let (data, _) as (String, any DisplayDataCaller): data
            case let (code, host) as (String, String?): "\(code) \(host ?? "-")"
            case let value?: "\(value)"
            case nil: ""
            }
        state.withLock { $0.told.append((name, text)) }
        switch value {
        case let (_, caller) as (String, any DisplayDataCaller):
            state.withLock { $0.isApproved } ? caller.onDataApproved() : caller.onDataRejected()
        case let input as any UserAuthenticationInputDelegate:
            let next = state.withLock { $0.inputs.isEmpty ? nil : $0.inputs.removeFirst() }
            if let next { input.onUserAuthenticationInputSuccess(next) } else { input.onUserAuthenticationInputAborted() }
        case let command as String where name.hasSuffix("StepComplete"):
            Task { [relay] in
                guard let answer = try? await relay.carry(command) else { return }
                state.withLock { $0.orchestrator }?.execute(answer)
            }
        default: break
        }
    }

    /// Waits until a callback was called, at most some seconds.
    @discardableResult
    func waits(for name: String, times: Int = 1, sourceLocation: SourceLocation = #_sourceLocation) async -> [String] {
        for _ in 0..<12_000 where values(of: name).count < times { try? await Task.sleep(for: .milliseconds(5)) }
        let values = values(of: name)
        #expect(values.count >= times, "\(name) was not called; \(names())", sourceLocation: sourceLocation)
        return values
    }
}

/// An object with every callback that a flow against the server reaches.
final class LiveDelegate: OnlineActivationDelegate, NotificationRegistrationDelegate, RemoteAuthenticationDelegate,
    RemoteTransactionDelegate,
    LocalAuthenticationDelegate, LocalTransactionDelegate, ChangePasswordDelegate, FaceEnrollmentDelegate, UserAuthenticationDelegate,
    OrchestrationErrorCallback, OrchestrationWarningCallback
{
    private let told: @Sendable (String, Any?) -> Void

    init(_ told: @escaping @Sendable (String, Any?) -> Void) { self.told = told }

    func onActivationStepComplete(_ command: String) { told(#function.name, command) }
    func onActivationSuccess() { told(#function.name, nil) }
    func onActivationInputError(_ error: OnlineActivationInputError) { told(#function.name, error.errorCode) }
    func onActivationAborted() { told(#function.name, nil) }
    func onNotificationRegistrationStepComplete(_ command: String) { told(#function.name, command) }
    func onNotificationRegistrationSuccess(_ user: OrchestrationUser, _ notificationIdentifier: String) {
        told(#function.name, "\(user.userIdentifier) \(notificationIdentifier)")
    }
    func onRemoteAuthenticationDisplayData(_ data: String, _ caller: any DisplayDataCaller) { told(#function.name, (data, caller)) }
    func onRemoteAuthenticationStepComplete(_ command: String) { told(#function.name, command) }
    func onRemoteAuthenticationSuccess(_ state: SuccessSessionState) { told(#function.name, state) }
    func onRemoteAuthenticationSessionOutdated(_ reason: SessionOutdatedReason) { told(#function.name, reason) }
    func onRemoteAuthenticationAborted() { told(#function.name, nil) }
    func onRemoteAuthenticationPasswordError(_ error: PasswordError) { told(#function.name, error.errorCode) }
    func onRemoteTransactionDisplayData(_ data: String, _ caller: any DisplayDataCaller) { told(#function.name, (data, caller)) }
    func onRemoteTransactionStepComplete(_ command: String) { told(#function.name, command) }
    func onRemoteTransactionSuccess(_ state: SuccessSessionState) { told(#function.name, state) }
    func onRemoteTransactionSessionOutdated(_ reason: SessionOutdatedReason) { told(#function.name, reason) }
    func onRemoteTransactionAborted() { told(#function.name, nil) }
    func onRemoteTransactionPasswordError(_ error: PasswordError) { told(#function.name, error.errorCode) }
    func onLocalAuthenticationSuccess(_ otp: String, _ hostCode: String?) { told(#function.name, (otp, hostCode)) }
    func onLocalAuthenticationAborted() { told(#function.name, nil) }
    func onLocalAuthenticationPasswordError(_ error: PasswordError) { told(#function.name, error.errorCode) }
    func onLocalTransactionSuccess(_ signature: String, _ hostCode: String?) { told(#function.name, (signature, hostCode)) }
    func onLocalTransactionAborted() { told(#function.name, nil) }
    func onLocalTransactionPasswordError(_ error: PasswordError) { told(#function.name, error.errorCode) }
    func onChangePasswordStepComplete(_ command: String) { told(#function.name, command) }
    func onChangePasswordSuccess() { told(#function.name, nil) }
    func onChangePasswordAborted() { told(#function.name, nil) }
    func onChangePasswordInputError(_ error: InputError) { told(#function.name, error.errorCode) }
    func onFaceEnrollmentSucceed() { told(#function.name, nil) }
    func onFaceEnrollmentCanceled() { told(#function.name, nil) }
    func onFaceEnrollmentError(_ error: OrchestrationSDK.OrchestrationError) { told(#function.name, error.errorCode) }
    func onUserAuthenticationRequired(
        _ type: UserAuthenticationType, _ inputDelegate: any UserAuthenticationInputDelegate, _ isEnrollment: Bool
    ) { told("onUserAuthenticationRequired", inputDelegate) }
    func onUserAuthenticationInputError(_ error: InputError) { told(#function.name, error.errorCode) }
    func onOrchestrationError(_ error: OrchestrationSDK.OrchestrationError) { told(#function.name, error.errorCode) }
    func onOrchestrationServerError(_ error: OrchestrationServerError) { told(#function.name, error.readableMessage) }
    func onOrchestrationWarning(_ warning: OrchestrationSDK.OrchestrationWarning) { told(#function.name, warning.warningCode) }
}

extension String {
    /// A function's name without its parameters.
    fileprivate var name: String { String(prefix { $0 != "(" }) }
}
