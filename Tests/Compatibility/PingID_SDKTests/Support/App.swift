import ClientTesting
import DeviceFoundation
import DeviceMessages
import Foundation
import PingIDMessages
import PingIDTesting
import PingID_SDK
import Primitives
import Synchronization
import Testing

/// All tests of the SDK, which is one for the process: they run one by one.
@Suite("The documented PingID SDK", .serialized, OnOwnThreads(), .timeLimit(.minutes(10)))
enum DocumentedSDK {}

/// An app with the SDK, and a server in memory.
struct App: Sendable {
    let time = ManualTime()
    let server: PretendPingID
    let store = InMemoryStore()
    let delegate = Recorder()
    private let random = SeededRandom(seed: 31)

    init(capability: PIDSupportedMfaType = .automatic) throws {
        server = try PretendPingID(time: time)
        install(capability: capability)
    }

    /// Starts the app's process over its store; what was in memory is gone.
    func install(
        appID: String? = "app-1", capability: PIDSupportedMfaType = .automatic, appData: (any SecureStore)? = nil,
        tampering: TamperDetection? = nil, centers: [PIDDataCenterType: DeviceIssuer] = [:]
    ) {
        SDK.stop()
        var environment = Environment(transport: { [server] in server }, store: { [store] in store })
        environment.settings = { [server] in
            PingIDSettings(issuers: [.default: server.issuer].merging(centers) { $1 }, bundleID: "com.example.bank")
        }
        environment.appData = { appData }
        (environment.time, environment.random, environment.tampering) = (time, random, tampering)
        environment.pause = { [time] in time.advance(by: Double($0.components.seconds)) }
        Environment.current = environment
        if let appID { PingID.initWithAppID(appID, supportedMfa: capability) }
        PingID.setPingIDDelegate(delegate)
    }

    /// Signs a user on by the customer's server, as the app does it.
    func signOn(_ username: String = "tom") async throws -> (PIDFlowState, [UInt], NSError?) {
        let answer = try server.signOn(username, payload: try PingID.generatePayload(), ignoreValidation: true)
        let (state, levels, error) = await answered { PingID.setServerPayload(answer.serverPayload, completionBlock: $0) }
        #expect((levels as? [UInt] ?? []) == levels.numbers, "apps take the levels as numbers of Swift, too")
        return (state, levels.numbers, error as NSError?)
    }

    /// Pairs a user, and gives the installation's id.
    @discardableResult
    func pair(_ username: String = "tom", as level: PIDTrustLevel = .primary) async throws -> String {
        let (state, _, error) = try await signOn(username)
        #expect(state == .trustLevels && error == nil)
        let selection = PIDUserSelectionObject(action: .none, trustLevel: level, userName: username)
        #expect(await answered { PingID.setUserSelection(selection, completionBlock: $0) } == nil)
        return try #require(server.now.installations.first { $0.value.users.contains { $0.username == username } }?.key)
    }

    /// A push as Apple's service brings it.
    func userInfo(
        _ body: RemoteNotificationBody, _ presentation: PushEnvelope.Presentation = .alert(isTimeSensitive: true)
    ) -> [AnyHashable: Any] {
        var info: [AnyHashable: Any] = ["aps": ["alert": ["loc-key": "notification.message"]]]
        for member in body.apns(presentation).members { if let text = member.value.string { info[member.name] = text } }
        return info
    }
}

/// Keeps what the SDK tells its delegate.
final class Recorder: NSObject, PingIDDelegate, Sendable {
    private let told = Mutex<(passcodes: [String], untrusted: Int, statuses: [String], errors: [Int], users: [String])>(([], 0, [], [], []))

    var passcodes: [String] { told.withLock { $0.passcodes } }
    var untrusted: Int { told.withLock { $0.untrusted } }
    var statuses: [String] { told.withLock { $0.statuses } }
    var errors: [Int] { told.withLock { $0.errors } }
    var users: [String] { told.withLock { $0.users } }

    func didRefreshOneTimePasscode(_ oneTimePasscode: String) { told.withLock { $0.passcodes.append(oneTimePasscode) } }
    func didUntrustDevice() { told.withLock { $0.untrusted += 1 } }
    func authenticationTokenStatus(_ sessionInfo: [AnyHashable: Any], error: (any Error)?) {
        let (status, code) = (sessionInfo["authentication_token_status"] as? String, (error as NSError?)?.code)
        let users = (sessionInfo["users"] as? [[String: Any]] ?? []).map { "\($0["username"] ?? "") \($0["status"] ?? "")" }
        told.withLock { told in
            if let status { told.statuses.append(status) }
            if let code { told.errors.append(code) }
            told.users += users
        }
    }
}

/// Waits for the one call of a completion block.
func answered<A, B, C, D>(_ call: (@escaping (A, B, C, D) -> Void) -> Void) async -> (A, B, C, D) {
    await withCheckedContinuation { continuation in call { continuation.resume(returning: Answered(values: ($0, $1, $2, $3))) } }.values
}

func answered<A, B, C>(_ call: (@escaping (A, B, C) -> Void) -> Void) async -> (A, B, C) {
    await withCheckedContinuation { continuation in call { continuation.resume(returning: Answered(values: ($0, $1, $2))) } }.values
}

func answered<A, B>(_ call: (@escaping (A, B) -> Void) -> Void) async -> (A, B) {
    await withCheckedContinuation { continuation in call { continuation.resume(returning: Answered(values: ($0, $1))) } }.values
}

/// The documented number of the error that a completion block gets; nil for none.
func answered(_ call: (@escaping ((any Error)?) -> Void) -> Void) async -> PIDError? {
    let error: (any Error)? = await withCheckedContinuation { continuation in
        call { continuation.resume(returning: Answered(values: $0)) }
    }.values
    return (error as NSError?)?.documented
}

/// Carries what the SDK handed over from its task to the test's.
private struct Answered<Values>: @unchecked Sendable {  // handed over once
    let values: Values
}

extension [Any]? {
    var numbers: [UInt] { (self ?? []).compactMap { ($0 as? NSNumber)?.uintValue } }
}

extension NSError {
    /// The documented code, of an error of the documented domain.
    var documented: PIDError? { domain == PIDErrorDomain ? PIDError(rawValue: UInt(bitPattern: code)) : nil }
}
