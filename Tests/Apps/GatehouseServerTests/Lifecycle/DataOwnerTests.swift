import Foundation
@testable import GatehouseServer
import ServerTesting
import Testing

@Suite("The owner of a server's data")
struct DataOwnerTests {
    @Test("root serves no data of another user, and every user their own")
    func foreign() async throws {
        let directory = try TemporaryDirectory()
        let configuration = try ServerConfiguration(ResolvedSettings(flags: ["data-directory": directory.path]))
        try DataOwner.check(configuration, as: geteuid())
        if geteuid() == 0 {
            // Only root gives files away. The user's number has no name.
            try FileManager.default.setAttributes([.ownerAccountID: 54321], ofItemAtPath: directory.path)
            let error = #expect(throws: ServerError.self) { try DataOwner.check(configuration) }
            #expect(error?.code == .foreignData && error?.description.contains("54321") == true)
            let refused = await #expect(throws: ServerError.self) { try await Gatehouse.open(configuration) }
            #expect(refused?.code == .foreignData)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
        } else {
            #expect(throws: ServerError.self) { try DataOwner.check(configuration, as: 0) }
        }
        directory.remove()
    }

    @Test("data that isn't there belongs to no other user")
    func absent() throws {
        let configuration = try ServerConfiguration(ResolvedSettings(flags: ["data-directory": "/nowhere"]))
        try DataOwner.check(configuration, as: 0)
    }
}
