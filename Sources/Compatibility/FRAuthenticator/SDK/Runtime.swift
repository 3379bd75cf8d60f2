import Authenticator
import AuthenticatorMessages
import CallbackBridge
import DeviceFoundation
import FRCore
import Foundation
import Primitives

/// The one instance that the documented API requires, and what is set before it is started.
package enum Runtime {
    struct State: Sendable {
        var client: FRAClient?
        var storage: Handoff<any StorageClient>?
        var evaluator = Handoff(FRAPolicyEvaluator())
        var deviceToken: String?
        var levels = LogLevel.none
    }

    static let state = Lock(State())

    /// Opens the accounts over what was set.
    static func open() throws -> Authenticator {
        let environment = Environment.current
        let (storage, evaluator, token) = state.withLock { ($0.storage, $0.evaluator, $0.deviceToken) }
        var configuration = AuthenticatorConfiguration(policies: evaluator.value.adapters, verification: environment.verification)
        configuration.store = storage.map(StorageClientStore.init)
        let opened = configuration
        let device = Device(
            transport: try RestClient.shared.transport(environment.transport), store: try environment.store(),
            interceptors: [RegisteredInterceptors()], log: Log(.all, to: FRALogDestination()), keepsCookies: false, platform: "ios",
            time: environment.time, random: environment.random)
        return try Bridge.wait {
            let authenticator = try await Authenticator.open(opened, on: device)
            if let token { try await authenticator.keepPushDevice(pushDevice(token)) }
            return authenticator
        }
    }

    static func pushDevice(_ token: String) -> PushDevice {
        PushDevice(token: token, name: Environment.current.deviceName, type: "ios", carrier: .apns)
    }

    static var authenticator: Authenticator? { state.withLock { $0.client?.authenticator } }

    /// Stops without a trace but what is stored, as the end of the process does.
    package static func stop() { state.withLock { $0 = State() } }

    /// Runs work whose outcome goes to one of two closures, once.
    static func run<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value, onSuccess: @escaping (Value) -> Void, onError: @escaping (any Error) -> Void
    ) {
        let (onSuccess, onError) = (Handoff(onSuccess), Handoff(onError))
        Task {
            do {
                let value = try await work()
                onSuccess.value(value)
            } catch { onError.value(Translation.documented(error)) }
        }
    }
}
