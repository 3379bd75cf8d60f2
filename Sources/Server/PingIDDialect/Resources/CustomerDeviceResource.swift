import DialectBase
import DeviceMessages
import DevicePolicies
import DeviceRegistry
import Foundation
import PingIDMessages
import PingIDService
import Primitives
import ResourceMessages
import Store

/// `/devices` and `/seendevices` of a user.
enum CustomerDeviceResource {
    static let routes: [CustomerRoute] = [
        .get("users/:username/devices", "List a user's devices", gives: list) { turn in
            let (name, application) = (try turn.username, turn.application)
            let all = try await turn.pingID.devices(of: name, application: application, in: turn.realm)
            let messaged = try await turn.pingID.messagedDevices(of: name, application: application, in: turn.realm)
            return ["devices": .array(all.compactMap(body) + messaged.map(body))]
        },
        .get("users/:username/devices/:deviceID", "Read a device", gives: shape, read),
        .patch(
            "users/:username/devices/:deviceID", "Name a device, or make it the primary one", DeviceChange.form, changes: .administration,
            gives: shape, change),
        .delete("users/:username/devices/:deviceID", "Remove a device; its app hears of it with its next call", changes: .administration) {
            turn in
            let (id, name) = (try turn.id, try turn.username)
            if try await turn.pingID.removeMessaged(id, of: name, application: turn.application, in: turn.realm) { return }
            try await turn.pingID.removeDevice(id, of: name, application: turn.application, in: turn.realm)
        },
        .get("users/:username/seendevices", "List the devices from which a user was seen", gives: seenList) { turn in
            let all = try await turn.pingID.seenDevices(of: try turn.username, application: turn.application, in: turn.realm)
            return ["seenDevices": .array(all.map { seen($0, at: turn.pingID.now) })]
        },
        .delete("users/:username/seendevices/:seenDeviceID", "Forget a device; the user is asked about it again", changes: .administration)
        { turn in
            try await turn.pingID.forgetSeen(try turn.id, of: try turn.username, application: turn.application, in: turn.realm)
        },
    ]

    private static func read(_ turn: CustomerReader.Turn) async throws -> JSONObject {
        guard let body = body(try await found(turn))?.object else { throw CustomerError.nothingThere }
        return body
    }

    /// `deviceNickname`, and `deviceRole` `Primary`, by which the former primary device becomes a trusted one.
    private static func change(_ turn: CustomerReader.Turn, _ change: DeviceChange) async throws -> JSONObject {
        let (id, device) = (try turn.id, try await found(turn))
        if let nickname = change.nickname {
            _ = try await turn.devices.setNickname(nickname, id, of: device.record.user, in: turn.realm)
        }
        if change.role != nil {
            try await turn.pingID.makePrimary(id, of: try turn.username, application: turn.application, in: turn.realm)
        }
        return try await read(turn)
    }

    private static func found(_ turn: CustomerReader.Turn) async throws -> PingID.CustomerDevice {
        let id = try turn.id
        let all = try await turn.pingID.devices(of: try turn.username, application: turn.application, in: turn.realm)
        guard let device = all.first(where: { $0.device?.id == id }) else { throw CustomerError.nothingThere }
        return device
    }

    // MARK: - Bodies

    static func role(_ level: TrustLevel) -> String { level.rawValue.prefix(1).uppercased() + level.rawValue.dropFirst() }

    /// A trusted device; nil for one that isn't trusted any more.
    static func body(_ device: PingID.CustomerDevice) -> JSONValue? {
        guard let known = device.device, let level = device.record.level else { return nil }
        var body: JSONObject = [
            "id": .string(known.id.text), "deviceRole": .string(role(level)), "applicationId": .string(device.record.application),
            "enrollmentTime": .string((device.record.trustedSince ?? known.created).formatted(.iso8601)),
            "deviceFingerprint": .string(device.record.installation), "blocked": .bool(known.isBlocked),
        ]
        body["deviceType"] = device.installation.map { .string(type($0)) }
        body["deviceName"] = device.installation.map { .string($0.device.name) }
        body["deviceModel"] = device.installation.map { .string($0.device.model) }
        body["deviceNickname"] = known.nickname.map(JSONValue.string)
        return .object(body)
    }

