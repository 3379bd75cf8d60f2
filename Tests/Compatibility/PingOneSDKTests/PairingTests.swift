import CallbackBridge
import ClientTesting
import DeviceFoundation
import DeviceMessages
import DeviceTesting
import Foundation
import JOSE
import MFA
@testable import PingOneSDK
import Primitives
import Testing

extension DocumentedSDK {
    @Suite("Pairing, and what the device knows")
    struct Pairing {
        private let app: App
        private var server: PretendServer { app.server }

        init() throws { app = try App() }

        @Test("pair brings both ways to authenticate, with the documented codes")
        func pairs() async throws {
            let (info, error) = await answer { PingOne.pair(server.pairingKey(), completion: $0) }
            #expect(error == nil)
            let models = try #require(info?.authenticatorsArray)
            #expect(models.map(\.type) == [.push, .oneTimePasscode])
            #expect(models.map(\.status) == [.failed, .completed])
            #expect(models[0].errorCode == "MissingDeviceToken" && models[0].errorMessage != nil)
        }

        @Test("setDeviceToken before pairing makes push work", arguments: [PingOne.APNSDeviceTokenType.production, .sandbox])
        func token(_ type: PingOne.APNSDeviceTokenType) async throws {
            let token = Data((0..<32).map { UInt8($0) })
            #expect(await answer { PingOne.setDeviceToken(token, type: type, completionHandler: $0) } == nil)
            let (info, _) = await answer { PingOne.pair(server.pairingKey(), completion: $0) }
            #expect(info?.authenticatorsArray.first?.status == .completed)
            #expect(
                server.now.push
                    == .apns(token: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", isSandbox: type == .sandbox))
        }

        @Test("the deprecated form of pair calls back once")
        func deprecated() async throws {
            typealias Pair = (String, @escaping (NSError?) -> Void) -> Void
            let pair = try #require((declaredCallsHere() as [Any]).compactMap { $0 as? Pair }.first)
            #expect(await answer { pair(server.pairingKey(), $0) } == nil)
            #expect(await answer { pair("01234567890123", $0) }?.documented == .pairingKey)
        }

        @available(*, deprecated)
        private func oldCalls() -> [Any] { declaredCalls() }

        private func declaredCallsHere() -> [Any] { (self as any Deprecated).calls }

        @Test("without a configuration, a network, a pairing: the documented errors")
        func errors() async throws {
            #expect(await answer { PingOne.getInfo($0) }.1?.documented == .deviceIsNotPaired)
            #expect((await answer { PingOne.getOneTimePasscode($0) }.1 as NSError?)?.documented == .deviceIsNotPaired)
            #expect(await answer { PingOne.authenticate("7F45HGF5", completionHandler: $0) }.1?.documented == .deviceIsNotPaired)
            #expect(await answer { PingOne.sendLogs(completionHandler: $0) }.1?.documented == .deviceIsNotPaired)
            server.change { $0.isDown = true }
            let error = await answer { PingOne.pair(server.pairingKey(), completion: $0) }.1
            #expect(error?.documented == .noConnectivity && error?.userInfo["type"] as? String == "sdk")
            server.change { $0.isDown = false }
            SDK.stop()
            Environment.current.settings = { try PingOneConfiguration(["issuers": ["nonsense"]], bundleID: "x") }
            #expect(await answer { PingOne.getInfo($0) }.1?.documented == .configureError)
            #expect(throws: NSError.self) { try PingOne.generateMobilePayload() }
        }

        @Test("each refusal of the server has its documented code")
        func refusals() async throws {
            try await app.pair()
            let expected: [(DeviceError.Code, ErrorCode)] = [
                (.pairingKey, .pairingKey), (.application, .bundleId), (.policy, .failedPolicyRequirements), (.server, .serverError),
                (.invalidProof, .trustFailed), (.rateLimited, .serverError), (.malformed, .internalError),
            ]
            for (code, documented) in expected {
                server.on("/pairings") { _ in .json(DeviceError(code, "refused").json, status: 400) }
                let error = await answer { PingOne.pair("01234567890123", completion: $0) }.1
                #expect(error?.documented == documented, "\(code)")
                #expect(error?.userInfo["type"] as? String == "server" && error?.userInfo["internalErrorCode"] as? String == code.rawValue)
            }
        }

        @Test("a key of another server than the paired one is 10007")
        func otherServer() async throws {
            try await app.pair()
            let other = DeviceIssuer(base: "https://login.example.com", realm: "aaaaaaaa-5a6d-4c8e-9f21-3b4c5d6e7f80")
            app.install(app.store, issuers: [server.issuer, other])
            let key = PairingKeyText(key: Secret(server.pairingKey()), base: other.base, realm: other.realm).text
            #expect(await answer { PingOne.pair(key, completion: $0) }.1?.documented == .pairingKeyDataCenterMismatch)
        }

        @Test("getInfo brings the users, as both documents describe them")
        func info() async throws {
            try await app.pair()
            try await app.pair(PretendServer.bob)
            let (info, _) = await answer { PingOne.getInfo($0) }
            let users = try #require(info?["users"] as? [[String: Any]])
            #expect(Set(users.compactMap { $0["username"] as? String }) == ["alice", "bob"])
            let alice = try #require(users.first { $0["username"] as? String == "alice" })
            #expect(alice["userId"] as? String == PretendServer.alice.id && alice["given"] as? String == "Alice")
            #expect((alice["name"] as? [String: Any])?["family"] as? String == "Adams")
        }

        @Test("a passcode has its window")
        func passcode() async throws {
            try await app.pair()
            server.change { $0.isDown = true }
            let (info, error) = await answer { PingOne.getOneTimePasscode($0) }
            #expect(error == nil)
            let passcode = try #require(info)
            #expect(passcode.passcode.count == 6 && passcode.timeWindowSize == 30)
            #expect(passcode.validUntil - passcode.validFrom == 30)
        }

        @Test("logs are sent as the README does it")
        func logs() async throws {
            try await app.pair()
            #expect(await answer { sendLogs($0) } == "Support ID:S-1")
        }

        @Test("removing local data leaves the server as it is")
        func removes() async throws {
            try await app.pair()
            PingOne.removePingOneLocalData()
            #expect(await answer { PingOne.getInfo($0) }.1?.documented == .deviceIsNotPaired)
            #expect(server.now.pairings.count == 1)
        }

        @Test("after a reinstallation the device is paired if the app said so", arguments: [true, false])
        func reinstalled(_ stays: Bool) async throws {
            app.install(app.store, appData: InMemoryStore())
            try await app.pair()
            PingOne.setDevicePairedAfterReinstall(stays)
            app.install(app.store, appData: InMemoryStore())
            #expect((await answer { PingOne.getInfo($0) }.1 == nil) == stays)
        }

        @Test("pushes are switched off and on")
        func pushes() async throws {
            try await app.pair()
            PingOne.pushNotification(allowed: false)
            while server.now.isPushAllowed { await Task.yield() }
            PingOne.pushNotification(allowed: true)
            while !server.now.isPushAllowed { await Task.yield() }
        }

        @Test("a sign-on by payload offers a pairing, as the README handles it")
        func signOn() async throws {
            let payload = try MobilePayload(
                verifying: try PingOne.generateMobilePayload(), audience: server.issuer.description, at: app.time.now)
            server.change { $0.pairingKeys["ticket"] = PretendServer.alice }
            let claim = DevicePairingClaim(ticket: Secret("ticket"), expires: app.time.now.addingTimeInterval(300), payload: payload.id)
            let token = try server.idToken { $0[DevicePairingClaim.name] = claim.json }
            let object = await answer { done in
                let signOn = SignOn(token)
                signOn.displayed = { [signOn] in
                    _ = signOn
                    done($0)
                }
                signOn.authenticate(With: payload.id)
            }
            let (info, error) = await answer { object.approve(completion: $0) }
            #expect(error == nil && info?.authenticatorsArray.count == 2)
            let (nothing, none) = await answer { PingOne.processIdToken(try! server.idToken(), completionHandler: $0) }
            #expect(nothing == nil && none == nil)
            #expect(await answer { PingOne.processIdToken("nonsense", completionHandler: $0) }.1?.documented == .trustFailed)
        }
    }
}

/// Lets a test call what is deprecated without a warning.
private protocol Deprecated { var calls: [Any] { get } }
extension DocumentedSDK.Pairing: Deprecated {
    @available(*, deprecated)
    fileprivate var calls: [Any] { declaredCalls() }
}
