import Foundation
import OAuthMessages
import Primitives
package import Foundations

/// Sends text messages as each gateway wants to be asked.
package struct HTTPSMSSender: SMSSender {
    private static let longestReason = 200

    private let http: any OutboundHTTP

    package init(http: any OutboundHTTP) { self.http = http }

    package func check(_ gateway: SMSGateway?, of channel: PhoneChannel, for details: SMSMessage.Details) throws(MessageError) {
        _ = try Self.usable(gateway, of: channel, for: details)
    }

    private static func usable(
        _ gateway: SMSGateway?, of channel: PhoneChannel, for details: SMSMessage.Details
    ) throws(MessageError) -> SMSGateway {
        guard let gateway else {
            throw MessageError(
                .notConfigured, "the realm has no \(channel.noun); set one with \(channel.command)")
        }
        guard details.phoneExtension == nil || gateway.has("extension") else {
            throw MessageError(.invalid, "the number has an extension, which the gateway isn't told: {{extension}} is missing")
        }
        return gateway
    }

    package func send(_ message: SMSMessage, by gateway: SMSGateway?) async throws(MessageError) {
        let gateway = try Self.usable(gateway, of: message.channel, for: message.details)
        let answer: OutboundAnswer
        do { answer = try await http.send(Self.request(message, gateway)) } catch {
            throw MessageError(.unavailable, "\(gateway.host) gave no answer: \(error)")
        }
        guard (200...299).contains(answer.status) else {
            throw MessageError(
                answer.status == 429 || answer.status >= 500 ? .unavailable : .refused,
                "\(gateway.host) answered \(answer.status): \(String(answer.body.prefix(Self.longestReason)).onOneLine)")
        }
        guard let acceptance = gateway.acceptance else { return }
        let said = (try? JSONValue(body: answer.body))?.value(at: acceptance.pointer)
        guard said?.string ?? said?.text == acceptance.value else {
            throw MessageError(.refused, "\(gateway.host) says \(String((said?.text ?? "nothing").prefix(Self.longestReason)).onOneLine)")
        }
    }

    private static func request(_ message: SMSMessage, _ gateway: SMSGateway) -> OutboundRequest {
        let template = SMSTemplate(values: [
            "to": message.to.text, "digits": message.to.digits, "text": message.text, "from": message.details.sender ?? gateway.from,
            "secret": gateway.secret?.reveal() ?? "", "xml": message.text.escapedForHTML,
            "extension": message.details.phoneExtension ?? "",
            "locale": message.details.locale ?? "", "voice": message.details.voice ?? "",
        ])
        var headers = gateway.headers.map { (name: $0.name, value: template.filled($0.value)) }
        if !gateway.username.isEmpty {
            let pair = Data("\(gateway.username):\(gateway.secret?.reveal() ?? "")".utf8).base64EncodedString()
            headers.append(("Authorization", "Basic \(pair)"))
        }
        let body: String
        switch gateway.body {
        case .form(let fields):
            headers.append(("Content-Type", "application/x-www-form-urlencoded"))
            body = FormBody(fields.map { ($0.name, template.filled($0.value)) }).encoded
        case .json(let json):
            headers.append(("Content-Type", "application/json"))
            body = template.filled(json).text
        }
        return OutboundRequest(url: gateway.url, method: gateway.method.rawValue, headers: headers, body: body)
    }
}

extension SMSGateway {
    /// The gateway's host, as it is shown to people.
    package var host: String { URLComponents(string: url)?.host ?? url }
}

extension JSONValue {
    /// Returns what a JSON pointer (RFC 6901) points at; nil when there is nothing.
    fileprivate func value(at pointer: String) -> JSONValue? {
        pointer.split(separator: "/").reduce(Optional.some(self)) { value, part in
            let name = String(part).replacing("~1", with: "/").replacing("~0", with: "~")
            if let elements = value?.array { return Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil } }
            return value?[name]
        }
    }
}