    /// A telephone number, of which only the end is told, or a mail address.
    private static func body(_ device: UserDevice) -> JSONValue {
        var body: JSONObject = [
            "id": .string(device.id.text), "deviceType": .string(type(device.kind)), "deviceRole": .string(role(.trusted)),
            "enrollmentTime": .string(device.created.formatted(.iso8601)), "blocked": .bool(device.isBlocked),
        ]
        body["applicationId"] = device.application.map(JSONValue.string)
        body["deviceName"] = device.contact.map { .string(device.kind == .email ? $0 : "*" + $0.suffix(4)) }
        return .object(body)
    }

    private static func type(_ kind: DeviceKind) -> String {
        switch kind {
        case .sms: "SMS"
        case .voice: "Voice"
        default: "Email"
        }
    }

    private static func type(_ installation: Installation) -> String {
        installation.device.platform.lowercased() == "ios" ? "iPhone" : "Android"
    }

    private static func seen(_ device: PingID.CustomerDevice, at now: Date) -> JSONValue {
        let record = device.record
        let isIgnored = record.level(at: now) == .ignored
        var body: JSONObject = [
            "id": .string(record.id.text), "deviceFingerprint": .string(record.installation),
            "firstSeenAt": .string(record.firstSeen.formatted(.iso8601)), "accessTime": .string(record.accessed.formatted(.iso8601)),
            "ignored": .bool(isIgnored),
        ]
        body["deviceId"] = record.device.map { .string($0.text) }
        if isIgnored {
            body["ignoreStartTime"] = record.ignoredSince.map { .string($0.formatted(.iso8601)) }
            body["ignoreEndTime"] = record.ignoredUntil.map { .string($0.formatted(.iso8601)) }
        }
        return .object(body)
    }

    /// The shape of a device.
    static let shape = AnswerShape.told(
        "Device",
        [
            ("id", AnswerShape.id), ("deviceRole", .choice(TrustLevel.allCases.filter(\.isTrusted).map(role))),
            ("enrollmentTime", AnswerShape.time), ("blocked", .flag),
        ],
        or: [
            ("applicationId", AnswerShape.text), ("deviceFingerprint", AnswerShape.text),
            ("deviceType", .choice(["Android", "iPhone", "SMS", "Voice", "Email"])), ("deviceName", AnswerShape.text),
            ("deviceModel", AnswerShape.text), ("deviceNickname", AnswerShape.text),
        ])

    private static let list = AnswerShape.told("Devices", [("devices", .list(shape, count: 0...1000))])

    private static let seenList = AnswerShape.told(
        "SeenDevices",
        [
            (
                "seenDevices",
                .list(
                    AnswerShape.told(
                        "SeenDevice",
                        [
                            ("id", AnswerShape.id), ("deviceFingerprint", AnswerShape.text), ("firstSeenAt", AnswerShape.time),
                            ("accessTime", AnswerShape.time), ("ignored", .flag),
                        ],
                        or: [
                            ("deviceId", AnswerShape.id), ("ignoreStartTime", AnswerShape.time), ("ignoreEndTime", AnswerShape.time),
                        ]), count: 0...1000)
            )
        ])
}

private struct DeviceChange: Shaped {
    /// The one role that can be given: there is always one primary device.
    enum Role: String, Sendable, CaseIterable { case primary = "Primary" }

    var nickname: String?
    var role: Role?

    static let shapeName = "DeviceChange"
    static let members: [Member<Self>] = [
        Member("deviceNickname", optional: \.nickname, .bytes(1...400)), Member("deviceRole", optional: \.role, .choice),
    ]
}
