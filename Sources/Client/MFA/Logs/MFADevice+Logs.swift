import DeviceFoundation
public import DeviceMessages

extension MFADevice {
    /// Sends the latest log messages, which hold nothing secret, to the server's operators.
    ///
    /// - Returns: the support id, by which they find them.
    public func sendLogs(to issuer: DeviceIssuer? = nil) async throws(MFAError) -> String {
        let installation = try await settled(try await paired(at: issuer))
        let text = Array(journal.text.utf8.suffix(LogReceipt.longest - (64 << 10)))
        let response = try await channel.call(
            .post, "/logs", at: installation.issuer, as: channel.signer(installation), body: Gzip.stored(text))
        let json = try DeviceChannel.json(response)
        return try translating(message: try LogReceipt(json: json)).supportID
    }
}
