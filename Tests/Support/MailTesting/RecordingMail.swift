package import Foundation
import Synchronization
package import Messaging

/// Takes messages as a mail server would, and keeps them for the test.
package final class RecordingMail: MailSender {
    private struct State {
        var messages: [MailMessage] = []
        var servers: [MailServer?] = []
        var failure: MessageError?
        var isRefusingRecipients = false
        var whileSending: (@Sendable () async throws -> Void)?
    }

    private let state = Mutex(State())

    package init() {}

    package var messages: [MailMessage] { state.withLock { $0.messages } }
    package var servers: [MailServer?] { state.withLock { $0.servers } }

    /// Has everything fail from now on; only a server that isn't configured shows before a message is sent.
    package func fail(with error: MessageError?) { state.withLock { $0.failure = error } }

    /// Has every recipient refused from now on, as for a mailbox that there isn't.
    package func refuseRecipients() { state.withLock { $0.isRefusingRecipients = true } }

    /// Has something happen between a message's coming and its being taken.
    package func whileSending(_ body: @escaping @Sendable () async throws -> Void) { state.withLock { $0.whileSending = body } }

    package func send(_ message: MailMessage, by server: MailServer?) async throws {
        try await state.withLock { $0.whileSending }?()
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            if state.isRefusingRecipients { throw MessageError(.refused, "550 no such mailbox") }
            state.messages.append(message)
            state.servers.append(server)
        }
    }

    package func check(_ server: MailServer?) throws(MessageError) {
        let failure = state.withLock { $0.failure }
        if let failure, failure.code == .notConfigured { throw failure }
    }

    /// The last message to an address.
    package func last(to address: String) -> MailMessage? { messages.last { $0.to.text == address } }

    /// The link in the last message, and the id in it.
    package var link: URLComponents? { messages.last?.link }
    package var suspendedID: String? { messages.last?.suspendedID }

    /// The digits of the code in the last message.
    package var passcode: String? { messages.last?.passcode }
}

extension MailMessage {
    package var link: URLComponents? {
        let words = content.text.split { $0.isWhitespace || $0 == "<" || $0 == ">" }
        return words.first { $0.hasPrefix("http") }.flatMap { URLComponents(string: String($0)) }
    }

    package var suspendedID: String? { link?.queryItems?.first { $0.name == "suspendedId" }?.value }

    package var passcode: String? { content.text.split { !$0.isNumber }.first { $0.count >= 6 }.map(String.init) }
}
