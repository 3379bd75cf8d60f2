import DialectBase
import DeviceMessages
import DevicePolicies
import DeviceRegistry
import Foundation
import HTTPTypes
import PingIDMessages
import PingIDService
import Primitives
import Store

/// `/devices` and `/seendevices` of a user.
struct CustomerDeviceResource: Sendable {
    let devices: Devices

    func list(_ turn: CustomerReader.Turn) async throws -> CustomerReader.Answer {
        let all = try await turn.pingID.devices(of: try turn.username, application: turn.application, in: turn.realm)
        let messaged = try await turn.pingID.messagedDevices(of: try turn.username, application: turn.application, in: turn.realm)
        return .init(["devices": .array(all.compactMap(Self.body) + messaged.map(Self.body))])
    }

    func read(_ turn: CustomerReader.Turn) async throws -> CustomerReader.Answer {
        .init(Self.body(try await found(turn)) ?? .null)
    }

    /// `deviceNickname`, and `deviceRole` `Primary`, by which the former primary device becomes a trusted one.
    func change(_ turn: CustomerReader.Turn) async throws -> CustomerReader.Answer {
        let (members, device) = (try turn.members, try await found(turn))
        let role = try members.optionalText("deviceRole")
        guard role == nil || role == Self.role(.primary) else {
            throw CustomerError(.badRequest, .invalidData, "deviceRole can only become \(Self.role(.primary)): there is always one")
        }
        if let nickname = try members.optionalText("deviceNickname", atMost: 400) {
            _ = try await devices.setNickname(nickname, try turn.id, of: device.record.user, in: turn.realm)
        }
        if role != nil {
            try await turn.pingID.makePrimary(
                try turn.id, of: try turn.username, application: turn.application, in: turn.realm)
        }
        return try await read(turn)
    }

    func remove(_ turn: CustomerReader.Turn) async throws -> CustomerReader.Answer {
        let name = try turn.username
        if try await turn.pingID.removeMessaged(try turn.id, of: name, application: turn.application, in: turn.realm) { return .empty }
        try await turn.pingID.removeDevice(try turn.id, of: try turn.username, application: turn.application, in: turn.realm)
        return .empty
    }

    private func found(_ turn: CustomerReader.Turn) async throws -> PingID.CustomerDevice {
        let id = try turn.id
        let all = try await turn.pingID.devices(of: try turn.username, application: turn.application, in: turn.realm)
        guard let device = all.first(where: { $0.device?.id == id }) else { throw CustomerError.nothingThere }
        return device
    }

    // MARK: - Seen devices

    func listSeen(_ turn: CustomerReader.Turn) async throws -> CustomerReader.Answer {
        let all = try await turn.pingID.seenDevices(of: try turn.username, application: turn.application, in: turn.realm)
        return .init(["seenDevices": .array(all.map { Self.seen($0, at: turn.pingID.now) })])
    }

    func forgetSeen(_ turn: CustomerReader.Turn) async throws -> CustomerReader.Answer {
        try await turn.pingID.forgetSeen(try turn.id, of: try turn.username, application: turn.application, in: turn.realm)
        return .empty
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
        let type =
            switch device.kind {
            case .sms: "SMS"
            case .voice: "Voice"
            default: "Email"
            }
        var body: JSONObject = [
            "id": .string(device.id.text), "deviceType": .string(type), "deviceRole": .string(role(.trusted)),
            "enrollmentTime": .string(device.created.formatted(.iso8601)), "blocked": .bool(device.isBlocked),
        ]
        body["applicationId"] = device.application.map(JSONValue.string)
        body["deviceName"] = device.contact.map { .string(device.kind == .email ? $0 : "*" + $0.suffix(4)) }
        return .object(body)
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
}
