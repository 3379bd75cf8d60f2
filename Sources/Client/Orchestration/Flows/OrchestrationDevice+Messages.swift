import CommandChannel
import DeviceFoundation
import Foundation
public import Primitives

extension OrchestrationDevice {
    /// Registers the address for notifications.
    /// - Throws: ``OrchestrationError/Code/notificationRegistration``; ``OrchestrationError/Code/userNotActivated``.
    public func registerNotifications(
        _ name: String, domain: String? = nil, identifier: String, through relay: any CommandRelay
    ) async throws(OrchestrationError) {
        let user = try user(name, domain)
        try await exclusively(user) { () async throws(OrchestrationError) in
            _ = try await activated(user)
            let (command, begun) = try await begin(user, in: .notificationRegistration) { record, _ in
                .notificationRegistration(sequence: record.sequence, identifier: identifier)
            }
            var conversation = begun
            let answer = try await exchange(command.text, through: relay, in: .notificationRegistration)
            let outcome = try outcome(answer, &conversation, kind: .notificationRegistration, in: .notificationRegistration)
            guard outcome.status == .accepted else {
                throw OrchestrationError(.notificationRegistration, "the server doesn't take the notification identifier")
            }
            try await book.update(user) { $0.notificationIdentifier = identifier }
        }
    }

    /// The requests that wait for a user, for a phone whose pushes don't arrive. Each goes to ``answer(_:through:prompts:)``.
    /// - Throws: ``OrchestrationError/Code/command``; ``OrchestrationError/Code/userNotActivated``.
    public func pendingRequests(
        _ name: String, domain: String? = nil, through relay: any CommandRelay
    ) async throws(OrchestrationError) -> [String] {
        let user = try user(name, domain)
        return try await exclusively(user) { () async throws(OrchestrationError) in
            _ = try await activated(user)
            let (command, begun) = try await begin(user, in: .command) { record, _ in .pendingRequests(sequence: record.sequence) }
            let answer = try await exchange(command.text, through: relay, in: .command)
            var conversation = begun
            let opened = try translating(command: try conversation.open(answer, kind: .pendingRequests), in: .command)
            return try translating(command: try PendingRequests(bytes: opened), in: .command).commands.map(\.text)
        }
    }

    /// The device's description of itself, for the app to send without a flow: JSON, or a command that only the server reads.
    /// - Parameters:
    ///   - applicationData: a JSON text of the app's own.
    ///   - data: the data that the app passed in.
    /// - Throws: ``OrchestrationError/Code/deviceData`` for application data that are no JSON; ``OrchestrationError/Code/userNotActivated``.
    public func deviceMessage(
        _ name: String, domain: String? = nil, event: String, applicationData: String, data: JSONObject = [:], isEncrypted: Bool
    ) async throws(OrchestrationError) -> String {
        let user = try user(name, domain)
        guard let application = try? JSONValue(parsing: applicationData.isEmpty ? "{}" : applicationData) else {
            throw OrchestrationError(.deviceData, "the application data are no JSON")
        }
        var device = configuration.device
        for member in data.members { device[member.name] = member.value }
        if let tampering = configuration.tampering { device["tampering"] = .number(tampering.look().score) }
        guard isEncrypted else {
            let message: JSONValue = [
                "version": 1, "time": .integer(time.now.secondsSince1970),
                "user": .string(user.name), "event": .string(event), "application": application, "device": .object(device),
            ]
            return message.text
        }
        _ = try await activated(user)
        let text = JSONValue.object(device).text
        let (command, _) = try await begin(user, in: .deviceData) { record, _ in
            .deviceData(sequence: record.sequence, event: event, application: application.text, device: text)
        }
        return command.text
    }
}
