import Foundation
import MFA
import OIDC
@testable import PingOneSDK
import PlatformTesting
import Primitives
import Testing
import DevicePolicies

extension DocumentedSDK.Live {
    private func run(extra: MobileApplicationRules.Enforcement? = nil, _ body: (LiveApp) async throws -> Void) async throws {
        try await LiveApp.run(
            rules: { rules in
                rules.autoEnrollment = .init(true)
                rules.deviceAuthorization = .init()
                rules.deviceAuthorization?.isEnabled = true
                rules.deviceAuthorization?.extraVerification = extra
            }, body)
    }

    @Test("generateMobilePayload and processIdToken: automatic enrolment, then device authorization without an object")
    func signOn() async throws {
        try await run { app in
            try await app.server.assignPolicy()
            let first = try await app.server.client().signIn(
                through: app.server.visitor(), mobilePayload: try PingOne.generateMobilePayload())
            let (offered, error) = await answer { PingOne.processIdToken(first.idToken?.reveal() ?? "", completionHandler: $0) }
            let object = try #require(offered)
            #expect(error == nil)
            let (info, refused) = await answer { object.approve(completion: $0) }
            #expect(refused == nil && info?.authenticatorsArray.count == 2)
            let second = try await app.server.client().signIn(
                through: app.server.visitor(), mobilePayload: try PingOne.generateMobilePayload())
            let (nothing, none) = await answer { PingOne.processIdToken(second.idToken?.reveal() ?? "", completionHandler: $0) }
            #expect(nothing == nil && none == nil)
        }
    }

    @Test("a pairing that was denied isn't approved any more, nor offered again; the device can be paired by the next sign-on")
    func denied() async throws {
        try await run { app in
            try await app.server.assignPolicy()
            let tokens = try await app.server.client().signIn(
                through: app.server.visitor(), mobilePayload: try PingOne.generateMobilePayload())
            let token = tokens.idToken?.reveal() ?? ""
            let object = try #require(await answer { PingOne.processIdToken(token, completionHandler: $0) }.0)
            #expect(await answer { object.deny(completionHandler: $0) } == nil)
            let (info, refused) = await answer { object.approve(completion: $0) }
            #expect(info == nil && refused?.code == ErrorCode.pairingKey.rawValue)
            let (nothing, none) = await answer { PingOne.processIdToken(token, completionHandler: $0) }
            #expect(nothing == nil && none == nil)
            let next = try await app.server.client().signIn(
                through: app.server.visitor(), mobilePayload: try PingOne.generateMobilePayload())
            let other = try #require(await answer { PingOne.processIdToken(next.idToken?.reveal() ?? "", completionHandler: $0) }.0)
            #expect(await answer { other.approve(completion: $0) }.1 == nil)
        }
    }

    @Test(
        "with extra verification the SDK confirms a silent push by itself",
        arguments: [MobileApplicationRules.Enforcement.permissive, .restrictive])
    func extraVerification(_ extra: MobileApplicationRules.Enforcement) async throws {
        try await run(extra: extra) { app in
            try await app.server.assignPolicy()
            _ = try await app.pair()
            try await app.useBuiltInPush()
            let visitor = app.server.visitor { _ in
                let userInfo = try await app.push()
                let (object, error) = await answer { PingOne.processRemoteNotification(userInfo, completionHandler: $0) }
                #expect(object?.notificationType != .authentication && error == nil)
            }
            let tokens = try await app.server.client().signIn(through: visitor, mobilePayload: try PingOne.generateMobilePayload())
            let (nothing, none) = await answer { PingOne.processIdToken(tokens.idToken?.reveal() ?? "", completionHandler: $0) }
            #expect(nothing == nil && none == nil)
        }
    }
}
