import DeviceFoundation
import DeviceMessages
import Foundation
import Foundations
import MFA
import PlatformTesting
import Primitives
import ServerTesting
import Store
import Testing
import Services
import DeviceRegistry
import MultiFactor

@Suite("Pushes that a killed server left unsent", .timeLimit(.minutes(5)))
struct ResumedPushTests {
    /// As if the server had been killed between its commit and its push service.
    private func leaveUnsent(_ server: PlatformServer) async throws {
        _ = try await server.server.domain.platform.database.write { try $0.execute("UPDATE challenges SET unsent = 1") }
    }

    private func resume(_ server: PlatformServer) async throws {
        try await server.server.domain.multiFactor.deviceAuthentications.resumePushes(in: server.realm, issuer: server.issuer)
    }

    private func unsent(_ server: PlatformServer) async throws -> Int {
        try await server.server.domain.platform.database.read { transaction in
            try Int(transaction.row("SELECT COUNT(*) AS count FROM challenges WHERE unsent = 1")?.int("count") ?? 0)
        }
    }

    private func request(_ delivery: PretendApple.Delivery, _ phone: MFADevice) async throws -> MFARequest? {
        let statement = try #require(delivery.userInfo["gh"] as? String)
        guard case .request(let request) = try await phone.process(remoteNotification: statement) else { return nil }
        return request
    }

    @Test("are sent when it starts, while they are of use; the phone takes the second for the first")
    func resumed() async throws {
        let time = ManualTime()
        try await PretendApple.run { apple in
            try await PlatformServer.run(settings: apple.settings, time: time) { server in
                try await server.addAppleCredentials()
                let phone = try await server.phone()
                try await phone.setPushAddress(.apns(token: String(repeating: "a1", count: 32), isSandbox: false))
                _ = try await phone.pair(with: try await server.pairingAddress())
                let started = try await server.authenticate()
                let first = try #require(try await request(try await apple.next(), phone))
                while try await unsent(server) > 0 { try await Task.sleep(for: .milliseconds(10)) }

                try await leaveUnsent(server)
                try await resume(server)
                let second = try #require(try await request(try await apple.next(), phone))
                #expect(second.id == first.id && first.id == started.challenge?.id)
                try await second.approve(number: try #require(started.numberToShow), method: .face)
                #expect(try await server.state(of: started).status == .completed)

                // Nobody is bothered with what is decided, or too late.
                let late = try await server.authenticate()
                #expect(try await request(try await apple.next(), phone)?.id == late.challenge?.id)
                time.advance(by: 60)
                try await leaveUnsent(server)
                try await resume(server)
                let last = try await server.authenticate()
                #expect(try await request(try await apple.next(), phone)?.id == last.challenge?.id)
            }
        }
    }
}
