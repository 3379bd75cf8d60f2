import DeviceMessages
import Foundation
@testable import PingOneSDK
import PlatformTesting
import Testing
import DeviceRegistry
import MultiFactor

extension DocumentedSDK {
    /// The README's app delegate and the rest of its code, against a whole server whose pushes come by Apple's service.
    @Suite("The snippets against a server")
    struct LiveSnippets {
        private let token = Data((0..<32).map { UInt8($0) })
        private let hexadecimal = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

        /// Runs `body` with an app whose delegate has got a device token, and that is paired.
        private func run(_ body: (LiveApp, PretendApple, AppDelegate) async throws -> Void) async throws {
            try await PretendApple.run { apple in
                try await LiveApp.run(apple: apple) { app in
                    let delegate = AppDelegate()
                    #expect(await answer { delegate.application(didRegisterForRemoteNotificationsWithDeviceToken: token, done: $0) } == nil)
                    let model = try #require(try await app.pair().authenticatorsArray.first)
                    #expect(model.type == .push && model.status == .completed)
                    try await body(app, apple, delegate)
                }
            }
        }

        /// What the app delegate does with a notification.
        private func receive(
            _ userInfo: [AnyHashable: Any], _ delegate: AppDelegate
        ) async -> (result: UIBackgroundFetchResult, shown: NotificationObject?) {
            let (shown, show) = AsyncStream<NotificationObject>.makeStream()
            let result = await answer { done in
                delegate.application(didReceiveRemoteNotification: userInfo, fetchCompletionHandler: done, display: { show.yield($0) })
            }
            show.finish()
            return (result, await shown.first { _ in true })
        }

        @Test("1.6, 1.7: the device token reaches the server; what Apple brings is shown and approved")
        func delegate() async throws {
            try await run { app, apple, delegate in
                #expect(try await app.installation.push == .apns(token: hexadecimal, isSandbox: true))
                let started = try await app.server.authenticate { $0.context.clientContext = "{\"sum\":\"100\"}" }
                let delivery = try await apple.next()
                #expect(delivery.token == hexadecimal)
                let (result, shown) = await receive(delivery.userInfo, delegate)
                let object = try #require(shown)
                #expect(result == .newData && object.notificationType == .authentication && object.clientContext == "{\"sum\":\"100\"}")
                #expect(await answer { object.approve(withAuthenticationMethod: "face", completionHandler: $0) } == nil)
                #expect(try await app.server.state(of: started).status == .completed)
            }
        }

        @Test("1.7: the silent push by which the server makes sure that pushes arrive needs nobody; a foreign notification has no data")
        func silent() async throws {
            try await run { _, apple, delegate in
                let (result, shown) = await receive(try await apple.next(inBackground: true).userInfo, delegate)
                #expect(result == .newData && shown == nil)
                #expect(await receive(["aps": ["alert": "Sale!"]], delegate).result == .noData)
            }
        }

        @Test("1.7.1: the category of a push is one that the app has registered, and its buttons decide")
        func actions() async throws {
            try await run { app, apple, delegate in
                await delegate.registerCategories()
                let registered = UNUserNotificationCenter.current().categories
                for (index, expected) in [DeviceAuthentication.Status.completed, .failed].enumerated() {
                    let started = try await app.server.authenticate()
                    let userInfo = try await apple.next().userInfo
                    let name = (userInfo["aps"] as? [String: Any])?["category"] as? String
                    let category = try #require(registered.first { $0.identifier == name })
                    let (object, error) = await answer {
                        PingOne.processRemoteNotificationAction(
                            category.actions[index].identifier, authenticationMethod: "fpt", forRemoteNotification: userInfo,
                            completionHandler: $0)
                    }
                    #expect(error == nil && object?.notificationType == .done)
                    #expect(try await app.server.state(of: started).status == expected)
                }
            }
        }

        @Test("1.8, 4.2: the texts of a push are keys that the app localises")
        func texts() async throws {
            try await run { app, apple, _ in
                _ = try await app.server.authenticate()
                let userInfo = try await apple.next().userInfo as? [String: Any] ?? [:]
                #expect(getNotificationTextFrom(userInfo) == ("notification.title", "notification.message"))
            }
        }

        @Test("2.2: the logs arrive")
        func logs() async throws {
            try await run { _, _, _ in
                let said = await answer { sendLogs($0) }
                #expect(said.hasPrefix("Support ID:") && said.count > 12)
            }
        }

        @Test("2.4: while pushes are disallowed, the server sends none")
        func disallowed() async throws {
            try await run { app, _, _ in
                PingOne.pushNotification(allowed: false)
                while try await app.installation.isPushAllowed { try await Task.sleep(for: .milliseconds(10)) }
                #expect(try await app.server.authenticate().status != .pushRequired)
                PingOne.pushNotification(allowed: true)
                while try await !app.installation.isPushAllowed { try await Task.sleep(for: .milliseconds(10)) }
                #expect(try await app.server.authenticate().status == .pushRequired)
            }
        }
    }
}
