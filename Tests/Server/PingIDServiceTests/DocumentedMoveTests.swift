import Crypto
import DeviceFoundation
import DeviceMessages
import DevicePolicies
import Directory
import Foundation
import Foundations
import HTTPTypes
import Messaging
import MultiFactor
import PingID_SDK
import PingOneSDK
import Primitives
import Services
import Synchronization
import Testing

/// Apple's service, which keeps every push as it came.
private final class Apple: OutboundHTTP {
    private let pushes = Mutex<[JSONValue]>([])

    func send(_ request: OutboundRequest) async throws -> OutboundAnswer {
        let push = (try? JSONValue(parsing: request.body ?? "")) ?? .null
        pushes.withLock { $0.append(push) }
        return OutboundAnswer(status: 200, body: "")
    }

    /// The first push that a person sees, as the app is handed it.
    func next() async throws -> (alert: JSONValue, userInfo: [AnyHashable: Any]) {
        for _ in 0..<1_000_000 {
            let push = pushes.withLock { pushes in
                pushes.firstIndex { $0["aps"]?["alert"] != nil }.map { pushes.remove(at: $0) }
            }
            if let push, let alert = push["aps"]?["alert"] {
                var info: [AnyHashable: Any] = [:]
                for member in push.object?.members ?? [] { if let text = member.value.string { info[member.name] = text } }
                return (alert, info)
            }
            await Task.yield()
        }
        throw DomainError(.invalid, "no push came")
    }
}

/// Both documented SDKs on one phone, before a real server: an app with the older one, and its update to the newer one.
///
/// Each SDK is one for the process, and has tests of its own in the same program: scripts/test runs these in a process of their own.
@Suite(
    "The documented SDKs, one after the other on one phone", .serialized, .timeLimit(.minutes(5)),
    .enabled(if: ProcessInfo.processInfo.environment["GATEHOUSE_TESTS_ALONE"] != nil, "scripts/test runs it in a process of its own"))
struct DocumentedMoveTests {
    private let apple = Apple()
    private let store = InMemoryStore()
    private let keys = SeededRandom(seed: 41)

