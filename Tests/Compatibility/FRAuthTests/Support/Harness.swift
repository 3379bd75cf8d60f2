import ClientTesting
import DeviceFoundation
@testable import FRAuth
import Foundation
import Primitives
import Synchronization
import Testing

/// The SDK as an app has it after its installation, with a server in memory.
struct Harness: Sendable {
    let time = ManualTime()
    let store = InMemoryStore()
    let server: ScriptedServer
    /// The pins that the SDK asked its transports to check.
    let pins = Pins()
    let opener = RecordingOpener()

    final class Pins: Sendable {
        let asked = Mutex<[PinSet]>([])
    }

    /// Forgets what an earlier test left, as a new process does.
    init() throws {
        server = try ScriptedServer(time: time)
        relaunch()
        FRRequestInterceptorRegistry.shared.registerInterceptors(interceptors: nil)
        RestClient.shared.setURLSessionConfiguration(config: nil, handler: nil)
        FRLog.setLogLevel(.none)
        FRLog.setCustomLogger(FRConsoleLogger())
    }

    /// Ends the process and starts it again: only what is stored remains.
    func relaunch() {
        SDK.stop()
        var environment = Environment(
            transport: { [server, pins] asked in
                pins.asked.withLock { $0.append(asked) }
                return server
            }, store: { [store] _ in store })
        environment.opener = opener
        environment.time = time
        Environment.current = environment
    }

    /// Gives the device a sensor that recognises its user, and the app an identifier.
    func recogniseUser(of app: String) {
        var environment = Environment.current
        environment.verification = SimulatedVerification(.face)
        environment.bundleIdentifier = app
        Environment.current = environment
    }

    /// The options of the documentation's example.
    static var options: FROptions {
        FROptions(
            url: "https://am.example.com/am", realm: "alpha", oauthClientId: "iosClient",
            oauthRedirectUri: "frauth://com.forgerock.ios.frexample", oauthScope: "openid profile email address",
            authServiceName: "Login", registrationServiceName: "Register")
    }

    /// Starts the SDK and signs `demo` in.
    func signIn(_ options: FROptions = Self.options) async throws {
        try FRAuth.start(options: options)
        let first: Outcome<FRUser> = await outcome { FRUser.login(completion: $0) }
        let node = try #require(first.node)
        (node.callbacks[0] as? NameCallback)?.setValue("demo")
        (node.callbacks[1] as? PasswordCallback)?.setValue("Ch4ng3it!")
        let second: Outcome<FRUser> = await outcome { node.next(completion: $0) }
        _ = try #require(second.result)
    }

    /// Waits until something that the SDK does in the background is done.
    func eventually(_ condition: @Sendable () -> Bool) async throws {
        for _ in 0..<500 where !condition() { try await Task.sleep(for: .milliseconds(10)) }
        #expect(condition())
    }
}

/// What a completion was called with.
struct Outcome<Result>: @unchecked Sendable {  // handed over once
    let result: Result?
    let node: Node?
    let error: (any Error)?
}

/// Calls something with a completion, and waits for it.
func outcome<Result>(_ call: (@escaping NodeCompletion<Result>) -> Void) async -> Outcome<Result> {
    await withCheckedContinuation { continuation in
        call { continuation.resume(returning: Outcome(result: $0, node: $1, error: $2)) }
    }
}

/// The same for completions without a node.
func answer<Result>(_ call: (@escaping (Result?, (any Error)?) -> Void) -> Void) async -> Outcome<Result> {
    await withCheckedContinuation { continuation in
        call { continuation.resume(returning: Outcome(result: $0, node: nil, error: $1)) }
    }
}
