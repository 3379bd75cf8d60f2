import DeviceMessages
import DialectTesting
@testable import HTTPBase
import HTTPTypes
import Primitives
import Testing

import Services
import Directory
import Foundations

@Suite("Nonces of the device protocol")
struct NonceTests {
    private func asked(_ phone: TestPhone, _ purpose: ServerNonce.Purpose) async throws -> HTTPResponse.Status {
        try await phone.call(.post, "/nonces", ServerNonce.request(purpose)).status
    }

    @Test("a device gets sixty a minute, and others still get theirs")
    func paired() async throws {
        let server = try await DeviceServer()
        let phone = try await server.pairedPhone()
        for _ in 0..<60 { #expect(try await asked(phone, .rotation) == .created) }
        let refused = try await phone.call(.post, "/nonces", ServerNonce.request(.rotation))
        #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] == "60")
        #expect(try await asked(try TestPhone(server, seed: 2), .migration) == .created)
        server.time.advance(by: 60)
        #expect(try await asked(phone, .rotation) == .created)
    }

    @Test("devices that aren't known here share what their network has")
    func strangers() async throws {
        let server = try await DeviceServer()
        var realm = server.realm
        realm.settings[BoundsSettings.self].keptRequestsPerAddressAndMinute = 3
        try await server.domain.directory.realms.update(realm)
        var statuses: [HTTPResponse.Status] = []
        for seed in 1...5 { statuses.append(try await asked(try TestPhone(server, seed: UInt64(seed)), .migration)) }
        #expect(statuses == [.created, .created, .created, .tooManyRequests, .tooManyRequests])
    }

    @Test("what a device does stands in the audit log with the address that it did it from")
    func address() async throws {
        let server = try await DeviceServer()
        let phone = try await server.pairedPhone()
        _ = try await phone.rotate()
        let events = try await server.domain.platform.audit.latest(50, of: server.domain.platform.database)
        for kind in ["device.paired", "installation.keys_offered"] {
            let event = try #require(events.first { $0["kind"] == .string(kind) }, "\(kind)")
            #expect(event["personal"]?["address"]?.string?.isEmpty == false, "\(kind)")
        }
    }
}
