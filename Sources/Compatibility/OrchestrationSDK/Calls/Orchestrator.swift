import CallbackBridge
import CommandChannel
import DeviceFoundation
public import Orchestration
import Primitives

/// The SDK: runs flows, gives commands to the app, and takes the server's answers by ``execute(_:)``.
///
/// Callbacks come on a thread of the SDK's. One flow is under way at a time: another one's beginning ends it, as aborted.
public final class Orchestrator: Sendable {
    /// The app's objects, which are taken without asking for `Sendable`.
    struct Held: @unchecked Sendable {  // read and written under the lock
        var remoteAuthentication: (any RemoteAuthenticationDelegate)?
        var remoteTransaction: (any RemoteTransactionDelegate)?
        var authentication: (any UserAuthenticationDelegate)?
        var overridden: [UserAuthenticationType] = []
        var error: (any OrchestrationErrorDelegate)?
        var running: Task<Void, Never>?
    }

    /// The authenticator beneath, for an app that wants asynchronous calls.
    public let device: OrchestrationDevice
    let suspensions = Suspensions()
    let keypad: (any VirtualKeypad)?
    let appearance: KeypadAppearance
    let feeder: CDDCDataFeeder
    private let held: Lock<Held>

    init(
        _ device: OrchestrationDevice, keypad: (any VirtualKeypad)?, appearance: KeypadAppearance, feeder: CDDCDataFeeder,
        error: (any OrchestrationErrorDelegate)?
    ) {
        self.device = device
        self.keypad = keypad
        self.appearance = appearance
        self.feeder = feeder
        let initial = Held(error: error)
        held = Lock(initial)
    }

    var objects: Held { held.withLock { $0 } }
    private func change(_ edit: (inout Held) -> Void) { held.withLock { edit(&$0) } }

    // MARK: - The app's objects

    /// Sets who is told of remote authentications.
    public func setRemoteAuthenticationDelegate(_ delegate: any RemoteAuthenticationDelegate) {
        change { $0.remoteAuthentication = delegate }
    }
    /// Sets who is told of remote authentications.
    public func setRemoteAuthenticationCallback(_ callback: any RemoteAuthenticationCallback) { setRemoteAuthenticationDelegate(callback) }
    /// Sets who is told of remote authentications, by the name of older versions.
    public func setRemoteAuthCallback(_ callback: any RemoteAuthenticationCallback) { setRemoteAuthenticationDelegate(callback) }
    /// Sets who is told of remote transactions.
    public func setRemoteTransactionDelegate(_ delegate: any RemoteTransactionDelegate) { change { $0.remoteTransaction = delegate } }
    /// Sets who is told of remote transactions.
    public func setRemoteTransactionCallback(_ callback: any RemoteTransactionCallback) { setRemoteTransactionDelegate(callback) }

    /// Sets who authenticates the user in the SDK's place. Only ``UserAuthenticationType/password`` can be overridden.
    public func setUserAuthenticationDelegate(_ delegate: any UserAuthenticationDelegate, _ types: [UserAuthenticationType]) {
        change { ($0.authentication, $0.overridden) = (delegate, types) }
    }
    /// Sets who authenticates the user in the SDK's place.
    public func setUserAuthenticationCallback(_ callback: any UserAuthenticationCallback, _ types: [UserAuthenticationType]) {
        setUserAuthenticationDelegate(callback, types)
    }

    /// The methods to authenticate users.
    public func getUserAuthenticationMethodManager() -> UserAuthenticationMethodManager { UserAuthenticationMethodManager(self) }
    /// The users of this device.
    public func getUserManager() -> UserManager { UserManager(device) }
    /// Takes device data that the SDK can't collect.
    public func getCDDCDataFeeder() -> CDDCDataFeeder { feeder }

    // MARK: - Running

    /// Begins a flow once the former one has ended.
    func run(_ work: @escaping @Sendable () async -> Void) {
        suspensions.endAll()
        held.withLock { held in
            let former = held.running
            held.running = Task {  // No call blocks for a flow.
                await former?.value
                await work()
            }
        }
    }

    /// The screens of a flow.
    func prompts(
        display: ((String, any DisplayDataCaller) -> Void)? = nil, fault: @escaping (DeviceFailure.Code) -> Void = { _ in }
    ) -> CallbackPrompts {
        let objects = objects
        let isOverridden = objects.overridden.contains(.password)
        return CallbackPrompts(
            suspensions, isOverridden ? objects.authentication : nil, keypad, appearance, display: display, fault: fault)
    }

    /// The way to the server of a flow.
    func relay(_ step: @escaping (String) -> Void) -> CallbackRelay { CallbackRelay(suspensions: suspensions, step: Handoff(step)) }

    /// Tells of an error that belongs to no flow's user.
    func tell(_ error: DeviceFailure) {
        let delegate = objects.error
        if let refusal = error.refusal {
            delegate?.onOrchestrationServerError(
                OrchestrationServerError(customPayload: refusal.payload, readableMessage: refusal.message))
        } else {
            delegate?.onOrchestrationError(OrchestrationError(errorCode: error.code.number, exception: error))
        }
    }
}
