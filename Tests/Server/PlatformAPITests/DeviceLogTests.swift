import DeviceMessages
import DialectTesting
import Foundation
import Foundations
@testable import HTTPBase
import HTTPTypes
import Primitives
@testable import RealmHTTP
import Testing

import DeviceRegistry
import Services
import Directory
@testable import DevicePolicies

@Suite("Platform: logs of devices (docs/protocols/platform.md 2.5)")
struct DeviceLogTests {
    /// A server with a paired phone, and workers that ask for its logs.
    private struct Stage {
        let devices: DeviceServer
        let device: UserDevice
        let installation: Installation

        init() async throws {
            devices = try await DeviceServer()
            _ = try await devices.pairedPhone()
            device = try await devices.domain.deviceRegistry.devices.devices(of: devices.user.id, in: devices.realm.id).first.unwrapped()
            installation = try await devices.domain.deviceRegistry.installations.installation(
                device.installation ?? "", in: devices.realm.id
            ).unwrapped()
        }

        func token(_ roles: [AdministratorRole] = AdministratorRole.allCases) async throws -> String {
            let id = "worker-\(UUID())"
            try await PlatformHarness.makeWorker(id, roles, in: devices.realm, devices.domain)
            return try await PlatformHarness.token(of: id, in: devices.realm, devices.server)
        }

        func send(_ method: HTTPRequest.Method, _ rest: String = "", token: String, device: UUID? = nil) async throws -> ServerResponse {
            let user = devices.user.id.uuidString.lowercased()
            let path = "/v1/environments/\(devices.realm.id.uuidString.lowercased())/users/\(user)/devices/"
            let body: JSONValue? = method == .put ? ["status": "PENDING"] : nil
            return try await devices.server.send(
                method, path + (device ?? self.device.id).uuidString.lowercased() + "/logs" + rest,
                headers: [.authorization: "Bearer " + token, .contentType: "application/json"], body: body?.text)
        }

        @discardableResult
        func upload(_ text: String, proof: String) async throws -> String {
            let body: [UInt8] = [0x1F, 0x8B] + Array(text.utf8)
            return try await devices.domain.deviceRegistry.deviceLogs.keep(body, of: installation, proof: proof, in: devices.realm)
                .supportID
        }
    }

    @Test("logs are asked for, sent, and read by who may ask for them")
    func received() async throws {
        let stage = try await Stage()
        let token = try await stage.token()
        #expect(try await stage.send(.get, token: token).json["status"] == nil)
        #expect(try await stage.send(.put, token: token).json["status"] == "PENDING")
        let pending = try await stage.send(.get, token: token)
        #expect(pending.json["status"] == "PENDING" && pending.json["expiresAt"]?.string != nil)
        let id = try await stage.upload("what happened", proof: "p1")
        let received = try await stage.send(.get, token: token)
        #expect(received.json["status"] == "RECEIVED" && received.json["expiresAt"] == nil)
        #expect(received.json["_embedded"]?["logs"]?.array?.map { $0["id"] } == [.string(id)])
        let log = try await stage.send(.get, "/" + id, token: token)
        let data = try #require(log.json["data"]?.string.flatMap { Data(base64Encoded: $0) })
        #expect(log.json["encoding"] == "gzip" && data.dropFirst(2) == Data("what happened".utf8))
        let reader = try await stage.token([.identityDataReadOnly])
        for rest in ["", "/" + id] { #expect(try await stage.send(.get, rest, token: reader).status == .forbidden) }
    }

    @Test("a log is its device's: no other device, and no other kind of device, tells it")
    func foreign() async throws {
        let stage = try await Stage()
        let token = try await stage.token()
        let id = try await stage.upload("mine", proof: "p1")
        let other = try await stage.devices.addUser("other")
        _ = try await stage.devices.pairedPhone(2, with: other)
        let path = "/v1/environments/\(stage.devices.realm.id.uuidString.lowercased())/users/\(other.id.uuidString.lowercased())/devices/"
        let foreign = try await stage.devices.domain.deviceRegistry.devices.devices(of: other.id, in: stage.devices.realm.id).first
            .unwrapped()
        let answer = try await stage.devices.server.send(
            .get, path + foreign.id.uuidString.lowercased() + "/logs/" + id, headers: [.authorization: "Bearer " + token])
        #expect(answer.status == .notFound)
        #expect(try await stage.send(.get, "/nothing", token: token).status == .notFound)
        let totp = try await stage.devices.domain.deviceRegistry.devices.enrol(
            .init(.totp), for: stage.devices.user.id, in: stage.devices.realm)
        #expect(try await stage.send(.get, token: token, device: totp.device.id).status == .badRequest)
    }

    @Test("logs are kept for thirty days, ten of a device, and go with the user")
    func bounded() async throws {
        let stage = try await Stage()
        let token = try await stage.token()
        for number in 0..<12 {
            try await stage.upload("log \(number)", proof: "p\(number)")
            stage.devices.time.advance(by: 61)
        }
        let logs = try await stage.send(.get, token: token).json["_embedded"]?["logs"]?.array
        #expect(logs?.count == 10)
        stage.devices.time.advance(by: 31 * 86_400)
        try await stage.devices.domain.platform.forgetExpired()
        #expect(try await stage.send(.get, token: try await stage.token()).json["_embedded"]?["logs"]?.array?.isEmpty == true)
        let last = try await stage.upload("last", proof: "last")
        try await stage.devices.domain.directory.users.delete(stage.devices.user.id, in: stage.devices.realm.id)
        #expect(try await stage.devices.domain.deviceRegistry.deviceLogs.entry(last, in: stage.devices.realm.id) == nil)
    }
}
