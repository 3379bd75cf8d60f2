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
    @Suite("Notifications, codes and migration")
    struct Notifications {
        private let app: App
        private let pairing: String
        private var server: PretendServer { app.server }

        init() async throws {
            app = try App()
            pairing = try await app.pair()
        }

        private func object(_ asked: (id: String, statement: String)) async throws -> NotificationObject {
            let (object, error) = await answer { PingOne.processRemoteNotification(app.userInfo(asked.statement), completionHandler: $0) }
            #expect(error == nil)
            return try #require(object)
        }

        @Test("a request is shown and approved with its method", arguments: ["face", nil])
        func approves(_ method: String?) async throws {
            let asked = try server.ask(pairing, context: "{\"sum\":\"100\"}")
            let object = try await object(asked)
            #expect(object.notificationType == .authentication && object.timeoutDuration == 60)
            #expect(object.clientContext == "{\"sum\":\"100\"}")
            #expect(await answer { object.approve(withAuthenticationMethod: method, completionHandler: $0) } == nil)
            #expect(server.now.challenges[asked.id]?.decision?.methods == method.map { [$0] } ?? [])
        }

        @Test("a request is denied")
        func denies() async throws {
            let asked = try server.ask(pairing)
            let object = try await object(asked)
            #expect(await answer { object.deny(completionHandler: $0) } == nil)
            #expect(server.now.challenges[asked.id]?.status == .denied)
        }

        @Test("what isn't ours is 10002", arguments: [[:], ["aps": "x"], ["gh": "nonsense"], ["gh": 7]] as [[String: any Sendable]])
        func foreign(_ userInfo: [String: any Sendable]) async {
            let info = userInfo as [AnyHashable: Any]
            let (object, error) = await answer { PingOne.processRemoteNotification(info, completionHandler: $0) }
            #expect(object == nil && error?.documented == .unrecognizedRemoteNotification)
        }

        @Test("the buttons of a banner approve and deny; a tap on it brings the object")
        func actions() async throws {
            let buttons = try #require(PingOne.getUNNotificationCategories().first { $0.identifier == "BANNER_BUTTONS" }?.actions)
            #expect(buttons.map(\.title) == ["Approve", "Deny"])
            for (button, status) in zip(buttons, [ChallengeStanding.Status.approved, .denied]) {
                let asked = try server.ask(pairing)
                let (object, error) = await answer {
                    PingOne.processRemoteNotificationAction(
                        button.identifier, authenticationMethod: "fpt", forRemoteNotification: app.userInfo(asked.statement),
                        completionHandler: $0)
                }
                #expect(error == nil && object?.notificationType == .done)
                #expect(server.now.challenges[asked.id]?.status == status)
            }
            let asked = try server.ask(pairing)
            let (object, _) = await answer {
                PingOne.processRemoteNotificationAction(
                    "com.apple.UNNotificationDefaultActionIdentifier", authenticationMethod: nil,
                    forRemoteNotification: app.userInfo(asked.statement), completionHandler: $0)
            }
            #expect(object?.notificationType == .authentication)
        }

        @Test("a number that is needed can't be given by these calls: 10012, by object and by button")
        func numbers() async throws {
            let object = try await object(try server.ask(pairing, number: 42))
            let error = await answer { object.approve(withAuthenticationMethod: "face", completionHandler: $0) }
            #expect(error?.documented == .failedPolicyRequirements)
            let asked = try server.ask(pairing, number: 7)
            let (_, other) = await answer {
                PingOne.processRemoteNotificationAction(
                    "notification.confirm", authenticationMethod: nil, forRemoteNotification: app.userInfo(asked.statement),
                    completionHandler: $0)
            }
            #expect(other?.documented == .failedPolicyRequirements)
            #expect(server.now.challenges[asked.id]?.decision == nil)
        }

        @Test("silent pushes, tests and cancellations are done with")
        func done() async throws {
            let silent = try server.ask(pairing, kind: .silent)
            #expect(try await object(silent).notificationType == .done)
            #expect(server.now.acknowledged == [silent.id])
            let object = try await object(silent)
            #expect(await answer { object.approve(withAuthenticationMethod: nil, completionHandler: $0) }?.documented == .internalError)
        }

        @Test("too late, taken back, another device's: the documented codes")
        func tooLate() async throws {
            for (code, documented) in [
                (DeviceError.Code.expired, ErrorCode.pushConfirmationTimeout), (.cancelled, .authCanceled),
                (.alreadyDecided, .authCanceled),
                (.deviceMismatch, .deviceMismatch), (.notPaired, .deviceIsNotPaired),
            ] {
                let app = try App()
                let pairing = try await app.pair()
                let asked = try app.server.ask(pairing)
                let (object, _) = await answer { PingOne.processRemoteNotification(app.userInfo(asked.statement), completionHandler: $0) }
                app.server.on("/decision") { _ in .json(DeviceError(code, "refused").json, status: 410) }
                let error = await answer { object?.approve(withAuthenticationMethod: nil, completionHandler: $0) }
                #expect(error?.documented == documented, "\(code)")
            }
        }

        @Test("the app delegate of the README")
        func delegate() async throws {
            let delegate = AppDelegate()
            await delegate.registerCategories()
            #expect(UNUserNotificationCenter.current().categories == PingOne.getUNNotificationCategories())
            let token = Data(repeating: 7, count: 32)
            #expect(await answer { delegate.application(didRegisterForRemoteNotificationsWithDeviceToken: token, done: $0) } == nil)
            let asked = try server.ask(pairing)
            let result = await answer { done in
                delegate.application(
                    didReceiveRemoteNotification: app.userInfo(asked.statement), fetchCompletionHandler: done, display: { _ in })
            }
            #expect(result == .newData)
            #expect(getNotificationTextFrom(["aps": ["alert": ["title-loc-key": "t", "loc-key": "b"]]]) == ("t", "b"))
            #expect(getNotificationTextFrom(["aps": ["alert": ["title": "t", "body": "b"]]]) == ("t", "b"))
        }

        @Test("a code is claimed, approved and denied")
        func codes() async throws {
            let claim = AuthenticationCodeClaim(
                .claimed, users: [PretendServer.alice], needsApproval: true, clientContext: "{\"header\":\"h\"}", nonce: "n")
            for code in ["7F45HGF5", "https://myapp.com/pingonesdk?authentication_code=7F45HGF5"] {
                server.change { $0.codes["7F45HGF5"] = claim }
                let (found, error) = await answer { PingOne.authenticate(code, completionHandler: $0) }
                let object = try #require(found)
                #expect(error == nil && object.status == "CLAIMED" && object.userApproval == "REQUIRED")
                #expect(object.clientContext == "{\"header\":\"h\"}")
                let user = try #require(object.users?.first?["userId"] as? String)
                let (status, _) = await answer { object.approve(userId: user, completionHandler: $0) }
                #expect(status == "COMPLETED")
                server.change { $0.codes["7F45HGF5"] = claim }
                #expect(await answer { object.deny(completionHandler: $0) }.0 == "DENIED")
            }
            #expect(await answer { PingOne.authenticate("AAAAAAAA", completionHandler: $0) }.1?.documented == .authCodeInvalid)
        }

        @Test("migration: not needed, done, failed, to be tried again")
        func migration() async throws {
            var (status, info, error) = await answer { PingOne.migrateFromPingID(completionHandler: $0) }
            #expect(status == .notNeeded && error?.documented == .migrationNotNeeded)
            let app = try App()
            (status, info, error) = await answer { PingOne.migrateFromPingID(completionHandler: $0) }
            #expect(status == .notNeeded && info == nil && error == nil)
            let keys = SoftwareKeyStore(app.store)
            let point = try await keys.create(OldInstallation.keyName, for: .signing)
            await app.store.set(Secret("old-1"), for: OldInstallation.record)
            (status, info, error) = await answer { PingOne.migrateFromPingID(completionHandler: $0) }
            #expect(status == .failed && error?.documented == .migrationNotNeeded)
            let old = JWK(.ec(try ECKey(curve: .p256, x: point.x, y: point.y)))
            app.server.change { state in
                state.oldKeys["old-1"] = old
                state.isDown = true
            }
            (status, info, error) = await answer { PingOne.migrateFromPingID(completionHandler: $0) }
            #expect(status == .temporaryFailed && error?.documented == .noConnectivity)
            app.server.change { $0.isDown = false }
            (status, info, error) = await answer { PingOne.migrateFromPingID(completionHandler: $0) }
            #expect(status == .done && error == nil && info?.authenticatorsArray.count == 2)
        }

        @Test("the numbers are the documented ones")
        func numbersOfCodes() {
            #expect(ErrorCode.allCases.map(\.rawValue) == Array(10_000...10_024))
            #expect(
                [MigrationStatus.notNeeded, .done, .failed, .temporaryFailed, .inProgress].map(\.rawValue) == Array(10_000...10_004))
            #expect(
                NotificationObject.NotificationType.none.rawValue == -1 && NotificationObject.NotificationType.authentication.rawValue == 1)
            #expect(
                AuthenticatorModel.AuthenticatorType.oneTimePasscode.rawValue == 1
                    && AuthenticatorModel.AuthenticatorStatus.failed.rawValue == 1)
            #expect(PingOne.APNSDeviceTokenType.sandbox.rawValue == 1)
        }
    }
}
