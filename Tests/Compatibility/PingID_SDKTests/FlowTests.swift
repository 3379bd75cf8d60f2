import ClientTesting
import DeviceFoundation
import DeviceMessages
import Foundation
import PingIDClient
import PingIDMessages
import PingIDTesting
@testable import PingID_SDK
import Primitives
import Testing

extension DocumentedSDK {
    @Suite("Flows")
    struct FlowTests {
        private let app: App
        private var server: PretendPingID { app.server }

        init() throws { app = try App() }

        private func documented(_ body: () throws -> Void) -> PIDError? {
            do { try body() } catch { return (error as NSError).documented }
            return nil
        }

        @Test("a device is paired, signs on, and stays so after the app was ended")
        func pairs() async throws {
            #expect(!PingID.isDeviceTrusted())
            let (state, levels, _) = try await app.signOn()
            #expect(state == .trustLevels && levels == [PIDTrustLevel.primary.rawValue, PIDTrustLevel.ignored.rawValue])
            let selection = PIDUserSelectionObject(action: .none, trustLevel: .primary, userName: nil)
            #expect(await answered { PingID.setUserSelection(selection, completionBlock: $0) } == nil)
            #expect(PingID.isDeviceTrusted())
            app.install()
            #expect(PingID.isDeviceTrusted())
            #expect(try await app.signOn().0 == .deviceIsTrusted)
            #expect(app.delegate.passcodes.last?.count == 6)
        }

        @Test("a choice goes along with an updated payload; one of nothing is none")
        func updates() async throws {
            _ = try await app.signOn()
            let ignoring = PIDUserSelectionObject(action: .approve, trustLevel: .ignored, userName: "tom")
            (ignoring.ignoreIntervalUnit, ignoring.ignoreInterval) = (.weeks, 2)
            let payload = try server.opened(try PingID.updateExistingPayload(withUserSelection: ignoring))
            #expect(payload.selection?.ignoring == (try IgnoreInterval(.weeks, count: 2)) && payload.selection?.action == .approve)
            ignoring.ignoreIntervalUnit = .always
            #expect(try server.opened(PingID.updateExistingPayload(withUserSelection: ignoring)).selection?.ignoring == .always)
            (ignoring.ignoreIntervalUnit, ignoring.ignoreInterval) = (.minutes, 0)
            #expect(try server.opened(PingID.updateExistingPayload(withUserSelection: ignoring)).selection?.ignoring == nil)
            let nothing = PIDUserSelectionObject(action: .none, trustLevel: .none, userName: "tom")
            #expect(documented { _ = try PingID.updateExistingPayload(withUserSelection: nothing) } == .selectionIsMissing)
            #expect(await answered { PingID.setUserSelection(nothing, completionBlock: $0) } == .selectionIsMissing)
            #expect(await answered { PingID.setAuthenticationUserSelection(nothing, completionBlock: $0) } == .selectionIsMissing)
        }

