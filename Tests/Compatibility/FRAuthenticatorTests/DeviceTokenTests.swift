import AuthenticatorTesting
import AuthenticatorMessages
import DeviceFoundation
import FRAuthenticator
import Foundation
import Primitives
import Testing

extension AuthenticatorAppTests {
    private static func received(_ token: [UInt8]) {
        FRAPushHandler.shared.application(
            UIApplication(), didRegisterForRemoteNotificationsWithDeviceToken: Data(token))
    }

    @Test("a device token of the app's is kept and told to all servers, or to one; a failure is said")
    func deviceToken() async throws {
        let app = App()
        app.start()
        #expect(FRAPushHandler.shared.deviceToken == nil)
        await #expect(throws: FRAError.invalidStateForUse) {
            try await App.done { FRAPushHandler.shared.updateDeviceToken(deviceToken: "01", onSuccess: $0, onFailure: $1) }
        }
        app.start()
        Self.received([0x0A])
        FRAClient.start()
        let mechanism = try #require(try await App.add(app.server.code()) as? PushMechanism)
        var known: String? { app.server.known[mechanism.mechanismUUID]?.device.token }
        #expect(known == "0A" && FRAPushHandler.shared.deviceToken == "0A")
        try await App.done { FRAPushHandler.shared.updateDeviceToken(deviceToken: "0B", onSuccess: $0, onFailure: $1) }
        #expect(known == "0B" && FRAPushHandler.shared.deviceToken == "0B")
        try await App.done {
            FRAPushHandler.shared.updateDeviceToken(mechanism: mechanism, deviceToken: "0C", onSuccess: $0, onFailure: $1)
        }
        #expect(known == "0C")

        app.server.fail(TransportError(.cannotConnect, "down"))
        let error = await App.error { FRAPushHandler.shared.updateDeviceToken(deviceToken: "0D", onSuccess: $0, onFailure: $1) }
        guard case .updateFailed? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.code == 1_100_003 && known == "0C")
        app.server.fail(nil)
        app.start()
        FRAClient.start()
        #expect(FRAPushHandler.shared.deviceToken == "0D", "it is kept")
    }

    @Test("without a device token no push is added; a cleared one is gone from the app's own store too")
    func clearedToken() async throws {
        let (app, store) = (App(), DocumentedStore())
        app.start()
        try FRAClient.setStorage(storage: store)
        Self.received([0x0A])
        FRAClient.start()
        let token = try #require(store.getPushDeviceToken())
        #expect(token.tokenId == "0A" && token.timeAdded == app.time.now)
        #expect(token.toJson() == #"{"tokenId":"0A","timeAdded":\#(app.time.now.millisecondsSince1970)}"#)
        let data = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: PushDeviceToken.self, from: data)?.tokenId == "0A")
        _ = try await App.add(app.server.code())

        FRAPushHandler.shared.clearDeviceToken()
        #expect(store.getPushDeviceToken() == nil && FRAPushHandler.shared.deviceToken == nil)
        await #expect(throws: PushNotificationError.missingDeviceToken) { try await App.add(app.server.code(account: "bob")) }
        store.refuses = true
        let error = await App.error { FRAPushHandler.shared.updateDeviceToken(deviceToken: "0B", onSuccess: $0, onFailure: $1) }
        guard case .updateFailed? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("a token that the app gets before the start counts, also where another one is kept from before")
    func earlyToken() async throws {
        let app = App()
        for token in [[0x0A], [0x0B]] as [[UInt8]] {
            app.start()
            Self.received(token)
            FRAClient.start()
            let mechanism = try #require(try await App.add(app.server.code()) as? PushMechanism)
            #expect(app.server.known[mechanism.mechanismUUID]?.device.token == Hexadecimal.encode(token).uppercased())
            #expect(FRAClient.shared?.removeMechanism(mechanism: mechanism) == true)
        }
    }

    @Test("the exports are JSON with the documented clients' names, and hold no secrets")
    func exports() async throws {
        let app = App()
        app.start()
        Self.received([1])
        FRAClient.start()
        let text = "otpauth://totp/Example:ada?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&digits=8"
        let totp = try #require(try await App.add(text) as? TOTPMechanism)
        let hotp = try #require(try await App.add(text.replacing("totp", with: "hotp")) as? HOTPMechanism)
        let push = try #require(try await App.add(app.server.code()) as? PushMechanism)
        for mechanism in [totp, hotp, push] as [Mechanism] {
            let json = try JSONValue(parsing: try #require(mechanism.toJson()))
            #expect(json["secret"] == nil && json["mechanismUID"]?.string == mechanism.mechanismUUID)
            #expect(json["id"]?.string == mechanism.identifier && json["issuer"]?.string == mechanism.issuer)
        }
        #expect(try JSONValue(parsing: totp.toJson() ?? "")["digits"] == 8 && JSONValue(parsing: hotp.toJson() ?? "")["counter"] == 0)
        let account = try #require(FRAClient.shared?.getAccount(mechanism: totp))
        let json = try JSONValue(parsing: try #require(account.toJson()))
        #expect(json["id"]?.string == "Example-ada" && json["accountName"] == "ada" && json["mechanisms"] == nil)
        let code = try totp.generateCode()
        let shown = try JSONValue(parsing: try #require(code.toJson()))
        #expect(shown["code"]?.string == code.code && shown["until"]?.number == code.until && code.isValid)
        app.time.advance(by: 60)
        #expect(!code.isValid)
        #expect(try hotp.generateCode().isValid)
        let notification = try #require(
            FRAPushHandler.shared.application(UIApplication(), didReceiveRemoteNotification: app.push()))
        #expect(try JSONValue(parsing: try #require(notification.toJson()))["ttl"]?.number == notification.ttl)
        #expect(notification.timeExpired == notification.timeAdded.addingTimeInterval(notification.ttl) && notification.ttl > 0)
        #expect(totp.uid == nil && totp.resourceId == nil)
    }

    @Test("an account locks and unlocks itself, for a policy that it has, and the store knows")
    func selfLock() async throws {
        struct Open: FRAPolicy {
            var data: Any?
            let name: String
            func evaluate() -> Bool { true }
        }
        let app = App()
        app.start()
        let evaluator = FRAPolicyEvaluator()
        #expect(throws: FRAError.self) { try evaluator.registerPolicies(policies: [Open(name: "a"), Open(name: "")]) }
        #expect(evaluator.policies?.count == 2, "none was registered")
        try evaluator.registerPolicies(policies: [Open(name: "hours")])
        try FRAClient.setPolicyEvaluator(policyEvaluator: evaluator)
        Self.received([1])
        FRAClient.start()
        let mechanism = try await App.add(app.server.code(withPassword: true, policies: #"{"hours":{}}"#))
        let client = try #require(FRAClient.shared)
        let account = try #require(client.getAccount(mechanism: mechanism))
        #expect(!account.lock(policy: Open(name: "others")) && !account.unlock())
        #expect(account.lock(policy: Open(name: "hours")) && account.lock && !account.lock(policy: Open(name: "hours")))
        #expect(client.getAccount(identifier: account.identifier)?.lockingPolicy == "hours")
        #expect(account.unlock() && !account.lock && client.getAccount(identifier: account.identifier)?.lock == false)
        app.start()
        #expect(!account.lock(policy: Open(name: "hours")), "the SDK isn't started")
    }
}
