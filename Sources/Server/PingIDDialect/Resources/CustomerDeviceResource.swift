import DeviceMessages
import DevicePolicies
import DeviceRegistry
import Foundation
import HTTPBase
import HTTPTypes
import PingIDMessages
import PingIDService
import Primitives
import ResourceMessages
import Store

/// `/devices` and `/seendevices` of a user.
enum CustomerDeviceResource {
    static let routes: [CustomerRoute] = [
        .get("users/:username/devices", "List a user's devices", gives: list) { call in
            ["devices": .array(try await all(call).map { .object(body($0)) })]
        },
        .get("users/:username/devices/:deviceID", "Read a device", gives: shape, read),
        .patch(
            "users/:username/devices/:deviceID", "Name a device, or make it the primary one", DeviceChange.form, changes: .administration,
            gives: shape, change),
        .delete("users/:username/devices/:deviceID", "Remove a device; its app hears of it with its next call", changes: .administration) {
            call in
            let (id, user) = (try call.id, try call.user)
            if try await call.pingID.removeMessaged(id, of: user, application: call.application, in: call.realm) { return }
            try await call.pingID.removeDevice(id, of: user, application: call.application, in: call.realm)
        },
        .get("users/:username/seendevices", "List the devices from which a user was seen", gives: seenList) { call in
            let all = try await call.pingID.seenDevices(of: try call.user, application: call.application, in: call.realm)
            return ["seenDevices": .array(all.map { seen($0, at: call.pingID.now) })]
        },
        .delete("users/:username/seendevices/:seenDeviceID", "Forget a device; the user is asked about it again", changes: .administration)
        { call in
            try await call.pingID.forgetSeen(try call.id, of: try call.user, application: call.application, in: call.realm)
        },
    ]

    /// A user's devices of all kinds.
    static func all(_ call: CustomerReader.CustomerCall) async throws -> [PingID.ListedDevice] {
        try await call.pingID.listedDevices(of: try call.user, application: call.application, in: call.realm)
    }

    private static func read(_ call: CustomerReader.CustomerCall) async throws -> JSONObject { body(try await found(call)) }

    /// `deviceNickname`; `deviceRole` `Primary`, by which the former primary device becomes a trusted one; `bypassed` with
    /// `bypassExpiration`. All or nothing is taken: what can be refused comes first.
    private static func change(_ call: CustomerReader.CustomerCall, _ change: DeviceChange) async throws -> JSONObject {
        let (id, user, device) = (try call.id, try call.user, try await found(call))
        guard change.role == nil || device.record != nil else {
            throw CustomerError(.badRequest, .invalidData, "deviceRole: only an app's device can be the primary one")
        }
        if let bypass = try change.bypass {
            try await call.pingID.setBypass(until: bypass.end, id, of: user, application: call.application, in: call.realm)
        }
        if let nickname = change.nickname {
            _ = try await call.devices.setNickname(nickname, id, of: device.device.user, in: call.realm)
        }
        if change.role != nil {
            try await call.pingID.makePrimary(id, of: try call.user, application: call.application, in: call.realm)
        }
        return try await read(call)
    }

    private static func found(_ call: CustomerReader.CustomerCall) async throws -> PingID.ListedDevice {
        try await call.pingID.listedDevice(try call.id, of: try call.user, application: call.application, in: call.realm)
    }

    // MARK: - Bodies

    static func role(_ level: TrustLevel) -> String { level.rawValue.prefix(1).uppercased() + level.rawValue.dropFirst() }

    /// A device of any kind. Of a telephone number only the end is told.
    static func body(_ listed: PingID.ListedDevice) -> JSONObject {
        let device = listed.device
        var body: JSONObject = [
            "id": .string(device.id.text), "deviceRole": .string(role(listed.record?.level ?? .trusted)),
            "enrollmentTime": .string((listed.record?.trustedSince ?? device.created).formatted(.iso8601)),
            "blocked": .bool(device.isBlocked), "bypassed": .bool(listed.bypassEnd != nil),
        ]
        body["bypassExpiration"] = listed.bypassEnd.map { .string($0.formatted(.iso8601)) }
        body["applicationId"] = (listed.record?.application ?? device.application).map(JSONValue.string)
        body["deviceFingerprint"] = listed.record.map { .string($0.installation) }
        body["deviceType"] = type(listed).map(JSONValue.string)
        body["deviceName"] = (listed.installation?.device.name ?? shown(device)).map(JSONValue.string)
        body["deviceModel"] = listed.installation.map { .string($0.device.model) }
        body["deviceNickname"] = device.nickname.map(JSONValue.string)
        return body
    }

    private static func shown(_ device: UserDevice) -> String? {
        device.contact.map { device.kind == .email ? $0 : "*" + $0.suffix(4) }
    }

    /// The documented name of a device's type; nil for an app whose installation is gone.
    private static func type(_ listed: PingID.ListedDevice) -> String? {
        switch listed.device.kind {
        case .sms: "SMS"
        case .voice: "Voice"
        case .email: "Email"
        case .mobile, .totp, .oathToken, .fido2, .authenticator, .bound: listed.installation.flatMap { type($0.device.platform) }
        }
    }

    /// An app of neither documented system is told by its own system's name.
    private static func type(_ platform: String) -> String? {
        switch platform.lowercased() {
        case "": nil
        case "ios", "ipados", "iphone", "ipad": "iPhone"
        case "android": "Android"
        default: platform
        }
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
            ("enrollmentTime", AnswerShape.time), ("blocked", .flag), ("bypassed", .flag),
        ],
        or: [
            ("bypassExpiration", AnswerShape.time), ("applicationId", AnswerShape.text), ("deviceFingerprint", AnswerShape.text),
            // iPhone, Android, SMS, Voice or Email; another system's app by that system's name.
            ("deviceType", AnswerShape.text), ("deviceName", AnswerShape.text), ("deviceModel", AnswerShape.text),
            ("deviceNickname", AnswerShape.text),
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
    var isBypassed: Bool?
    var bypassExpiration: String?

    static let shapeName = "DeviceChange"
    static let members: [Member<Self>] = [
        Member("deviceNickname", optional: \.nickname, .bytes(1...400)), Member("deviceRole", optional: \.role, .choice),
        Member("bypassed", optional: \.isBypassed, .flag), Member("bypassExpiration", optional: \.bypassExpiration, .bytes(20...20)),
    ]

    /// A change of the bypass: its end, or nil for none any more.
    struct Bypass { let end: Date? }

    /// The change of the bypass; nil for none. One that begins needs its end.
    var bypass: Bypass? {
        get throws {
            switch (isBypassed, bypassExpiration) {
            case (nil, nil): return nil
            case (false, nil): return Bypass(end: nil)
            case (true, let text?):
                guard let end = try? Date(text, strategy: .iso8601), end.formatted(.iso8601) == text else {
                    throw CustomerError(.badRequest, .invalidData, "bypassExpiration is a time such as 2026-12-31T00:00:00Z")
                }
                return Bypass(end: end)
            case (true, nil), (false, _?), (nil, _?):
                throw CustomerError(.badRequest, .invalidData, "bypassed true comes with bypassExpiration, and false without")
            }
        }
    }
}
