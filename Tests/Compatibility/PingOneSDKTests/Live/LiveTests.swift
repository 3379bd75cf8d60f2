import AsyncHTTPTransport
import DeviceFoundation
import DeviceMessages
import Foundation
@testable import PingOneSDK
import PlatformTesting
import Primitives
import ServerTesting
import Services
import Testing

extension DocumentedSDK {
    /// The documented calls against a whole server on loopback.
    @Suite("Against a server")
    struct Live {
        /// Runs `body` with an app. Unless told otherwise its policy lets plain approvals pass, as the documented calls need it.
        private func run(plain: Bool = true, _ body: (PlatformServer) async throws -> Void) async throws {
            try await PlatformServer.run(rules: { rules in
                guard plain else { return }
                rules.push = .init()
                rules.push?.numberMatching = .init(false)
            }) { server in
                install(for: server)
                try await body(server)
                SDK.stop()
            }
        }

        private func install(for server: PlatformServer) {
            SDK.stop()
            let store = InMemoryStore()
            var environment = PingOneSDK.Environment(transport: { try AsyncHTTPTransport() }, store: { store })
            let issuer = server.issuer
            environment.settings = {
                PingOneConfiguration(issuers: [issuer], clientID: PlatformServer.application, bundleID: PlatformServer.bundle)
            }
            PingOneSDK.Environment.current = environment
        }

        /// Pairs by a key, and has the server's own service keep the pushes, of which ``push(of:)`` makes Apple's.
        private func pair(_ server: PlatformServer) async throws {
            let key = try PairingKeyText(try await server.pairingAddress()).key.reveal()
            let (info, error) = await answer { PingOne.pair(key, completion: $0) }
            #expect(error == nil)
            #expect(info?.authenticatorsArray.first?.errorCode == "MissingDeviceToken")
            #expect(info?.authenticatorsArray.last?.status == .completed)
            let installation = try await installation(of: server)
            let change = InstallationChange(revision: installation.revision, push: .builtIn)
            _ = try await server.server.domain.installations.change(change, of: installation, in: server.realm)
        }

        private func installation(of server: PlatformServer) async throws -> Installation {
            let device = try #require(try await server.server.domain.devices.devices(of: server.user.id, in: server.realm.id).first)
            let id = try #require(device.installation)
            return try #require(try await server.server.domain.installations.installation(id, in: server.realm.id))
        }

        private func push(of server: PlatformServer, after last: String? = nil) async throws -> [AnyHashable: Any] {
            let id = try await installation(of: server).id
            for try await event in try await server.server.domain.push.subscribe(id, realm: server.realm.id, after: last) {
                if case .letter(let letter) = event { return ["aps": ["alert": ["loc-key": "notification.message"]], "gh": letter.text] }
            }
            return [:]
        }

        @Test("pair, getInfo, getOneTimePasscode, sendLogs")
        func knows() async throws {
            try await run { server in
                try await pair(server)
                let users = await answer { PingOne.getInfo($0) }.0?["users"] as? [[String: Any]]
                #expect(users?.first?["username"] as? String == "demo")
                let (passcode, _) = await answer { PingOne.getOneTimePasscode($0) }
                #expect(passcode?.passcode.count == 6)
                #expect(await answer { PingOne.sendLogs(completionHandler: $0) }.0?.isEmpty == false)
            }
        }

        @Test("processRemoteNotification, approve and deny")
        func decides() async throws {
            try await run { server in
                try await pair(server)
                let started = try await server.authenticate()
                let userInfo = try await push(of: server)
                let (object, error) = await answer { PingOne.processRemoteNotification(userInfo, completionHandler: $0) }
                #expect(error == nil && object?.notificationType == .authentication)
                #expect(await answer { object?.approve(withAuthenticationMethod: "fpt", completionHandler: $0) } == nil)
                let done = try await server.state(of: started)
                #expect(done.status == .completed && done.methods.contains("fpt"))
            }
        }

        @Test("a policy with number matching refuses the documented approval: 10012")
        func numbers() async throws {
            try await run(plain: false) { server in
                try await pair(server)
                let started = try await server.authenticate()
                let userInfo = try await push(of: server)
                let (object, _) = await answer { PingOne.processRemoteNotification(userInfo, completionHandler: $0) }
                let error = await answer { object?.approve(withAuthenticationMethod: "fpt", completionHandler: $0) }
                #expect(error?.documented == .failedPolicyRequirements)
                #expect(try await server.state(of: started).status == .pushRequired)
            }
        }

        @Test("authenticate with a code, approve as the user")
        func codes() async throws {
            try await run { server in
                try await pair(server)
                let domain = server.server.domain
                let code = try await domain.authenticationCodes.create(.init(application: PlatformServer.application), in: server.realm)
                let (found, error) = await answer { PingOne.authenticate(code.code, completionHandler: $0) }
                let object = try #require(found)
                #expect(error == nil && object.status == "CLAIMED")
                let user = try #require(object.users?.first?["userId"] as? String)
                #expect(await answer { object.approve(userId: user, completionHandler: $0) }.0 == "COMPLETED")
                #expect(await answer { PingOne.authenticate("AAAAAAAA", completionHandler: $0) }.1?.documented == .authCodeInvalid)
            }
        }

        @Test("wrong and used keys are 10005, another bundle id 10006, no network 10004")
        func errors() async throws {
            try await run { server in
                let key = try PairingKeyText(try await server.pairingAddress()).key.reveal()
                #expect(await answer { PingOne.pair("01234567890123", completion: $0) }.1?.documented == .pairingKey)
                let issuer = server.issuer
                SDK.stop()
                PingOneSDK.Environment.current.settings = {
                    PingOneConfiguration(issuers: [issuer], clientID: nil, bundleID: "org.example.other")
                }
                #expect(await answer { PingOne.pair(key, completion: $0) }.1?.documented == .bundleId)
                SDK.stop()
                PingOneSDK.Environment.current.settings = {
                    PingOneConfiguration(
                        issuers: [DeviceIssuer(base: "http://127.0.0.1:1", realm: issuer.realm)], clientID: nil,
                        bundleID: PlatformServer.bundle)
                }
                #expect(await answer { PingOne.pair(key, completion: $0) }.1?.documented == .noConnectivity)
            }
        }
    }
}
