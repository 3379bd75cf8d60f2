import DeviceMessages
import Foundation
import PingIDMessages
import PingIDTesting
@testable import PingID_SDK
import Primitives
import Testing

extension DocumentedSDK {
    @Suite("The forms that Swift's importer gives calls with a completion block")
    struct AsyncTests {
        private let app: App
        private var server: PretendPingID { app.server }

        init() throws { app = try App() }

        @Test("a device is paired, and answers a push")
        func pairs() async throws {
            let answer = try server.signOn("tom", payload: try PingID.generatePayload(), ignoreValidation: true)
            let (state, levels) = try await PingID.setServerPayload(answer.serverPayload)
            #expect(state == .trustLevels && (levels as [Any]?).numbers == [0, 2])
            try await PingID.setUserSelection(PIDUserSelectionObject(action: .none, trustLevel: .primary, userName: "tom"))
            #expect(PingID.isDeviceTrusted())
            let again = try server.signOn("tom", payload: try PingID.generatePayload(), ignoreValidation: true)
            let (trusted, none) = try await PingID.setServerPayload(again.serverPayload)
            #expect(trusted == .deviceIsTrusted && none.isEmpty)
            let id = try #require(server.now.installations.keys.first)
            let session = server.begin("tom", chooser: id, subject: "other", nonce: "n", levels: [.trusted])
            let info = app.userInfo(try server.push(.authentication, session: session))
            let (type, offered, details) = try await PingID.handleRemoteNotification(info)
            #expect(type == .auth && (offered as [Any]?).numbers == [1] && details["username"] as? String == "tom")
            try await PingID.handleAction(withIdentifier: "pingid.deny", forRemoteNotification: info)
            #expect(server.now.sessions[session]?.selection?.action == .deny)
        }

        @Test("a failure is thrown, with its number")
        func fails() async throws {
            let nothing = PIDUserSelectionObject(action: .none, trustLevel: .none, userName: nil)
            await #expect(throws: NSError.self) { try await PingID.handleRemoteNotification([:]) }
            for isForToken in [false, true] {
                let error = await #expect(throws: NSError.self) {
                    if isForToken {
                        try await PingID.setAuthenticationUserSelection(nothing)
                    } else {
                        try await PingID.setUserSelection(nothing)
                    }
                }
                #expect(error?.code == PIDError.selectionIsMissing.number)
            }
            await #expect(throws: NSError.self) { try await PingID.setServerPayload("none") }
        }

        @Test("passcodes, logs and root detection")
        func others() async throws {
            try await app.pair()
            let (code, status) = try await PingID.nextRestrictiveOneTimePasscode()
            #expect(code.count == 6 && status == .ok)
            #expect(try await !PingID.sendLogs().isEmpty)
            try await PingID.setRootDetection(true, dataCenter: .default)
            await #expect(throws: NSError.self) { try await PingID.setRootDetection(true, dataCenter: .au) }
        }

        @Test("a sign-on by PingFederate is finished by one call")
        func federated() async throws {
            try server.federated("tom", payload: try PingID.generatePayload())
            let (state, levels) = try await PingID.postIDPAuthenticationStep(withDataCenter: .default)
            #expect(state == .trustLevels && (levels as [Any]?).numbers == [0])
        }
    }
}
