import CommandChannel
import Foundation
import Primitives

/// The device's record of a user. The PIN's secret is in it only as ``GuardedSecret``.
struct UserRecord: Sendable, Equatable {
    /// A command that was made and whose answer isn't there yet, with the side of its flow that waits for it.
    struct Waiting: Sendable, Equatable {
        let command: String
        let conversation: Conversation
        /// The number of the request that it answers; 0 for none.
        let number: UInt64
    }

    let user: ChannelUser
    /// The name of the device's keys in the key store.
    let keys: String
    let instance: [UInt8]
    let terms: ActivationTerms
    let serverKey: [UInt8]
    let root: Secret
    let deviceSecret: Secret
    var guarded: GuardedSecret
    /// Whether the server has taken the fourth command.
    var isActivated = false
    /// The number of the last command that the device began a flow with.
    var sequence: UInt64 = 0
    var window = ReplayWindow()
    var waiting: [Waiting] = []
    var notificationIdentifier: String?
    var hasFace = false
    /// The state of the biometrics that count.
    var enrolled = EnrolledBiometrics()
    var created: Date

    /// The greatest number of commands whose answers are awaited; the oldest goes first.
    private static let mostWaiting = 8

    mutating func wait(for answer: Waiting) {
        waiting.removeAll { $0.conversation.flow == answer.conversation.flow }
        waiting.append(answer)
        waiting = waiting.suffix(Self.mostWaiting)
    }

    mutating func settle(_ flow: FlowID) { waiting.removeAll { $0.conversation.flow == flow } }

    func waiting(in flow: FlowID) -> Waiting? { waiting.first { $0.conversation.flow == flow } }

    func device() throws(OrchestrationError) -> InstanceSecret {
        try translating(command: try InstanceSecret(deviceSecret, user: user, instance: instance), in: .storage)
    }
}

extension UserRecord {
    private static let version: Int64 = 1

    var json: JSONValue {
        var object: JSONObject = [
            "version": .integer(Self.version), "user": .string(user.name), "domain": .string(user.domain), "keys": .string(keys),
            "instance": .string(Base64URL.encode(instance)), "terms": .string(Base64URL.encode(terms.bytes)),
            "server": .string(Base64URL.encode(serverKey)), "root": root.json, "device": deviceSecret.json, "guarded": guarded.json,
            "activated": .bool(isActivated), "sequence": .string(String(sequence)),
            "window": [.string(String(window.highest)), .string(String(window.taken))], "face": .bool(hasFace),
            "enrolled": enrolled.json,
            "created": .integer(created.secondsSince1970),
            "waiting": .array(
                waiting.map {
                    [
                        "command": .string($0.command), "conversation": .string(Base64URL.encode($0.conversation.record)),
                        "number": .string(String($0.number)),
                    ]
                }),
        ]
        object["notification"] = notificationIdentifier.map(JSONValue.string)
        return .object(object)
    }

    init(json: JSONValue) throws(OrchestrationError) {
        guard (json["version"]?.integer ?? 0) <= Self.version else {
            throw OrchestrationError(.storage, "the stored user was made by a newer app; update the app")
        }
        guard let read = try? Self(reading: json) else { throw OrchestrationError(.storage, "the stored user can't be read") }
        self = read
    }

    private struct Unreadable: Error {}

    private init(reading json: JSONValue) throws {
        func bytes(_ name: String) throws -> [UInt8] {
            guard let bytes = json[name]?.bytes else { throw Unreadable() }
            return bytes
        }
        guard let name = json["user"]?.string, let keys = json["keys"]?.string, let guarded = json["guarded"].flatMap(GuardedSecret.init),
            let sequence = json["sequence"]?.string.flatMap({ UInt64($0) }),
            let window = json["window"]?.strings?.compactMap({ UInt64($0) }), window.count == 2, let waiting = json["waiting"]?.array
        else { throw Unreadable() }
        user = try ChannelUser(name, domain: json["domain"]?.string ?? "")
        self.keys = keys
        self.guarded = guarded
        self.sequence = sequence
        instance = try bytes("instance")
        terms = try ActivationTerms(bytes: try bytes("terms"))
        serverKey = try bytes("server")
        (root, deviceSecret) = (Secret(bytes: try bytes("root")), Secret(bytes: try bytes("device")))
        isActivated = json["activated"]?.bool ?? false
        self.window = ReplayWindow(highest: window[0], taken: window[1])
        self.waiting = try waiting.map { try Waiting(json: $0) }
        notificationIdentifier = json["notification"]?.string
        hasFace = json["face"]?.bool ?? false
        enrolled = json["enrolled"].map(EnrolledBiometrics.init) ?? EnrolledBiometrics()
        created = Date(timeIntervalSince1970: Double(json["created"]?.integer ?? 0))
    }
}

extension UserRecord.Waiting {
    fileprivate init(json: JSONValue) throws {
        guard let command = json["command"]?.string, let record = json["conversation"]?.bytes,
            let number = json["number"]?.string.flatMap({ UInt64($0) })
        else { throw OrchestrationError(.storage, "a stored command can't be read") }
        self.init(command: command, conversation: try Conversation(record: record), number: number)
    }
}

extension Secret {
    fileprivate var json: JSONValue { withBytes { .string(Base64URL.encode(Array($0))) } }
}
