import DeviceFoundation
import Foundation
import Orchestration
import OrchestrationSDK
import OrchestrationTesting
import Primitives
import Synchronization
import Testing

/// An app that relays commands as the documented ones do, with an input for each screen.
final class App: Sendable {
    /// What a callback brought, as a value that tests compare.
    struct Told: Sendable, Equatable {
        let name: String
        let value: String
    }

    struct State: Sendable {
        var told: [Told] = []
        var inputs: [String?] = []
        var isApproved: Bool? = true
        var relays = true
        var orchestrator: Orchestrator?
    }

    let server: PretendOrchestration
    let store = InMemoryStore()
    private let state = Mutex(State())

    init() throws { server = try PretendOrchestration() }

    var now: State { state.withLock { $0 } }
    func change(_ edit: (inout State) -> Void) { state.withLock { edit(&$0) } }
    func enters(_ inputs: String?...) { change { $0.inputs = inputs } }
    func names() -> [String] { now.told.map(\.name) }
    func values(of name: String) -> [String] { now.told.filter { $0.name == name }.map(\.value) }

    /// Starts the app's process.
    @discardableResult
    func start(_ edit: (Orchestrator.Builder) -> Void = { _ in }) throws -> (orchestrator: Orchestrator, delegate: AllDelegates) {
        let delegate = AllDelegates { [unowned self] in tell($0, $1) }
        let builder = Orchestrator.Builder().setDigipassSalt(String(repeating: "0a", count: 32)).setErrorCallback(delegate)
            .setStorageSalt(String(repeating: "0B", count: 32)).setWarningCallback(delegate).rootDetectionEnabled(false)
        let (store, time) = (store, server.time)
        builder.environment = Environment()
        builder.environment.store = { store }
        builder.environment.time = time
        builder.environment.random = SeededRandom(seed: 60)
        builder.environment.stretching = PINStretching(rounds: 16)
        builder.environment.activationRounds = PretendOrchestration.activationRounds
        edit(builder)
        let orchestrator = try builder.build()
        orchestrator.setRemoteAuthenticationCallback(delegate)
        orchestrator.setRemoteTransactionCallback(delegate)
        orchestrator.setUserAuthenticationCallback(delegate, [.PASSWORD])
        change { $0.orchestrator = orchestrator }
        return (orchestrator, delegate)
    }

    private func tell(_ name: String, _ value: Any?) {
        let text: String =
            switch value {
            case let (data, _) as (String, any DisplayDataCaller): data
            case let (code, host) as (String, String?): "\(code) \(host ?? "-")"
            case let (_, isEnrollment) as (any UserAuthenticationInputDelegate, Bool): "\(isEnrollment)"
            case let value?: "\(value)"
            case nil: ""
            }
        change { $0.told.append(Told(name: name, value: text)) }
        switch value {
        case let (_, caller) as (String, any DisplayDataCaller):
            if let isApproved = now.isApproved { isApproved ? caller.onDataApproved() : caller.onDataRejected() }
        case let (input, _) as (any UserAuthenticationInputDelegate, Bool):
            let next = state.withLock { $0.inputs.isEmpty ? nil : $0.inputs.removeFirst() }
            if let next { input.onUserAuthenticationInputSuccess(next) } else { input.onUserAuthenticationInputAborted() }
        case let command as String where name.hasSuffix("StepComplete"):
            guard now.relays, let answer = try? server.answer(command) else { return }
            now.orchestrator?.execute(answer)
        default: break
        }
    }

    /// Waits until a callback was called, at most some seconds.
    @discardableResult
    func waits(for name: String, times: Int = 1, sourceLocation: SourceLocation = #_sourceLocation) async -> [String] {
        for _ in 0..<2_000 where values(of: name).count < times { try? await Task.sleep(for: .milliseconds(5)) }
        let values = values(of: name)
        #expect(values.count >= times, "\(name) was not called; \(names())", sourceLocation: sourceLocation)
        return values
    }

    /// Activates a user by a PIN.
    func activated(_ name: String = "tom") async throws -> Orchestrator {
        let (orchestrator, delegate) = try start()
        enters("193758")
        orchestrator.startActivation(
            OnlineActivationParams(user: OrchestrationUser(name), activationPassword: try server.register(name), delegate: delegate))
        await waits(for: "onActivationSuccess")
        return orchestrator
    }

    var delegate: AllDelegates { AllDelegates { [unowned self] in tell($0, $1) } }
}
