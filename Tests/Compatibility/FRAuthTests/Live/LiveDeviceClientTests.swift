import ClientTesting
import DevicePolicies
import DeviceRegistry
import Directory
@testable import FRAuth
import Foundation
import Foundations
import JOSE
import JourneyMessages
import Primitives
import ServerTesting
import Services
import Store
import Testing

extension Documentation {
    @Suite("Against a server: one's own devices")
    struct LiveDeviceClient {
        private let harness: Harness

        init() throws { harness = try Harness() }

        /// A server where `demo` has a device of each kind but passkeys, and is signed in on a phone.
        private func live(_ body: (LiveServer) async throws -> Void) async throws {
            try await harness.live { live in
                let domain = live.server.domain
                let user = try #require(try await domain.directory.users.user(named: "demo", in: live.realm.id))
                var key = try JWK.generate(.p256, random: domain.platform.random)
                (key.keyID, key.algorithm, key.use) = ("7d54", "ES256", .signature)
                let bound = NewBoundKey(
                    try #require(key.publicKey), identifier: "9f1c", application: "com.example.app", name: "Pixel 8")
                #expect(try await domain.deviceRegistry.devices.keep(bound, for: user.id, most: 0, in: live.realm) { _ in } == .kept)
                let profile = DeviceProfileDocument(
                    identifier: "a/b=c", metadata: ["platform": ["deviceName": "Tablet", "version": 17]],
                    location: .init(latitude: 51.5, longitude: -0.12))
                let (realm, now) = (live.realm.id, harness.time.now)
                try await domain.platform.database.write { transaction in
                    try DeviceProfiles.save(profile, alias: nil, of: user.id, realm: realm, most: 5, at: now, in: transaction)
                    for (kind, name) in [(UserDevice.Kind.totp, "Codes"), (.authenticator, "Pushes")] {
                        var device = UserDevice(
                            id: UUID(), realm: realm, user: user.id, kind: kind, status: .active, created: now, updated: now)
                        device.nickname = name
                        try Devices.insert(device, in: transaction)
                    }
                }
                try await harness.signIn(at: live)
                try await body(live)
            }
        }

        @Test("lists them with what they say; renames and removes what can be")
        func life() async throws {
            try await live { live in
                let client = DeviceClient()
                let names = try await client.oath.get().map(\.deviceName)
                #expect(names == ["Codes"])
                #expect(try await client.push.get().map(\.deviceName) == ["Pushes"])
                #expect(try await client.webAuthn.get().isEmpty)
                var bound = try #require(try await client.bound.get().first)
                #expect(bound.deviceId == "9f1c" && bound.id == bound.uuid && bound.urlSuffix == "devices/2fa/binding")
                #expect(abs(bound.createdDate - harness.time.now.timeIntervalSince1970 * 1000) < 1)
                bound.deviceName = "My phone"
                try await client.bound.update(bound)
                #expect(try await client.bound.get().map(\.deviceName) == ["My phone"])
                var profile = try #require(try await client.profile.get().first)
                #expect(profile.deviceName == "Tablet" && profile.identifier == "a/b=c" && profile.location?.latitude == 51.5)
                #expect((profile.metadata["platform"] as? [String: Any])?["version"] as? Int == 17)
                profile.deviceName = "My tablet"
                try await client.profile.update(profile)
                #expect(try await client.profile.get().map(\.deviceName) == ["My tablet"])
                try await client.profile.delete(profile)
                try await client.bound.delete(bound)
                for device in try await client.oath.get() { try await client.oath.delete(device) }
                for device in try await client.push.get() { try await client.push.delete(device) }
                #expect(try await client.profile.get().isEmpty)
                #expect(try await client.bound.get().isEmpty)
                #expect(try await client.oath.get().isEmpty)
                #expect(try await client.push.get().isEmpty)
                await #expect(throws: AuthApiError.self) { try await client.bound.delete(bound) }
            }
        }

        @Test("the session is the app's to name; without one, and without a configuration, an error comes")
        func sessions() async throws {
            try await live { live in
                let token = DeviceClient.ssoToken()
                #expect(!token.value.isEmpty)
                SDK.stop()
                let own = DeviceClient(options: live.options) { token }
                #expect(try await own.oath.get().count == 1)
                await #expect(throws: ConfigError.self) { try await DeviceClient().oath.get() }
                let stranger = DeviceClient(options: live.options)
                do {
                    _ = try await stranger.oath.get()
                    Issue.record("devices without a session")
                } catch AuthApiError.apiFailureWithMessage(_, _, let code, _) { #expect(code == 401) }
            }
        }
    }
}
