import ClientTesting
import DeviceFoundation
import DeviceMessages
import DeviceTesting
import Foundation
@testable import PingOneSDK
import Primitives
import Testing

/// All tests of the SDK, which is one for the process: they run one by one.
@Suite("The documented MFA SDK", .serialized, OnOwnThreads(), .timeLimit(.minutes(10)))
enum DocumentedSDK {}

/// An app with the SDK, and a server in memory.
struct App: Sendable {
    let time = ManualTime()
    let server: PretendServer
    let store = InMemoryStore()

    init() throws {
        server = try PretendServer(time: time)
        install(store)
    }

    /// Starts the app's process over a store; what was in memory is gone.
    func install(_ store: any SecureStore, appData: (any SecureStore)? = nil, issuers: [DeviceIssuer]? = nil) {
        SDK.stop()
        var environment = Environment(transport: { [server] in server }, store: { store })
        environment.settings = { [server] in
            PingOneConfiguration(issuers: issuers ?? [server.issuer], clientID: "shop", bundleID: "com.example.shop")
        }
        environment.appData = { appData }
        (environment.time, environment.random) = (time, SeededRandom(seed: 31))
        Environment.current = environment
    }

    /// A device that is paired with a user; the pairing's id at the server.
    @discardableResult
    func pair(_ user: DeviceUser = PretendServer.alice) async throws -> String {
        let key = server.pairingKey(for: user)
        let (_, error) = await answer { PingOne.pair(key, completion: $0) }
        #expect(error == nil)
        return try #require(server.now.pairings.first { $0.value.key == key }?.key)
    }

    /// A push as Apple's service brings it.
    func userInfo(_ statement: String) -> [AnyHashable: Any] {
        ["aps": ["alert": ["title-loc-key": "notification.title", "loc-key": "notification.message"]], "gh": statement]
    }
}

/// Waits for the one call of a completion handler.
func answer<A, B>(_ call: (@escaping (A, B) -> Void) -> Void) async -> (A, B) {
    await withCheckedContinuation { continuation in
        call { first, second in continuation.resume(returning: Answered(first, second)) }
    }.values
}

func answer<A>(_ call: (@escaping (A) -> Void) -> Void) async -> A {
    await answer { (done: @escaping (A, Void) -> Void) in call { done($0, ()) } }.0
}

func answer<A, B, C>(_ call: (@escaping (A, B, C) -> Void) -> Void) async -> (A, B, C) {
    let ((first, second), third) = await answer { (done: @escaping ((A, B), C) -> Void) in call { done(($0, $1), $2) } }
    return (first, second, third)
}

/// Carries what the SDK handed over from its task to the test's.
private struct Answered<A, B>: @unchecked Sendable {  // handed over once
    let values: (A, B)

    init(_ first: A, _ second: B) { values = (first, second) }
}

extension NSError {
    /// The documented code, of an error of the documented domain.
    var documented: ErrorCode? { domain == PingOneErrorDomain ? ErrorCode(rawValue: code) : nil }
}
