import Foundation
import Testing

@testable import SMTP
import Messaging

@Suite("Mail by SMTP")
struct SMTPTests {
    private func message(_ text: String) throws -> MailMessage {
        MailMessage(
            from: try Mailbox("Gatehouse <no-reply@example.com>"), to: try MailAddress("ada@example.org"),
            content: MailContent(subject: "Hello", text: text), date: Date(timeIntervalSince1970: 0), id: "id")
    }

    private func server(_ port: Int, _ security: MailServerSettings.Security = .none) -> MailServer {
        var settings = MailServerSettings()
        (settings.host, settings.port, settings.security, settings.from) = ("127.0.0.1", port, security, "no-reply@example.com")
        return MailServer(settings)
    }

    private func with(
        _ answers: LoopbackMailServer.Answers = [:], _ body: (SMTPSender, LoopbackMailServer) async throws -> Void
    ) async throws {
        let (sender, server) = (SMTPSender(), try await LoopbackMailServer.start(answers))
        try await body(sender, server)
        await sender.close()
        try await server.stop()
    }

    @Test("a message goes over whole, and a line that is a dot doesn't end it")
    func send() async throws {
        try await with { sender, server in
            let message = try message("One\n.\n.. two\nQUIT")
            try await sender.send(message, by: self.server(server.port))
            #expect(server.lines.contains("EHLO example.com"))
            #expect(server.lines.contains { $0.hasPrefix("MAIL FROM:<no-reply@example.com>") })
            #expect(server.lines.contains("RCPT TO:<ada@example.org>"))
            let start = try #require(server.lines.firstIndex(of: "DATA")) + 1
            let end = try #require(server.lines.firstIndex(of: "."))
            let received = server.lines[start..<end].map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 }
            #expect(received.joined(separator: "\r\n") + "\r\n" == String(decoding: message.encoded, as: UTF8.self))
        }
    }

    @Test(
        "what a server refuses for good and what it can't just now are told apart",
        arguments: [
            ("MAIL", "550 no", MessageError.Code.refused), ("RCPT", "550 no such mailbox", .refused), ("RCPT", "451 later", .unavailable),
            ("DATA", "554 no", .refused), (".", "554 spam", .refused), (".", "452 full", .unavailable),
            ("greeting", "554 go away", .refused),
        ])
    func refusals(_ command: String, _ answer: String, _ code: MessageError.Code) async throws {
        try await with([command: answer]) { sender, server in
            await #expect(throws: MessageError(code, "")) { try await sender.send(try message("x"), by: self.server(server.port)) }
        }
    }

    @Test("a server that offers no STARTTLS gets no message in the clear")
    func downgrade() async throws {
        try await with { sender, server in
            await #expect(throws: MessageError.self) { try await sender.send(try message("x"), by: self.server(server.port, .startTLS)) }
            #expect(!server.lines.contains { $0.hasPrefix("MAIL") })
        }
    }

    @Test("no server, none that listens, none configured, and a sender that has been closed")
    func unavailable() async throws {
        let sender = SMTPSender()
        await #expect(throws: MessageError(.unavailable, "")) { try await sender.send(try message("x"), by: server(1)) }
        await #expect(throws: MessageError(.notConfigured, "")) { try await sender.send(try message("x"), by: nil) }
        #expect(throws: MessageError(.notConfigured, "")) { try sender.check(nil) }
        try sender.check(server(1))
        await sender.close()
        await #expect(throws: MessageError(.unavailable, "")) { try await sender.send(try message("x"), by: server(1)) }
    }

    @Test("twenty at once, on sixteen threads")
    func many() async throws {
        try await with { sender, server in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<20 {
                    group.addTask { try await sender.send(try message("number \(index)."), by: self.server(server.port)) }
                }
                try await group.waitForAll()
            }
            #expect((0..<20).allSatisfy { index in server.lines.contains("number \(index).") })
        }
    }
}
