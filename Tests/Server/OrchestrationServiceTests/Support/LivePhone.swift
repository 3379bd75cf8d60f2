import HTTPTypes
import CommandChannel
import DeviceFoundation
import Foundation
@testable import Orchestration
import OrchestrationTesting
import Primitives
import Synchronization
import Testing

/// The app's way to the server, which can lose, change and repeat what it carries.
final class LiveRelay: CommandRelay {
    struct Lost: Error {}

    struct State: Sendable {
        /// The commands that were sent, and what answered each.
        var sent: [String] = []
        var answers: [String] = []
        /// The number of commands after which the next one is lost; nil for none.
        var losesAfter: Int?
        /// Whether it is the answer that is lost, and not the command.
        var losesAnswers = false
        /// Changes what is carried to the server, and back.
        var there: @Sendable (String) -> String = { $0 }
        var back: @Sendable (String) -> String = { $0 }
        var key: String?
    }

    let server: OrchestrationServer
    private let state = Mutex(State())

    init(_ server: OrchestrationServer) { self.server = server }

    var now: State { state.withLock { $0 } }
    func change(_ edit: (inout State) -> Void) { state.withLock { edit(&$0) } }

    func send(_ command: String) async throws -> String {
        let isLost = state.withLock { state in
            state.sent.append(command)
            if let left = state.losesAfter { state.losesAfter = left - 1 }
            return state.losesAfter.map { $0 < 0 } ?? false
        }
        if isLost, !now.losesAnswers { throw Lost() }
        let answer = try await carry(now.there(command))
        if isLost { throw Lost() }
        return now.back(answer)
    }

    /// Brings a command to the server as the customer's server does: a refusal's command goes to the device too.
    func carry(_ command: String) async throws -> String {
        let answer = try await server.call(.post, "orchestration-commands-v2", ["command": .string(command)], key: now.key)
        guard let text = answer["command"] else { throw Lost() }
        state.withLock { $0.answers.append(text) }
        return text
    }
}

/// A phone with the real client, its user, and its way to the server.
struct LivePhone: Sendable {
    static let pin = "193758"

    let server: OrchestrationServer
    let relay: LiveRelay
    var store: any SecureStore = InMemoryStore()
    let user = ScriptedUser()
    let random: SeededRandom

    init(_ server: OrchestrationServer, seed: UInt64 = 50) {
        self.server = server
        relay = LiveRelay(server)
        random = SeededRandom(seed: seed)
    }

    /// Starts the app's process.
    func open() -> OrchestrationDevice {
        // A try of the PIN costs next to nothing here: there are many.
        var configuration = OrchestrationConfiguration(
            device: ["model": "test"], tampering: nil, stretching: PINStretching(rounds: 16))
        configuration.activationRounds = OrchestrationServer.activationRounds
        return OrchestrationDevice(configuration, store: store, keys: SoftwareKeyStore(store), time: server.time, random: random)
    }

    /// Activates a user by a PIN.
    @discardableResult
    func activated(_ name: String = "tom", pin: String = Self.pin) async throws -> OrchestrationDevice {
        let device = open()
        user.enters(pin, pin)
        try await device.activate(name, password: try await server.register(name), through: relay, prompts: user)
        return device
    }

    func answer(
        _ command: String, _ decision: Decision = .approve, pins: String? = Self.pin, on device: OrchestrationDevice? = nil
    ) async throws(OrchestrationError) -> RemoteOutcome {
        if let pins { user.enters(pins, decision: decision) } else { user.enters(decision: decision) }
        return try await (device ?? open()).answer(command, through: relay, prompts: user)
    }

    func oneTimePassword(
        _ name: String = "tom", application: Int = 2, challenge: String? = nil, pin: String = Self.pin,
        method: AuthenticationMethod = .password
    ) async throws -> ApplicationCode {
        user.enters(pin)
        return try await open().oneTimePassword(name, application: application, challenge: challenge, method: method, prompts: user)
    }

    func signature(_ fields: [String], pin: String = Self.pin) async throws -> ApplicationCode {
        user.enters(pin)
        return try await open().signature("tom", application: 4, fields: fields, prompts: user)
    }
}

/// The number of the error with which some work of a device ends; nil for none.
func failure(_ body: () async throws(OrchestrationError) -> Void) async -> OrchestrationError? {
    do { try await body() } catch { return error }
    return nil
}
