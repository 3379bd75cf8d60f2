import DeviceFoundation
import DeviceMessages
import Foundation
import JOSE
import MFA
@testable import PingOneSDK
import PlatformTesting
import Primitives
import ServerTesting
import Testing
import DeviceRegistry
import Messaging
import Directory
import DevicePolicies
import Services

/// An app with the SDK, and a whole server on loopback.
struct LiveApp: Sendable {
    let server: PlatformServer
    let network: DisturbedNetwork
    let store = InMemoryStore()
    /// The server's clock, and the phone's, if that is another.
    let time, phoneTime: ManualTime

    var domain: Services { server.server.domain }

    /// Runs `body` with an app. Unless `rules` says otherwise its policy lets plain approvals pass, as the documented calls need it.
    ///
    /// - Parameter phone: the phone's clock, if it isn't the server's.
    static func run(
        time: ManualTime = ManualTime(), phone: ManualTime? = nil, apple: PretendApple? = nil,
        mobile: (inout MobileSettings) -> Void = { _ in }, rules: (inout MobileApplicationRules) -> Void = { _ in },
        _ body: (LiveApp) async throws -> Void
    ) async throws {
        try await PlatformServer.run(settings: apple?.settings ?? [:], time: time, mobile: mobile) { known in
            known.push = .init()
            known.push?.numberMatching = .init(false)
            rules(&known)
        } _: { server in
            let app = LiveApp(server: server, network: try DisturbedNetwork(), time: time, phoneTime: phone ?? time)
            app.install()
            if apple != nil { try await server.addAppleCredentials() }
            try await body(app)
            SDK.stop()
        }
    }

    /// Starts the app's process.
    func install(
        bundle: String = PlatformServer.bundle, issuers: [DeviceIssuer]? = nil, store: (@Sendable () throws -> any SecureStore)? = nil
    ) {
        SDK.stop()
        let (network, ownStore) = (network, self.store)
        var environment = PingOneSDK.Environment(transport: { network }, store: store ?? { ownStore })
        let issuers = issuers ?? [server.issuer]
        environment.settings = { PingOneConfiguration(issuers: issuers, clientID: PlatformServer.application, bundleID: bundle) }
        environment.time = phoneTime
        PingOneSDK.Environment.current = environment
    }

    func pairingKey() async throws -> String { try PairingKeyText(try await server.pairingAddress()).key.reveal() }

    /// Pairs by a key.
    @discardableResult
    func pair() async throws -> PairingInfo {
        let key = try await pairingKey()
        let (info, error) = await answer { PingOne.pair(key, completion: $0) }
        #expect(error == nil)
        return try #require(info)
    }

    /// Leaves on the phone what an app with the older SDK would have left, and imports its key at the server if told so.
    func leaveOldInstallation(isKnown: Bool = true) async throws {
        let point = try await SoftwareKeyStore(store).create(OldInstallation.keyName, for: .signing)
        await store.set(Secret("old-1"), for: OldInstallation.record)
        var realm = server.realm
        realm.settings[DeviceSettings.self].migrationsUntil = "2030-01-01T00:00:00Z"
        try await domain.directory.realms.update(realm)
        guard isKnown else { return }
        try await domain.pairing.migrationKeys.add(
            JWK(.ec(try ECKey(curve: .p256, x: point.x, y: point.y))), of: "old-1", for: server.user,
            application: PlatformServer.application,
            in: realm)
    }

    var installation: DeviceRegistry.Installation {
        get async throws {
            let device = try #require(try await domain.deviceRegistry.devices.devices(of: server.user.id, in: server.realm.id).first)
            let id = try #require(device.installation)
            return try #require(try await domain.deviceRegistry.installations.installation(id, in: server.realm.id))
        }
    }

    /// Has the server's own push service keep the pushes, of which ``push()`` makes Apple's.
    func useBuiltInPush() async throws {
        let installation = try await installation
        let change = InstallationChange(revision: installation.revision, push: .builtIn)
        _ = try await domain.deviceRegistry.installations.change(change, of: installation, in: server.realm)
    }

    /// The push that waits, as an app delegate gets it.
    func push() async throws -> [AnyHashable: Any] {
        for try await event in try await domain.messaging.push.subscribe(try await installation.id, realm: server.realm.id, after: nil) {
            if case .letter(let letter) = event { return ["aps": ["alert": ["loc-key": "notification.message"]], "gh": letter.text] }
        }
        return [:]
    }

    /// The request of the push that waits.
    func notification() async throws -> NotificationObject {
        let userInfo = try await push()
        let (object, error) = await answer { PingOne.processRemoteNotification(userInfo, completionHandler: $0) }
        #expect(error == nil)
        return try #require(object)
    }
}
