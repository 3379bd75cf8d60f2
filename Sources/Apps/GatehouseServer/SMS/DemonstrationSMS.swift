internal import Foundation
internal import Logging
internal import Primitives
internal import Messaging

/// Sends text messages as they are sent anywhere, but in a demonstration puts what no gateway is configured for into a folder, and tells
/// in the log where. A tester then needs no provider; a reader of the folder could sign in as any user.
struct DemonstrationSMS: SMSSender {
    let folder: String
    let sender: any SMSSender
    let logger: Logger?

    func check(_ gateway: SMSGateway?, of channel: PhoneChannel, for details: SMSMessage.Details) throws(MessageError) {
        if gateway != nil { try sender.check(gateway, of: channel, for: details) }
    }

    func send(_ message: SMSMessage, by gateway: SMSGateway?) async throws(MessageError) {
        guard gateway == nil else { return try await sender.send(message, by: gateway) }
        let stamp = message.date.formatted(Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted, timeZone: .gmt))
        let path = "\(folder)/\(stamp)-\(message.to.digits)-\(UUID().uuidString.prefix(8)).txt"
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch { throw MessageError(.unavailable, "\(folder) can't be made: \(error)") }
        let text = "To: \(message.to)\n\n\(message.text)\n"
        guard FileManager.default.createFile(atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]) else {
            throw MessageError(.unavailable, "\(path) can't be written")
        }
        logger?.notice("\(message.channel == .sms ? "text message" : "call") to \(message.to): \(path)")
    }
}
