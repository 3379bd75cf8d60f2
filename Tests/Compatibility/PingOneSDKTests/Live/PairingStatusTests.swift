import DeviceFoundation
import DeviceMessages
import Foundation
import MFA
@testable import PingOneSDK
import PlatformTesting
import Primitives
import Testing
import DevicePolicies
import Services
import Directory
import Messaging

extension DocumentedSDK {
    /// What `PairingInfo` says of each way to authenticate, against a whole server and a push service.
    @Suite("Pairing statuses")
    struct PairingStatuses {
        /// What is so when a phone is paired, and what the app is told of pushes.
        struct PushCase: Sendable, CustomTestStringConvertible {
            /// nil when pushes work.
            let code: String?
            let testDescription: String
            var rules: @Sendable (inout MobileApplicationRules) -> Void = { _ in }
            let prepare: @Sendable (LiveApp, PretendApple) async throws -> Void

            init(
                _ code: String?, _ name: String, rules: @escaping @Sendable (inout MobileApplicationRules) -> Void = { _ in },
                _ prepare: @escaping @Sendable (LiveApp, PretendApple) async throws -> Void
            ) {
                self.code = code
                testDescription = "\(code ?? "completed"): \(name)"
                self.rules = rules
                self.prepare = prepare
            }
        }

        static let pushCases = [
            PushCase(nil, "Apple takes pushes for the device") { app, _ in await setToken() },
            PushCase("MissingDeviceToken", "the app has set no token") { _, _ in },
            PushCase("MissingPushCredentials", "the application has no credentials for Apple") { app, _ in
                for credential in try await app.domain.messaging.pushCredentials.all(
                    of: PlatformServer.application, in: app.server.realm.id)
                {
                    _ = try await app.domain.messaging.pushCredentials.delete(
                        credential.id, of: PlatformServer.application, in: app.server.realm.id)
                }
                await setToken()
            },
            PushCase("PushDisabled", "the app has disallowed pushes") { _, _ in
                await setToken()
                PingOne.pushNotification(allowed: false)
                while try await SDK.device().isPushAllowed { await Task.yield() }
            },
            PushCase("PushDisabled", "the policy has no pushes", rules: { $0.push?.isEnabled = false }) { _, _ in await setToken() },
            PushCase("Unregistered", "Apple says that the token is no app's any more") { _, apple in
                apple.refuse(410, "Unregistered")
                await setToken()
            },
            PushCase("BadDeviceToken", "Apple says that the token is none") { _, apple in
                apple.refuse(400, "BadDeviceToken")
                await setToken()
            },
            PushCase("DeviceTokenNotForTopic", "Apple says that the token is another app's") { _, apple in
                apple.refuse(400, "DeviceTokenNotForTopic")
                await setToken()
            },
            PushCase("InvalidProviderToken", "Apple doesn't accept the application's credentials") { _, apple in
                apple.refuse(403, "InvalidProviderToken")
                await setToken()
            },
            PushCase(nil, "Apple is out of order, so that nothing is known against the device") { _, apple in
                apple.refuse(503, "ServiceUnavailable")
                await setToken()
            },
        ]

        @Test("push", arguments: pushCases)
        func push(_ known: PushCase) async throws {
            try await PretendApple.run { apple in
                try await LiveApp.run(apple: apple, rules: known.rules) { app in
                    try await known.prepare(app, apple)
                    let model = try #require(try await app.pair().authenticatorsArray.first { $0.type == .push })
                    #expect(model.errorCode == known.code && model.status == (known.code == nil ? .completed : .failed))
                    #expect((model.errorMessage == nil) == (known.code == nil))
                }
            }
        }

        private static func setToken() async {
            #expect(await answer { PingOne.setDeviceToken(Data(repeating: 0xA1, count: 32), type: .sandbox, completionHandler: $0) } == nil)
        }

        // MARK: - Passcodes

        /// What befalls each confirmation of a pairing on its way, the last one's answer being what the app is told.
        struct PasscodeCase: Sendable, CustomTestStringConvertible {
            let code: String?
            let testDescription: String
            /// By how many seconds the phone's clock is changed before each confirmation; of all but the last the answer is lost.
            let jumps: [TimeInterval]
            /// How many seconds pass between two tries.
            var pause: TimeInterval = 0

            init(_ code: String?, _ name: String, jumps: [TimeInterval], pause: TimeInterval = 0) {
                self.code = code
                testDescription = "\(code ?? "completed"): \(name)"
                self.jumps = jumps
                self.pause = pause
            }
        }

