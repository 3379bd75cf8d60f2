import DeviceFoundation
import DeviceMessages
import Foundation
import Foundations
import JOSE
import MFA
@testable import PingOneSDK
import PlatformTesting
import Primitives
import ServerTesting
import Store
import Testing
import DeviceRegistry
import Messaging
import Directory
import MultiFactor
import DevicePolicies
import Services

/// Something that goes wrong for an app, and the documented code that it is told by.
struct Situation: Sendable, CustomTestStringConvertible {
    let code: Int
    let name: String
    /// What the policy says of the app.
    var rules: @Sendable (inout MobileApplicationRules) -> Void = { _ in }
    /// Makes it happen; the error that the app gets.
    let happen: @Sendable (LiveApp) async throws -> NSError?

    init(
        _ code: Int, _ name: String, rules: @escaping @Sendable (inout MobileApplicationRules) -> Void = { _ in },
        _ happen: @escaping @Sendable (LiveApp) async throws -> NSError?
    ) {
        self.code = code
        self.name = name
        self.rules = rules
        self.happen = happen
    }

    var testDescription: String { "\(code): \(name)" }
}

extension Situation {
    static let all: [Situation] = [
        Situation(10_000, "what the app keeps is damaged") { app in
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            let vault = try directory.write("damaged", to: "vault")
            app.install(store: { try FileVault(vault, key: .file(directory.path + "/key")) })
            return await answer { PingOne.getInfo($0) }.1
        },
        Situation(10_001, "the system gave no device token") { _ in
            await answer { PingOne.setDeviceToken(Data(), type: .production, completionHandler: $0) }
        },
        Situation(10_002, "a notification is somebody else's") { app in
            try await app.pair()
            return await answer { PingOne.processRemoteNotification(["aps": ["alert": "Sale!"]], completionHandler: $0) }.1
        },
        Situation(10_002, "a notification is of a server that the app isn't paired with") { app in
            try await app.pair()
            let push = try await pushOfAnotherServer(app)
            return await answer { PingOne.processRemoteNotification(push, completionHandler: $0) }.1
        },
        Situation(10_003, "the server has lost part of its data") { app in
            try await app.pair()
            _ = try await app.domain.platform.database.write { try $0.execute("DROP TABLE device_logs") }
            return await answer { PingOne.sendLogs(completionHandler: $0) }.1
        },
        Situation(10_003, "what stands before the server says that it is down") { app in
            try await app.pair()
            app.network.on("/installation") { _, _ in HTTPResponse(status: 502, body: Array("<h1>Bad gateway</h1>".utf8)) }
            return await answer { PingOne.getInfo($0) }.1
        },
        Situation(10_004, "nobody answers at the server's address") { app in
            app.install(issuers: [DeviceIssuer(base: "http://127.0.0.1:1", realm: app.server.issuer.realm)])
            return await answer { PingOne.pair("01234567890123", completion: $0) }.1
        },
        Situation(10_005, "the pairing key is none") { _ in
            await answer { PingOne.pair("01234567890123", completion: $0) }.1
        },
        Situation(10_005, "the pairing key was used by another phone") { app in
            let address = try await app.server.pairingAddress()
            _ = try await app.server.phone().pair(with: address)
            return await answer { PingOne.pair(address, completion: $0) }.1
        },
        Situation(10_005, "the pairing key is too old") { app in
            let key = try await app.pairingKey()
            app.time.advance(by: 601)
            return await answer { PingOne.pair(key, completion: $0) }.1
        },
        Situation(10_006, "the pairing key is for another app") { app in
            app.install(bundle: "org.example.other")
            let key = try await app.pairingKey()
            return await answer { PingOne.pair(key, completion: $0) }.1
        },
        Situation(10_007, "the pairing key is of another server than the paired one") { app in
            try await app.pair()
            var error: NSError?
            try await PlatformServer.run(time: app.time) { other in
                app.install(issuers: [app.server.issuer, other.issuer])
                let address = try await other.pairingAddress()
                error = await answer { PingOne.pair(address, completion: $0) }.1
            }
            return error
        },
        Situation(10_008, "the device isn't paired") { _ in await answer { PingOne.getInfo($0) }.1 },
        Situation(10_008, "an administrator has removed the device while its user was asked") { app in
            let request = try await asked(app)
            let device = try #require(
                try await app.domain.deviceRegistry.devices.devices(of: app.server.user.id, in: app.server.realm.id).first)
            _ = try await app.domain.deviceRegistry.devices.remove(device.id, of: app.server.user.id, in: app.server.realm)
            return await answer { request.approve(withAuthenticationMethod: "face", completionHandler: $0) }
        },
        Situation(10_009, "the user takes too long") { app in
            let request = try await asked(app)
            app.time.advance(by: TimeInterval(request.timeoutDuration + 1))
            return await answer { request.approve(withAuthenticationMethod: "face", completionHandler: $0) }
        },
        Situation(10_010, "the policy has no passcodes", rules: { $0.otp = .init(false) }) { app in
            try await app.pair()
            return await answer { PingOne.getOneTimePasscode($0) }.1 as NSError?
        },
        Situation(10_011, "the authentication code is none") { app in
            try await app.pair()
            return await answer { PingOne.authenticate("AAAAAAAA", completionHandler: $0) }.1
        },
        Situation(10_012, "a number must be given, which these calls can't", rules: { $0.push?.numberMatching = .init(true) }) { app in
            let request = try await asked(app)
            return await answer { request.approve(withAuthenticationMethod: "face", completionHandler: $0) }
        },
        Situation(10_012, "the device must show its integrity, and hasn't", rules: { $0.integrityDetection = .restrictive }) { app in
            let request = try await asked(app)
            return await answer { request.approve(withAuthenticationMethod: "face", completionHandler: $0) }
        },
        Situation(10_012, "an administrator has blocked the device while its user was asked") { app in
            let request = try await asked(app)
            let device = try #require(
                try await app.domain.deviceRegistry.devices.devices(of: app.server.user.id, in: app.server.realm.id).first)
            _ = try await app.domain.deviceRegistry.devices.setBlocked(true, device.id, of: app.server.user.id, in: app.server.realm)
            return await answer { request.approve(withAuthenticationMethod: "face", completionHandler: $0) }
        },
        Situation(10_013, "another pairing is under way") { app in
            let (first, second) = (try await app.pairingKey(), try await app.pairingKey())
            return try await during("/pairings", of: app) { done in
                PingOne.pair(first) { _, _ in done() }
            } then: {
                await answer { PingOne.pair(second, completion: $0) }.1
            }
        },
        Situation(10_014, "another migration is under way") { app in
            try await app.leaveOldInstallation()
            return try await during("/migrations", of: app) { done in
                PingOne.migrateFromPingID { _, _, _ in done() }
            } then: {
                let (status, _, error) = await answer { PingOne.migrateFromPingID(completionHandler: $0) }
                #expect(status == .inProgress)
                return error
            }
        },
        Situation(10_014, "a call is made while a migration is under way") { app in
            try await app.leaveOldInstallation()
            return try await during("/migrations", of: app) { done in
                PingOne.migrateFromPingID { _, _, _ in done() }
            } then: {
                await answer { PingOne.getInfo($0) }.1
            }
        },
        Situation(10_015, "the device that is to migrate is paired already") { app in
            try await app.pair()
            let (status, _, error) = await answer { PingOne.migrateFromPingID(completionHandler: $0) }
            #expect(status == .notNeeded)
            return error
        },
        // What later versions of the documented SDK added.
        Situation(10_017, "an ID token isn't a known server's") { app in
            try await app.pair()
            return await answer { PingOne.processIdToken("nonsense", completionHandler: $0) }.1
        },
        Situation(10_018, "the app names no server") { _ in
            SDK.stop()
            PingOneSDK.Environment.current.settings = { try PingOneConfiguration(["issuers": ["nonsense"]], bundleID: "x") }
            return await answer { PingOne.getInfo($0) }.1
        },
        Situation(10_020, "the request was taken back before the user decided") { app in
            try await app.pair()
            try await app.useBuiltInPush()
            let started = try await app.server.authenticate()
            let request = try await app.notification()
            _ = try await app.domain.multiFactor.deviceAuthentications.cancelPush(
                in: started.id, from: "192.0.2.1", in: app.server.realm, issuer: app.server.issuer)
            return await answer { request.approve(withAuthenticationMethod: "face", completionHandler: $0) }
        },
    ]

    /// A paired app whose user is asked.
    private static func asked(_ app: LiveApp) async throws -> NotificationObject {
        try await app.pair()
        try await app.useBuiltInPush()
        _ = try await app.server.authenticate()
        return try await app.notification()
    }

    /// Makes a call while another one waits for the network.
    private static func during(
        _ path: String, of app: LiveApp, _ first: (@escaping @Sendable () -> Void) -> Void, then second: () async throws -> NSError?
    ) async throws -> NSError? {
        let gate = Gate()
        app.network.on(path) { request, pass throws(TransportError) in
            await gate.pass()
            return try await pass(request)
        }
        let (ended, end) = AsyncStream<Void>.makeStream()
        first { end.finish() }
        await gate.somebodyWaits()
        let error = try await second()
        gate.unlock()
        for await _ in ended {}
        return error
    }

    private static func pushOfAnotherServer(_ app: LiveApp) async throws -> [AnyHashable: Any] {
        var statement = ""
        try await PlatformServer.run(time: app.time) { other in
            let phone = try await other.phone()
            _ = try await phone.pair(with: try await other.pairingAddress())
            _ = try await other.authenticate()
            let domain = other.server.domain
            let device = try #require(try await domain.deviceRegistry.devices.devices(of: other.user.id, in: other.realm.id).first)
            for try await event in try await domain.messaging.push.subscribe(device.installation ?? "", realm: other.realm.id, after: nil) {
                guard case .letter(let letter) = event else { continue }
                statement = letter.text
                break
            }
        }
        return ["gh": statement]
    }
}
