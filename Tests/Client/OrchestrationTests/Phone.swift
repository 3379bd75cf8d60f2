import CommandChannel
import DeviceFoundation
import Foundation
@testable import Orchestration
import OrchestrationTesting
import Primitives
import Synchronization

/// A phone, its user and the server.
struct Phone: Sendable {
    static let pin = "193758"

    let time: ManualTime
    let server: PretendOrchestration
    var store: any SecureStore = InMemoryStore()
    var configuration: OrchestrationConfiguration
    let user = ScriptedUser()
    let random: SeededRandom
    let warnings = Warnings()

    init(_ server: PretendOrchestration? = nil, seed: UInt64 = 50) throws {
        let server = try server ?? PretendOrchestration()
        self.server = server
        time = server.time
        random = SeededRandom(seed: seed)
        // A try of the PIN costs next to nothing here: there are many.
        configuration = OrchestrationConfiguration(
            device: ["model": "test"], tampering: nil, stretching: PINStretching(rounds: 16), warning: { [warnings] in warnings.take($0) })
        configuration.activationRounds = PretendOrchestration.activationRounds
    }

    /// Starts the app's process.
    func open(time: (any TimeSource)? = nil) -> OrchestrationDevice {
        OrchestrationDevice(configuration, store: store, keys: SoftwareKeyStore(store), time: time ?? self.time, random: random)
    }

    /// Activates a user by a PIN.
    @discardableResult
    func activated(_ name: String = "tom", pin: String = Self.pin) async throws -> OrchestrationDevice {
        let device = open()
        user.enters(pin, pin)
        try await device.activate(name, password: try server.register(name), through: server, prompts: user)
        return device
    }

    /// The number of the error with which some work ends.
    func error(_ body: () async throws(OrchestrationError) -> Void) async -> OrchestrationError.Code? {
        do { try await body() } catch { return error.code }
        return nil
    }
}

/// Keeps what a device warns of.
final class Warnings: Sendable {
    private let told = Mutex<[OrchestrationWarning]>([])

    func take(_ warning: OrchestrationWarning) { told.withLock { $0.append(warning) } }
    var all: [OrchestrationWarning] { told.withLock { $0 } }
}