        @Test("a push asks, a button answers, a silent one is done, a cancelled one is told")
        func pushes() async throws {
            let id = try await app.pair()
            let session = server.begin("tom", chooser: id, subject: "other", nonce: "n", levels: [.trusted])
            let info = app.userInfo(try server.push(.authentication, session: session))
            #expect(PingID.isRemoteNotification(fromPingID: info))
            let (type, levels, details, error) = await answered { PingID.handleRemoteNotification(info, completion: $0) }
            #expect(type == .auth && levels.numbers == [1] && error == nil)
            #expect(details?["username"] as? String == "tom" && details?["timeout"] as? Int == 30)
            #expect((details?["device"] as? [String: Any])?["name"] as? String == "Tom's phone")
            #expect(
                await answered {
                    PingID.handleAction(withIdentifier: "pingid.deny", forRemoteNotification: info, completionBlock: $0)
                } == nil)
            #expect(server.now.sessions[session]?.selection?.action == .deny)
            let silent = server.begin("tom", chooser: id, subject: id, nonce: "n2")
            let quiet = app.userInfo(try server.push(.silent, session: silent), .silent)
            #expect(await answered { PingID.handleRemoteNotification(quiet, completion: $0) }.0 == .done)
            #expect(server.now.acknowledged == [silent])
            let taken = app.userInfo(try server.push(.cancel, session: session))
            #expect(await answered { PingID.handleRemoteNotification(taken, completion: $0) }.0 == .cancel)
            #expect(!PingID.isRemoteNotification(fromPingID: ["aps": [:], "gh": "a.b.c"]))
            #expect(
                await answered { PingID.handleRemoteNotification([:], completion: $0) }.3.map { ($0 as NSError).documented }
                    == .wrongSignature)
        }

        @Test("a selection is about the push that the app was told last, not about one that it doesn't know yet")
        func pushesAtOnce() async throws {
            let id = try await app.pair()
            let told = server.begin("tom", chooser: id, subject: "other", nonce: "n", levels: [.trusted])
            let info = app.userInfo(try server.push(.authentication, session: told))
            _ = await answered { PingID.handleRemoteNotification(info, completion: $0) }
            let unknown = server.begin("tom", chooser: id, subject: "another", nonce: "n2", levels: [.trusted])
            _ = try await SDK.device().process(try server.push(.authentication, session: unknown))
            let approval = PIDUserSelectionObject(action: .approve, trustLevel: .none, userName: nil)
            #expect(await answered { PingID.setUserSelection(approval, completionBlock: $0) } == nil)
            #expect(server.now.sessions[told]?.selection?.action == .approve)
            #expect(server.now.sessions[unknown]?.selection == nil)
            #expect(await answered { PingID.setUserSelection(approval, completionBlock: $0) } == .withPairing)
        }

        @Test("the categories have the buttons that the SDK understands")
        func categories() throws {
            let all = PingID.getRemoteNotificationsCategories()
            let category = try #require(all.anyObject() as? PingIDNotificationCategory)
            #expect(all.count == 1 && category.identifier == RemoteNotificationBody.category)
            #expect(category.actions.compactMap { Categories.action(of: $0.identifier) } == [.approve, .deny])
            #expect(PingID.getDeprecatedRemoteNotificationsCategories().count == 0)
        }

        @Test("the delegate is told of a token's states, its users, and of failures")
        func tokens() async throws {
            try await app.pair()
            let users = [TokenUser(username: "tom", firstName: "Tom"), TokenUser(username: "tim", status: .suspended)]
            server.change { $0.tokens["qr"] = .init(users: users, status: .webUserSelection, next: [.mobileUserSelection], context: "c") }
            PingID.validateAuthenticationToken("qr")
            await settled { app.delegate.statuses.count == 2 }
            #expect(app.delegate.statuses == ["WEB_USER_SELECTION", "MOBILE_USER_SELECTION"])
            #expect(app.delegate.users == ["tom ACTIVE", "tim SUSPENDED"])
            let tim = PIDUserSelectionObject(action: .approve, trustLevel: .none, userName: "tim")
            #expect(await answered { PingID.setAuthenticationUserSelection(tim, completionBlock: $0) } == .userIsSuspended)
            let tom = PIDUserSelectionObject(action: .approve, trustLevel: .none, userName: "tom")
            #expect(await answered { PingID.setAuthenticationUserSelection(tom, completionBlock: $0) } == nil)
            #expect(app.delegate.statuses.last == "CLAIMED")
            PingID.validateAuthenticationToken("unknown")
            await settled { !app.delegate.errors.isEmpty }
            #expect(app.delegate.errors == [PIDError.expiredOrWrongAuthToken.number])
        }

        @available(*, deprecated, message: "calls the deprecated form")
        @Test("passcodes: the deprecated call and the restrictive one, with all four statuses")
        func passcodes() async throws {
            let none = await answered { PingID.getNextRestrictiveOneTimePasscode($0) }
            #expect(none.0 == "" && none.1 == .unsuccessesful && (none.2 as NSError?)?.documented == .withPairing)
            #expect(PingID.getNextOneTimePasscode() == nil)
            let id = try await app.pair()
            #expect(PingID.getNextOneTimePasscode()?.count == 6)
            server.change { $0.isRootDetectionRequired = true }
            #expect(await answered { PingID.setRootDetection(true, dataCenter: .default, withCompletionBlock: $0) } == nil)
            let shown = await answered { PingID.getNextRestrictiveOneTimePasscode($0) }
            #expect(shown.0.count == 6 && shown.1 == .ok && shown.2 == nil)
            #expect(PingID.getNextOneTimePasscode() == "")
            server.change { $0.isDown = true }
            #expect(await answered { PingID.getNextRestrictiveOneTimePasscode($0) }.1 == .canNotCheckRootDetectionAtOffline)
            server.change { state in
                state.isDown = false
                state.installations[id]?.isRooted = true
            }
            let rooted = await answered { PingID.getNextRestrictiveOneTimePasscode($0) }
            #expect(rooted.0 == "" && rooted.1 == .deviceRooted && (rooted.2 as NSError?)?.documented == .rootedDevice)
            #expect(await answered { PingID.setRootDetection(true, dataCenter: .default, withCompletionBlock: $0) } == .rootedDevice)
        }

        @Test("a sign-on by PingFederate is finished by one call")
        func federated() async throws {
            try server.federated("tom", payload: try PingID.generatePayload())
            let (state, levels, error) = await answered { PingID.postIDPAuthenticationStep(withDataCenter: .default, completionBlock: $0) }
            #expect(state == .trustLevels && levels.numbers == [0] && error == nil)
        }

        @Test("the device token goes to the server, of the sandbox in debug mode; an app for pushes only needs one")
        func deviceToken() async throws {
            app.install(capability: .enforceRemoteNotifications)
            #expect(documented { _ = try PingID.generatePayload() } == .deviceTokenIsMissing)
            PingID.setDebugMode(true)
            PingID.setRemoteNotificationsDeviceToken(Data(repeating: 0xAB, count: 32))
            let payload = try server.opened(try PingID.generatePayload())
            #expect(payload.push == .apns(token: String(repeating: "ab", count: 32), isSandbox: true) && payload.capability == .pushOnly)
        }

        @Test("logs are sent, trust is taken away and told, local data is removed, a reinstallation forgets")
        func life() async throws {
            let id = try await app.pair()
            let (support, error) = await answered { PingID.sendLogs($0) }
            #expect(support == "S-1" && error == nil)
            server.change { $0.installations[id]?.users = [] }
            _ = await answered { PingID.sendLogs($0) }
            #expect(app.delegate.untrusted == 1 && !PingID.isDeviceTrusted())
            try await app.pair()
            PingID.removePingIDSDKLocalData()
            #expect(!PingID.isDeviceTrusted())
            app.install(appData: InMemoryStore())
            try await app.pair("tam")
            app.install(appData: InMemoryStore())
            #expect(!PingID.isDeviceTrusted())
            try await app.pair("tem")
            PingID.setKeepTrustedDeviceAfterReinstall(true)
            app.install(appData: InMemoryStore())
            #expect(PingID.isDeviceTrusted())
        }

        @Test("completion blocks may be left out, and the delegate is held weakly")
        func optional() async throws {
            let sdk = PingID()
            var delegate: SilentDelegate? = SilentDelegate()
            sdk.delegate = delegate
            #expect(sdk.delegate != nil)
            delegate = nil
            #expect(sdk.delegate == nil)
            PingID.setUserSelection(PIDUserSelectionObject(action: .approve, trustLevel: .none, userName: nil), completionBlock: nil)
            PingID.setServerPayload("nonsense", completionBlock: nil)
            PingID.sendLogs(nil)
            #expect(
                await answered { PingID.setServerPayload("nonsense", completionBlock: $0) }.2.map { ($0 as NSError).documented }
                    == .withServerPayload)
        }

        @available(*, deprecated, message: "names the deprecated forms too")
        @Test("every declaration is there")
        func declarations() {
            #expect(declaredCalls().count == 25)
            let delegate = SilentDelegate()
            #expect(declaredMembers(PingID(), delegate).count == 11)
            delegate.didRefreshOneTimePasscode("1")
            delegate.didUntrustDevice()
            delegate.authenticationTokenStatus([:], error: nil)
        }

        /// The codes that no other test here has, each by a situation that makes it happen.
        @Test("situations and their codes")
        func codes() async throws {
            app.install(appID: nil)
            #expect(documented { _ = try PingID.generatePayload() } == .missingAppId)
            app.install()
            try await app.pair()
            func logs() async -> PIDError? { (await answered { PingID.sendLogs($0) }.1 as NSError?)?.documented }
            let failures: [(TransportError.Code, PIDError)] = [(.cannotConnect, .noInternetConnection), (.timedOut, .reachability)]
            for (code, expected) in failures {
                server.change { ($0.isDown, $0.failure) = (true, code) }
                #expect(await logs() == expected)
            }
            server.change { $0.isDown = false }
            for (status, expected) in [(404, PIDError.serverResponse), (500, .serverInternal)] {
                server.change { $0.answers[.logs] = HTTPResponse(status: status) }
                #expect(await logs() == expected)
            }
            server.change { $0.answers = [:] }
            let refusals: [(DeviceError.Code, PIDError)] = [
                (.applicationDisabled, .appDisabled), (.application, .wrongAppID), (.pushTimeout, .remoteNotificationTimeout),
                (.publicKey, .problemWithPublicKey), (.permission, .missingPermissions), (.tokenApplication, .wrongAppIDFromAuthToken),
                (.tokenAccount, .wrongAccountIDFromAuthToken), (.userSuspended, .userIsSuspended),
                (.userNotPaired, .usernameNotPairedForToken), (.tokenUsed, .authTokenAlreadyUsed), (.conflict, .withPairing),
            ]
            for (code, expected) in refusals {
                server.change { $0.refusals[.logs] = DeviceError(code, "refused") }
                #expect(await logs() == expected, "\(code)")
            }
        }

        @Test("a store that can't be read is an internal error")
        func storage() async throws {
            await app.store.set(Secret("nonsense"), for: StoreKey("pingid", "state"))
            #expect(documented { _ = try PingID.generatePayload() } == .internal)
        }

        @Test("a data centre that the app doesn't name, and one of another server than the device is paired with, are refused")
        func dataCenters() async throws {
            #expect(await answered { PingID.setRootDetection(true, dataCenter: .eu, withCompletionBlock: $0) } == .wrongAppID)
            try await app.pair()
            let other = DeviceIssuer(base: "https://eu.example.com", realm: "bbbbbbbb-5a6d-4c8e-9f21-3b4c5d6e7f80")
            app.install(centers: [.eu: other])
            #expect(await answered { PingID.setRootDetection(true, dataCenter: .eu, withCompletionBlock: $0) } == .withPairing)
        }
    }
}

/// Lets tasks run until a condition holds; a test's time limit ends it.
private func settled(_ holds: () -> Bool) async { while !holds() { await Task.yield() } }
