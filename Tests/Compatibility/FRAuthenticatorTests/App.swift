import AuthenticatorMessages
import AuthenticatorTesting
import CallbackBridge
import DeviceFoundation
import FRAuthenticator
import Foundation
import Primitives

/// An app that uses the documented SDK, over a store and a server of its own.
struct App {
    let server = PushServer()
    let time = ManualTime()
    let store = InMemoryStore()

    /// Starts the app's process.
    func start(verification: (any UserVerification)? = SimulatedVerification(.face)) {
        Runtime.stop()
        let (server, store, time) = (server, store, time)
        var environment = Environment(transport: { _ in server }, store: { store })
        environment.verification = verification
        environment.time = time
        environment.random = SeededRandom(seed: 4)
        environment.deviceName = "Ada's phone"
        Environment.current = environment
    }

    /// Adds what a QR code says, and waits for it.
    static func add(_ uri: String) async throws -> Mechanism {
        let client = try FRAClient.shared.orThrow()
        let url = try URL(string: uri).orThrow()
        return try await wait { client.createMechanismFromUri(uri: url, onSuccess: $0, onError: $1) }
    }

    /// Waits for one of two closures.
    static func wait<Value>(_ call: (@escaping (Value) -> Void, @escaping (any Error) -> Void) -> Void) async throws -> Value {
        let outcome: Handoff<Value> = try await withCheckedThrowingContinuation { continuation in
            call({ continuation.resume(returning: Handoff($0)) }, { continuation.resume(throwing: $0) })
        }
        return outcome.value
    }

    /// Waits for a call that brings nothing.
    static func done(_ call: (@escaping () -> Void, @escaping (any Error) -> Void) -> Void) async throws {
        try await wait { (success: @escaping (()) -> Void, failure) in call({ success(()) }, failure) }
    }

    /// The error of a call that brings nothing; nil when it was done.
    static func error(_ call: (@escaping () -> Void, @escaping (any Error) -> Void) -> Void) async -> PushNotificationError? {
        do { try await done(call) } catch { return error as? PushNotificationError }
        return nil
    }

    /// A push as Apple's service hands it to the app's delegate.
    func push(_ kind: PushRequest.Kind = .plain, numbers: [String] = []) throws -> [AnyHashable: Any] {
        let data = try server.push(kind, numbers: numbers, at: time.now)
        return [
            "aps": ["alert": "Sign in?", "messageId": data["messageId"]?.string ?? "", "data": data["message"]?.string ?? ""]
                as [AnyHashable: Any]
        ]
    }
}

extension Optional {
    struct Missing: Error {}

    func orThrow() throws -> Wrapped {
        guard let self else { throw Missing() }
        return self
    }
}
