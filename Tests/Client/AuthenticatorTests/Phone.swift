import Authenticator
import AuthenticatorMessages
import AuthenticatorTesting
import DeviceFoundation
import Foundation
import Primitives

/// A phone and its server: what a test needs to open the accounts as often as it likes over the same store.
struct Phone: Sendable {
    static let pushDevice = PushDevice(token: "0AFF", name: "Ada's phone", type: "ios", carrier: .apns)
    static let totp = "otpauth://totp/Example:ada?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&digits=8"
    static let hotp = "otpauth://hotp/Example:grace?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&counter=0"

    var time = ManualTime()
    var server = PushServer()
    var store: any SecureStore = InMemoryStore()
    var seed: UInt64 = 5
    var configuration = AuthenticatorConfiguration(verification: SimulatedVerification(.face), pushDevice: Phone.pushDevice)

    func open() async throws(AuthenticatorError) -> Authenticator {
        try await Authenticator.open(
            configuration,
            on: Device(transport: server, store: store, keepsCookies: false, time: time, random: SeededRandom(seed: seed))
        ) { try await Task.sleep(for: min($0, .milliseconds(20))) }
    }

    /// With an account that has push, and a push that waits.
    func asked(
        _ kind: PushRequest.Kind = .plain, numbers: [String] = []
    ) async throws -> (Authenticator, PushNotification) {
        let authenticator = try await open()
        _ = try await authenticator.add(server.code())
        let delivered = try server.push(kind, numbers: numbers, at: time.now)
        guard let notification = try await authenticator.receive(delivered) else { throw AuthenticatorError(.unknown, "no push came") }
        return (authenticator, notification)
    }
}

/// A policy that a test switches.
final class SwitchedPolicy: AccountPolicy {
    let name: String
    private let isOn: ManualFlag

    init(_ name: String, _ isOn: ManualFlag) {
        self.name = name
        self.isOn = isOn
    }

    func isMet(_ parameters: JSONObject) async -> Bool { isOn.value }
}
