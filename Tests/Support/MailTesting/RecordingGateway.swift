import Primitives
import Synchronization
package import Messaging
package import Foundations

/// Takes text messages as a provider with an HTTP API would, and keeps them for the test.
package final class RecordingGateway: OutboundHTTP {
    private let sent = Mutex<[OutboundRequest]>([])
    private let answer: OutboundAnswer?

    package var requests: [OutboundRequest] { sent.withLock { $0 } }

    /// - Parameter status: what it answers; nil for nothing at all.
    package init(_ status: Int? = 200, _ body: String = "{}") { answer = status.map { OutboundAnswer(status: $0, body: body) } }

    package func send(_ request: OutboundRequest) async throws -> OutboundAnswer {
        sent.withLock { $0.append(request) }
        guard let answer else { throw NoAnswer() }
        return answer
    }

    private struct NoAnswer: Error {}

    /// A realm's gateway for this; its requests are JSON with `to` and `text`.
    package static let settings = SMSGateway(
        url: "https://sms.example.com/", body: .json(["to": "{{to}}", "text": "{{text}}"]))

    /// The text of the last message.
    package var text: String? { requests.last?.body }

    /// The digits of the code in it.
    package var passcode: String? {
        let text = text?.firstRange(of: "\"text\"").map { self.text?[$0.upperBound...] ?? "" } ?? ""
        return text.split { !$0.isNumber }.first { $0.count >= 6 }.map(String.init)
    }
}