    private func server() async throws -> PingIDServer {
        let server = try await PingIDServer.takingMoves(http: apple)
        let key = try P256.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 1, count: 32)).pemRepresentation
        _ = try await server.domain.messaging.pushCredentials.create(
            try PushCredential.Content(
                json: ["type": "APNS", "key": "ABC123DEFG", "teamId": "DEF123GHIJ", "token": .string(key)]),
            of: PingIDServer.application, in: server.realm.id)
        return server
    }

    /// The app with the older SDK is trusted, and ends.
    private func older(_ server: PingIDServer) async throws {
        var environment = PingID_SDK.Environment(transport: { RouteTransport(server: server) }, store: { [store] in store })
        environment.settings = { PingIDSettings(issuers: [.default: server.issuer], bundleID: "com.example.bank") }
        (environment.time, environment.random) = (server.time, keys)
        PingID_SDK.Environment.current = environment
        defer { PingID_SDK.SDK.stop() }
        PingID_SDK.PingID.initWithAppID(PingIDServer.application)
        PingID_SDK.PingID.setRemoteNotificationsDeviceToken(Data(repeating: 10, count: 32))
        let answer = try await Customer(server).signOn("tom", payload: try PingID_SDK.PingID.generatePayload())
        let payload = try #require(answer["payload"], "\(answer.json) \(answer.status)")
        let state = await withCheckedContinuation { done in
            PingID_SDK.PingID.setServerPayload(payload) { state, _, _ in done.resume(returning: state) }
        }
        #expect(state == .trustLevels)
        let selection = PIDUserSelectionObject(action: .none, trustLevel: .primary, userName: nil)
        let number: Int? = await withCheckedContinuation { done in
            PingID_SDK.PingID.setUserSelection(selection) { done.resume(returning: ($0 as NSError?)?.code) }
        }
        #expect(number == nil && PingID_SDK.PingID.isDeviceTrusted())
    }

    /// The same app after its update starts.
    private func newer(_ server: PingIDServer) {
        PingOneSDK.SDK.stop()
        var environment = PingOneSDK.Environment(transport: { RouteTransport(server: server) }, store: { [store] in store })
        environment.settings = { PingOneConfiguration(issuers: [server.issuer], clientID: nil, bundleID: "com.example.bank") }
        (environment.time, environment.random, environment.tampering) = (server.time, keys, nil)
        PingOneSDK.Environment.current = environment
    }

    private func taken(_ userInfo: [AnyHashable: Any]) async -> (object: NotificationObject?, code: Int?) {
        let handed = Handed(userInfo)
        return await withCheckedContinuation { done in
            PingOne.processRemoteNotification(handed.value) { object, error in
                done.resume(returning: Handed((object, error?.code)))
            }
        }.value
    }

    private func approve(_ object: NotificationObject) async -> Int? {
        await withCheckedContinuation { done in
            object.approve(withAuthenticationMethod: "face") { done.resume(returning: $0?.code) }
        }
    }

    @Test("by call: done, and not needed again")
    func byCall() async throws {
        let server = try await server()
        try await older(server)
        newer(server)
        defer { PingOneSDK.SDK.stop() }
        func migrate() async -> (status: MigrationStatus, code: Int?) {
            await withCheckedContinuation { done in
                PingOne.migrateFromPingID { status, _, error in done.resume(returning: (status, error?.code)) }
            }
        }
        let first = await migrate()
        #expect(first.status == .done && first.code == nil)
        let again = await migrate()
        #expect(again.status == .notNeeded && again.code == 10_015)
        #expect(try await server.devices(of: "tom").count == 1)
        // The older SDK, should the app be put back, hears that the device isn't trusted any more.
        PingID_SDK.PingID.initWithAppID(PingIDServer.application)
        let code: Int? = await withCheckedContinuation { done in
            PingID_SDK.PingID.sendLogs { _, error in done.resume(returning: (error as NSError?)?.code) }
        }
        #expect(code == -10_001 && !PingID_SDK.PingID.isDeviceTrusted())
        PingID_SDK.SDK.stop()
    }

    @Test("by push: the alert brings its texts, the move begins by itself, and the object is what the push asks", arguments: [true, false])
    func byPush(isCustomers: Bool) async throws {
        let server = try await server()
        try await older(server)
        newer(server)
        defer { PingOneSDK.SDK.stop() }
        let customer = Customer(server)
        var answer: PingIDServer.ServerResponse?
        if isCustomers {
            answer = try await customer.signOn("tom", payload: nil, ["clientContext": "12.50"])
        } else {
            let user = try #require(try await server.domain.directory.users.user(named: "tom", in: server.realm.id))
            try await server.domain.directory.users.setMFAEnabled(true, of: user.id, in: server.realm.id)
            var order = DeviceAuthentications.Order(user: user.id)
            order.context.clientContext = "12.50"
            _ = try await server.domain.multiFactor.deviceAuthentications.start(order, in: server.realm, issuer: server.issuer)
        }
        let push = try await apple.next()
        #expect(push.alert["title"]?.string?.isEmpty == false && push.alert["body"]?.string?.isEmpty == false, "\(push.alert)")
        #expect(push.alert["loc-key"] == nil && push.alert["title-loc-key"] == nil)
        let taken = await taken(push.userInfo)
        let object = try #require(taken.object, "\(taken.code ?? 0)")
        #expect(object.notificationType == .authentication && object.clientContext == "12.50")
        guard let answer else { return }
        #expect(await approve(object) == nil)
        #expect(try await customer.status(of: answer) == "APPROVED")
        // The next push is the platform's own, by the new app's localisation keys.
        let user = try #require(try await server.domain.directory.users.user(named: "tom", in: server.realm.id))
        try await server.domain.directory.users.setMFAEnabled(true, of: user.id, in: server.realm.id)
        _ = try await server.domain.multiFactor.deviceAuthentications.start(
            DeviceAuthentications.Order(user: user.id), in: server.realm, issuer: server.issuer)
        let next = try await apple.next()
        #expect(next.alert["loc-key"]?.string == "notification.message")
        #expect(await self.taken(next.userInfo).object?.notificationType == .authentication)
    }
}

/// Hands over what only one task has at a time.
private struct Handed<Value>: @unchecked Sendable {  // handed over once
    let value: Value

    init(_ value: Value) { self.value = value }
}
