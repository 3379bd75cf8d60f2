internal import Foundation
internal import Logging
internal import Primitives
internal import Messaging

/// Sends mail as it is sent anywhere, but in a demonstration puts what no mail server is configured for into a folder, and tells in the
/// log where, and which link is in it. A tester then needs no mail server; a reader of the log could sign in as any user.
struct DemonstrationMail: MailSender {
    let folder: String
    let sender: any MailSender
    let logger: Logger?

    func send(_ message: MailMessage, by server: MailServer?) async throws {
        guard server == nil else { return try await sender.send(message, by: server) }
        let path = "\(folder)/\(message.date.formatted(Self.stamp))-\(message.id.prefix(8)).eml"
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            guard FileManager.default.createFile(atPath: path, contents: Data(message.encoded), attributes: [.posixPermissions: 0o600])
            else {
                throw MessageError(.unavailable, "\(path) can't be written")
            }
        } catch let error as MessageError { throw error } catch {
            throw MessageError(.unavailable, "\(folder) can't be made: \(error)")
        }
        logger?.notice("mail to \(message.to): \(path)\(Self.link(in: message.content.text).map { ", its link: \($0)" } ?? "")")
    }

    func check(_ server: MailServer?) throws(MessageError) {
        if server != nil { try sender.check(server) }
    }

    private static func link(in text: String) -> Substring? {
        text.split { $0.isWhitespace || $0 == "<" || $0 == ">" }.first { $0.hasPrefix("http://") || $0.hasPrefix("https://") }
    }

    /// Sorts by time.
    private static let stamp = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted, timeZone: .gmt)
}
