import DeviceMessages
import DialectTesting
@testable import HTTPBase
import HTTPTypes
import Primitives
import Store
import Testing

import Services
import Directory
import MultiFactor

@Suite("Scanning an authentication code")
struct CodeScanTests {
    @Test(
        "completes it where the realm says so and the code asks for no approval; else its user approves",
        arguments: [true, false], [true, false])
    func completes(_ isEnough: Bool, _ needsApproval: Bool) async throws {
        let server = try await DeviceServer()
        let phone = try await server.pairedPhone()
        var realm = server.realm
        realm.settings[AuthenticatorSettings.self].completesCodesOnScan = isEnough
        try await server.domain.directory.realms.update(realm)
        var order = AuthenticationCodes.Order(application: DeviceServer.application)
        order.needsApproval = needsApproval
        let code = try await server.domain.multiFactor.authenticationCodes.create(order, in: realm)
        let path = "/authentication-codes/\(code.code)"
        let claim = try AuthenticationCodeClaim(json: try await phone.call(.post, path + "/claim").json)
        func isCompleted() async throws -> Bool {
            try await server.domain.multiFactor.authenticationCodes.code(code.id, in: realm)?.status(at: server.time.now) == .completed
        }
        #expect(try await isCompleted() == (isEnough && !needsApproval))
        guard !isEnough || needsApproval else { return }
        let decision = AuthenticationCodeDecision(.approve, user: server.user.id.text, nonce: try claim.nonce.unwrapped())
        _ = try await phone.call(.post, path + "/decision", decision.json)
        #expect(try await isCompleted())
    }
}
