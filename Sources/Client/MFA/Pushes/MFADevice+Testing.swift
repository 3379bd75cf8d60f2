import DeviceFoundation
public import DeviceMessages
import Primitives

extension MFADevice {
    /// Asks a server for a test push to this device, which ``events`` tell of when it comes.
    ///
    /// - Throws: ``MFAError`` `.pushAddressMissing` when no address is set; `.testRunning`.
    public func testPush(at issuer: DeviceIssuer? = nil) async throws(MFAError) {
        try begin(.test, orThrow: .testRunning)
        defer { end(.test) }
        guard try await pushSettings().address(configuration) != nil else {
            throw MFAError(.pushAddressMissing, "no address for pushes was set")
        }
        let installation = try await settled(try await paired(at: issuer))
        _ = try await channel.call(.post, "/test-push", at: installation.issuer, as: channel.signer(installation))
    }
}