        static let passcodeCases = [
            PasscodeCase(nil, "the passcode is right", jumps: [0]),
            PasscodeCase("UnSynchronizedClock", "the phone's clock was set four minutes ahead", jumps: [240]),
            PasscodeCase("InvalidOneTimePasscode", "the phone's clock was set hours ahead", jumps: [36_000]),
            PasscodeCase("OneTimePasscodeRetriesExceeded", "three wrong ones", jumps: [36_000, -72_000, 36_000 * 3]),
            PasscodeCase("OneTimePasscodeExpired", "a wrong one, and nothing for a quarter of an hour", jumps: [36_000, 0], pause: 901),
        ]

        @Test("one-time passcode", arguments: passcodeCases)
        func passcode(_ known: PasscodeCase) async throws {
            let phone = ManualTime()
            try await LiveApp.run(phone: phone) { app in
                let address = try await app.server.pairingAddress()
                // The key was taken, and then the network was gone: the app repeats the call.
                app.network.on("/confirmation") { _, _ throws(TransportError) in throw TransportError(.interrupted, "lost") }
                #expect(await answer { PingOne.pair(address, completion: $0) }.1?.documented == .noConnectivity)
                app.network.on("/confirmation") { request, pass throws(TransportError) in
                    let response = try await pass(request)
                    // A wrong clock is put right first, which is no try.
                    guard response.status != 200 else { throw TransportError(.interrupted, "lost") }
                    return response
                }
                for jump in known.jumps.dropLast() {
                    phone.advance(by: jump)
                    #expect(await answer { PingOne.pair(address, completion: $0) }.1?.documented == .noConnectivity)
                    app.time.advance(by: known.pause)
                    phone.advance(by: known.pause)
                }
                app.network.on("/confirmation", nil)
                phone.advance(by: known.jumps.last ?? 0)
                let (info, error) = await answer { PingOne.pair(address, completion: $0) }
                let model = try #require(info?.authenticatorsArray.first { $0.type == .oneTimePasscode }, "\(error as Any)")
                #expect(model.errorCode == known.code && model.status == (known.code == nil ? .completed : .failed))
                #expect((model.errorMessage == nil) == (known.code == nil))
            }
        }

        @Test("a way that the policy doesn't offer is unknown")
        func unknown() async throws {
            try await LiveApp.run(rules: { $0.otp = .init(false) }) { app in
                let model = try #require(try await app.pair().authenticatorsArray.last)
                #expect(model.type == .oneTimePasscode && model.status == .unknown && model.errorCode == nil)
            }
        }

        // MARK: - Migration

        @Test("not needed: nothing of the older SDK is there, or the device is paired already")
        func notNeeded() async throws {
            try await LiveApp.run { app in
                #expect(await migrate() == Migrated(.notNeeded))
                try await app.pair()
                #expect(await migrate() == Migrated(.notNeeded, 10_015))
            }
        }

        @Test("done: both ways to authenticate are told, and the user is known")
        func done() async throws {
            try await LiveApp.run { app in
                try await app.leaveOldInstallation()
                #expect(await migrate() == Migrated(.done, ways: [.push, .oneTimePasscode]))
                let users = await answer { PingOne.getInfo($0) }.0?["users"] as? [[String: Any]]
                #expect(users?.first?["username"] as? String == "demo")
            }
        }

        @Test("failed: the server knows nothing of the older installation")
        func failed() async throws {
            try await LiveApp.run { app in
                try await app.leaveOldInstallation(isKnown: false)
                #expect(await migrate() == Migrated(.failed, 10_015))
            }
        }

        @Test("failed for now: no network, or a server in trouble; tried again it is done", arguments: [true, false])
        func failedForNow(_ isNetwork: Bool) async throws {
            try await LiveApp.run { app in
                try await app.leaveOldInstallation()
                app.network.on("/migrations") { _, _ throws(TransportError) in
                    guard !isNetwork else { throw TransportError(.cannotConnect, "no network") }
                    return HTTPResponse(status: 503)
                }
                #expect(await migrate() == Migrated(.temporaryFailed, isNetwork ? 10_004 : 10_003))
                app.network.on("/migrations", nil)
                #expect(await migrate() == Migrated(.done, ways: [.push, .oneTimePasscode]))
            }
        }

        /// In progress stands with the code 10014 in `Situation`.
        private struct Migrated: Equatable {
            var status: MigrationStatus
            var code: Int?
            var ways: [AuthenticatorModel.AuthenticatorType]?

            init(_ status: MigrationStatus, _ code: Int? = nil, ways: [AuthenticatorModel.AuthenticatorType]? = nil) {
                self.status = status
                self.code = code
                self.ways = ways
            }
        }

        private func migrate() async -> Migrated {
            let (status, info, error) = await answer { PingOne.migrateFromPingID(completionHandler: $0) }
            return Migrated(status, error?.code, ways: info?.authenticatorsArray.map(\.type))
        }
    }
}
