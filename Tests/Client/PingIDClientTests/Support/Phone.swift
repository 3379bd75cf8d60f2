import ClientTesting
import DeviceFoundation
import DeviceMessages
import Foundation
import PingIDClient
import PingIDMessages
import PingIDTesting
import Primitives
import Synchronization

/// A phone and its server: what a test needs to open the device as often as it likes over the same store.
struct Phone: Sendable {
    let time: ManualTime
    let server: PretendPingID
    var store: any SecureStore = InMemoryStore()
    var transport: any HTTPTransport
    var configuration: PingIDConfiguration
    let events = Events()
    let random: SeededRandom

    init(_ server: PretendPingID? = nil, time: ManualTime = ManualTime(), seed: UInt64 = 11) throws {
        self.time = time
        let server = try server ?? PretendPingID(time: time)
        self.server = server
        transport = server
        random = SeededRandom(seed: seed)
        configuration = PingIDConfiguration(
            application: "app-1", issuers: [server.issuer], app: AppDescription(id: "com.example.bank", version: "1.0"),
            device: DeviceDescription(platform: "iOS", model: "iPhone14,2"))
        configuration.tampering = nil
    }

    /// Starts the app's process.
    func open(_ time: (any TimeSource)? = nil) async throws(PingIDError) -> PingIDDevice {
        try await PingIDDevice.open(
            configuration,
            on: Device(transport: transport, store: store, keepsCookies: false, time: time ?? self.time, random: random),
            observer: { [events] in events.take($0) }
        ) { [clock = self.time] in clock.advance(by: Double($0.components.seconds)) }
    }

    /// A device that is paired with a user as their first, and its installation's id.
    func paired(_ username: String = "tom", as level: TrustLevel = .primary) async throws -> (device: PingIDDevice, id: String) {
        let device = try await open()
        return (device, try await pair(device, username, as: level))
    }

    @discardableResult
    func pair(_ device: PingIDDevice, _ username: String = "tom", as level: TrustLevel = .primary) async throws -> String {
        let answer = try server.signOn(username, payload: try await device.payload(), ignoreValidation: true)
        let outcome = try await device.accept(serverPayload: answer.serverPayload)
        if outcome.state == .deviceIsTrusted { return answer.installation }
        guard outcome.state == .trustLevels else { throw PingIDError(.pairing, "no choice: \(outcome)") }
        try await device.select(UserSelection(trust: level))
        return answer.installation
    }
}

/// Keeps what a device tells.
final class Events: Sendable {
    private let told = Mutex<[PingIDEvent]>([])

    func take(_ event: PingIDEvent) { told.withLock { $0.append(event) } }
    var all: [PingIDEvent] { told.withLock { $0 } }
    func clear() { told.withLock { $0 = [] } }

    var passcodes: [String] { all.compactMap { if case .passcode(let code) = $0 { code } else { nil } } }
    var tokens: [TokenStatus] { all.compactMap { if case .token(let report) = $0 { report.status } else { nil } } }
}
