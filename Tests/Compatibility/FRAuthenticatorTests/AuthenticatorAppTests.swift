import AuthenticatorMessages
import AuthenticatorTesting
import ClientTesting
import DeviceFoundation
import FRAuthenticator
import Foundation
import Primitives
import Testing

/// The calls that the documentation of the Authenticator module shows, as an app makes them.
@Suite("The documented authenticator", .serialized, SharedSettings())
final class AuthenticatorAppTests {
    private static let totp = "otpauth://totp/Example:ada?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&digits=8"
    private static let hotp = "otpauth://hotp/Example:ada?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

    private let app = App()

    deinit { Runtime.stop() }

    @Test("nothing is there before the start; after it accounts are, and storage and policies are settled")
    func start() throws {
        app.start()
        #expect(FRAClient.shared == nil)
        try FRAClient.setStorage(storage: DocumentedStore())
        FRAClient.start()
        #expect(FRAClient.shared?.getAllAccounts().isEmpty == true)
        #expect(throws: FRAError.invalidStateForChangingStorage) { try FRAClient.setStorage(storage: DocumentedStore()) }
        #expect(throws: FRAError.invalidStateForChangingPolicyEvaluator) {
            try FRAClient.setPolicyEvaluator(policyEvaluator: FRAPolicyEvaluator())
        }
    }

    @Test("a QR code makes a mechanism, and the mechanism codes")
    func codes() async throws {
        app.start()
        FRAClient.start()
        let running = try #require(try await App.add(Self.totp) as? TOTPMechanism)
        app.time.set(Date(timeIntervalSince1970: 59))
        let code = try running.generateCode()
        #expect(
            code.code == "94287082" && code.tokenType == "totp" && code.start == 30 && code.until == 60 && abs(code.progress - 0.966) < 0.01
        )
        #expect(running.identifier == "Example-ada-totp" && running.period == 30 && running.digits == 8 && running.algorithm == .sha1)
        let counting = try #require(try await App.add(Self.hotp) as? HOTPMechanism)
        #expect(try counting.generateCode().code == "755224")
        let second = try counting.generateCode()
        #expect(second.code == "287082" && second.until == nil && second.progress == 0)
        let account = try #require(FRAClient.shared?.getAccount(mechanism: counting))
        #expect(account.mechanisms.count == 2 && account.identifier == "Example-ada")
        #expect((account.mechanisms.last as? HOTPMechanism)?.counter == 2)
        await #expect(throws: MechanismError.self) { try await App.add(Self.totp) }
        await #expect(throws: MechanismError.invalidQRCode) { try await App.add("otpauth://totp/x?secret=1") }
        #expect(FRAClient.shared?.removeMechanism(mechanism: running) == true)
        #expect(FRAClient.shared?.removeAccount(account: account) == true && FRAClient.shared?.getAllAccounts().isEmpty == true)
    }

    @Test("push: registered with the device token, received, approved and denied", arguments: [true, false])
    func push(isApproved: Bool) async throws {
        app.start()
        FRAClient.start()
        await #expect(throws: PushNotificationError.missingDeviceToken) { try await App.add(self.app.server.code()) }
        FRAPushHandler.shared.application(UIApplication(), didRegisterForRemoteNotificationsWithDeviceToken: Data([0x0A, 0xFF]))
        app.start()
        FRAPushHandler.shared.application(UIApplication(), didRegisterForRemoteNotificationsWithDeviceToken: Data([0x0A, 0xFF]))
        FRAClient.start()
        let mechanism = try #require(try await App.add(app.server.code()) as? PushMechanism)
        #expect(app.server.known[mechanism.mechanismUUID]?.device.token == "0AFF")

        let notification = try #require(
            FRAPushHandler.shared.application(UIApplication(), didReceiveRemoteNotification: app.push()))
        #expect(notification.message == "Sign in?" && notification.pushType == .default && notification.isPending)
        #expect(notification.contextInfo == #"{"remoteIp":"203.0.113.7"}"# && notification.numbersChallenge == nil)
        #expect(mechanism.pendingNotifications.map(\.identifier) == [notification.identifier])
        #expect(FRAClient.shared?.getMechanism(notification: notification)?.identifier == mechanism.identifier)
        if isApproved {
            try await App.done { notification.accept(onSuccess: $0, onError: $1) }
        } else {
            try await App.done { notification.deny(onSuccess: $0, onError: $1) }
        }
        #expect(app.server.answers[notification.messageId]?.isDenied == !isApproved)
        #expect(notification.isApproved == isApproved && notification.isDenied == !isApproved && !notification.isPending)
        await #expect(throws: PushNotificationError.notificationInvalidStatus) {
            try await App.done { notification.accept(onSuccess: $0, onError: $1) }
        }
        #expect(FRAClient.shared?.removeNotification(notification: notification) == true && mechanism.notifications.isEmpty)
        #expect(FRAPushHandler.shared.application(UIApplication(), didReceiveRemoteNotification: ["aps": ["alert": "x"]]) == nil)
    }

    @Test("a number challenge and a biometric push are accepted in their own ways")
    func kinds() async throws {
        app.start()
        FRAPushHandler.shared.application(UIApplication(), didRegisterForRemoteNotificationsWithDeviceToken: Data([1]))
        FRAClient.start()
        _ = try await App.add(app.server.code())
        let handler = FRAPushHandler.shared
        let number = try #require(
            handler.application(UIApplication(), didReceiveRemoteNotification: app.push(.challenge, numbers: ["34", "56", "82"])))
        #expect(number.numbersChallengeArray == [34, 56, 82] && number.pushType == .challenge)
        await #expect(throws: PushNotificationError.notificationInvalidStatus) {
            try await App.done { number.accept(onSuccess: $0, onError: $1) }
        }
        await #expect(throws: PushNotificationError.invalidChallengeResponse) {
            try await App.done { number.accept(challengeResponse: "11", onSuccess: $0, onError: $1) }
        }
        try await App.done { number.accept(challengeResponse: "56", onSuccess: $0, onError: $1) }
        #expect(app.server.answers[number.messageId]?.number == "56")

        app.time.advance(by: 1)
        let biometric = try #require(handler.application(UIApplication(), didReceiveRemoteNotification: app.push(.biometric)))
        try await App.done { biometric.accept(title: "Sign in", allowDeviceCredentials: false, onSuccess: $0, onError: $1) }
        #expect(app.server.answers[biometric.messageId] != nil)
    }

    @Test(
        "a biometric push is approved by face or finger; by the passcode where that is allowed, and else by nothing",
        arguments: [(.face, false, true), (.pin, false, false), (.presence, false, false), (.pin, true, true), (nil, true, false)]
            as [(VerificationMethod?, Bool, Bool)])
    func biometrics(_ method: VerificationMethod?, _ allowed: Bool, _ isAccepted: Bool) async throws {
        app.start(verification: SimulatedVerification(method))
        FRAPushHandler.shared.application(UIApplication(), didRegisterForRemoteNotificationsWithDeviceToken: Data([1]))
        FRAClient.start()
        _ = try await App.add(app.server.code())
        let push = try #require(
            FRAPushHandler.shared.application(UIApplication(), didReceiveRemoteNotification: app.push(.biometric)))
        let error = await App.error { push.accept(title: "Sign in", allowDeviceCredentials: allowed, onSuccess: $0, onError: $1) }
        #expect(error == (isAccepted ? nil : .biometricAuthenticationFailed))
        #expect((app.server.answers[push.messageId] != nil) == isAccepted && push.isPending != isAccepted)
    }

    @Test("a store of the app's own keeps everything, and a code isn't shown that it didn't keep")
    func storage() async throws {
        let store = DocumentedStore()
        app.start()
        try FRAClient.setStorage(storage: store)
        FRAClient.start()
        let mechanism = try #require(try await App.add(Self.hotp) as? HOTPMechanism)
        #expect(try mechanism.generateCode().code == "755224")
        #expect(store.accounts.count == 1 && store.mechanisms.count == 1)
        app.start()
        try FRAClient.setStorage(storage: store)
        FRAClient.start()
        let again = try #require(FRAClient.shared?.getAllAccounts().first?.mechanisms.first as? HOTPMechanism)
        #expect(again.counter == 1 && again.mechanismUUID == mechanism.mechanismUUID)
        store.refuses = true
        #expect(throws: MechanismError.self) { try again.generateCode() }
        await #expect(throws: FRAError.self) { try await App.add(Self.totp) }
        store.refuses = false
        #expect(try again.generateCode().code == "287082")
        #expect(FRAClient.shared?.removeAccount(account: try #require(FRAClient.shared?.getAllAccounts().first)) == true && store.isEmpty())
    }

    @Test("policies: the app's own are evaluated with their data, and lock")
    func policies() async throws {
        final class OfficeHours: FRAPolicy {
            var data: Any?
            let name = "officeHours"
            var isOpen = true
            func evaluate() -> Bool { isOpen && (data as? [String: Any])?["from"] as? Int == 8 }
        }
        let policy = OfficeHours()
        app.start()
        let evaluator = FRAPolicyEvaluator()
        try evaluator.registerPolicies(policies: [policy], shouldOverride: false)
        #expect(evaluator.policies?.map(\.name) == ["deviceTampering", "biometricAvailable", "officeHours"])
        try FRAClient.setPolicyEvaluator(policyEvaluator: evaluator)
        FRAPushHandler.shared.application(UIApplication(), didRegisterForRemoteNotificationsWithDeviceToken: Data([1]))
        FRAClient.start()
        let uri = try app.server.code(withPassword: true, policies: #"{"officeHours":{"from":8}}"#)
        policy.isOpen = false
        #expect(evaluator.evaluate(uri: try #require(URL(string: uri))).nonCompliancePolicy?.name == "officeHours")
        await #expect(throws: AccountError.self) { try await App.add(uri) }
        policy.isOpen = true
        let mechanism = try #require(try await App.add(uri) as? TOTPMechanism)
        let client = try #require(FRAClient.shared)
        let account = try #require(client.getAccount(mechanism: mechanism))
        #expect(evaluator.evaluate(account: account).comply && evaluator.isPolicyAttached(account: account, policyName: "officeHours"))
        policy.isOpen = false
        #expect(client.getAccount(identifier: account.identifier)?.lockingPolicy == "officeHours")
        #expect(throws: AccountError.self) { try mechanism.generateCode() }
        policy.isOpen = true
        _ = try mechanism.generateCode()

        #expect(throws: AccountError.failToUnlockAccountNotLocked) { try client.unlockAccount(account: account) }
        #expect(throws: AccountError.failToLockInvalidPolicy) {
            try client.lockAccount(account: account, policy: BiometricAvailablePolicy())
        }
        #expect(try client.lockAccount(account: account, policy: policy) && account.lock)
        #expect(throws: AccountError.failToLockAccountAlreadyLocked) { try client.lockAccount(account: account, policy: policy) }
        #expect(throws: AccountError.self) { try mechanism.generateCode() }
        #expect(try client.unlockAccount(account: account))
        account.displayIssuer = "Work"
        #expect(try client.updateAccount(account: account))
        #expect(client.getAccount(identifier: account.identifier)?.displayIssuer == "Work")
    }

    @Test("accounts and mechanisms are archived and come back")
    func archived() async throws {
        app.start()
        FRAClient.start()
        let mechanism = try await App.add(Self.totp)
        let account = try #require(FRAClient.shared?.getAccount(mechanism: mechanism))
        let data = try NSKeyedArchiver.archivedData(withRootObject: account, requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: Account.self, from: data)
        #expect(read?.identifier == account.identifier && read?.mechanisms.first?.mechanismUUID == mechanism.mechanismUUID)
    }
}
