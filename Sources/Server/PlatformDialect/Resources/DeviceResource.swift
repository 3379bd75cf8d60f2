import Foundation
import HTTPBase
import HTTPTypes
import Primitives
import ResourceMessages
import DeviceRegistry
import Directory
import DevicePolicies

/// `/users/{userID}/devices` (`docs/protocols/platform.md` 2.3, 2.5).
enum DeviceResource {
    static let routes = collection + single + parts + DeviceLogResource.routes

    private static let base = "users/{userID}/devices"
    static let one = base + "/{deviceID}"
    private static let read = PlatformAccess.owner(.readIdentities, scope: "p1:read:device")
    private static let create = PlatformAccess.owner(.changeIdentities, scope: "p1:create:device")
    private static let update = PlatformAccess.owner(.changeIdentities, scope: "p1:update:device")
    private static let delete = PlatformAccess.owner(.changeIdentities, scope: "p1:delete:device")

    private static let collection: [PlatformRoute] = [
        .get(
            .api(base), "List a user's devices", read, query: [.filter, .expand(["order", "typeDisplayNames"]), .limit, .cursor],
            gives: PlatformCollection.shape(
                "devices", PlatformDevice.shape, others: ["order", "typeDisplayNames", "mfaSettings", "mfaPolicy"]), list),
        .post(
            .api(base), "Add a device, or set the order of a user's devices", create,
            .json(NewDevice.form, .created, changes: .credentials, gives: PlatformDevice.shape) { turn, body in
                let user = try await turn.user()
                let enrolled = try await PlatformError.limiting {
                    try await turn.services.factors.deviceRegistry.devices.enrol(try body.enrolment(turn), for: user.id, in: turn.realm)
                }
                return try await PlatformDevice.json(enrolled.device, turn, secrets: enrolled)
            },
            .named("devices.reorder", DeviceOrder.form, changes: .credentials, gives: orderShape) { turn, body in
                try await reorder(turn, try body.devices())
            },
            .named("devices.order.remove", changes: .credentials, gives: orderShape) { turn in
                // Without an order of the user's they stand as they came.
                let user = try await turn.user()
                let active = try await devices(of: user, turn).filter { $0.status == .active }
                return try await reorder(turn, active.sorted { $0.created < $1.created }.map(\.id))
            }),
    ]

    private static let single: [PlatformRoute] = [
        .get(.api(one), "Read a device", read, gives: PlatformDevice.shape) { turn in
            try await PlatformDevice.json(try await device(turn), turn)
        },
        .delete(.api(one), "Remove a device", delete, changes: .credentials) { turn in
            let user = try await turn.user()
            guard try await turn.services.factors.deviceRegistry.devices.remove(try turn.id("deviceID"), of: user.id, in: turn.realm) != nil
            else {
                throw PlatformError.notFound
            }
        },
        .post(
            .api(one), "Activate a device, or change its state", update,
            .named("device.activate", DeviceActivationBody.form, changes: .credentials, gives: PlatformDevice.shape, activate),
            .named("device.sendActivationCode", changes: .nothing, gives: PlatformDevice.shape) { turn in
                let found = try await device(turn)
                if found.isTest { try turn.requireWorker() }
                let sent = try await turn.services.factors.deviceRegistry.devices.sendActivationCode(
                    found.id, of: found.user, from: turn.peer, in: turn.realm)
                return try await PlatformDevice.json(sent.device, turn, secrets: sent)
            },
            .named("device.block", changes: .credentials, gives: PlatformDevice.shape) { try await setBlocked(true, $0) },
            .named("device.unblock", changes: .credentials, gives: PlatformDevice.shape) { try await setBlocked(false, $0) },
            .named("device.unlock", changes: .administration, gives: PlatformDevice.shape) { turn in
                try turn.requireWorker()
                let found = try await device(turn)
                return try await PlatformDevice.json(
                    try await turn.services.factors.deviceRegistry.devices.unlock(found.id, of: found.user, in: turn.realm), turn)
            }),
    ]

    private static let parts: [PlatformRoute] = [
        .put(
            .api(one + "/nickname"), "Give a device a name, or with an empty one take it away", update,
            .json(Nickname.form, changes: .credentials, gives: PlatformDevice.shape) { turn, body in
                let found = try await device(turn)
                let device = try await turn.services.factors.deviceRegistry.devices.setNickname(
                    body.nickname, found.id, of: found.user, in: turn.realm)
                return try await PlatformDevice.json(device, turn)
            })
    ]

    private static func list(_ turn: PlatformTurn) async throws -> JSONObject {
        let user = try await turn.user()
        let devices = try await devices(of: user, turn)
        var elements: [JSONObject] = []
        for device in devices { elements.append(try await PlatformDevice.json(device, turn)) }
        var collection = try PlatformPage.of("devices", elements, turn)
        if try turn.expands("order") { collection.others["order"] = order(devices) }
        if try turn.expands("typeDisplayNames") {
            collection.others["typeDisplayNames"] = .array(
                UserDevice.Kind.ofPlatform.map { ["type": .string($0.rawValue), "displayName": .string($0.rawValue)] })
        }
        // The realm's settings of devices are for their administrators.
        if turn.caller.user == nil {
            collection.others["mfaSettings"] = .object(try await turn.services.factors.mfaSettings.settings(in: turn.realm).json)
            let policy = try await turn.services.factors.devicePolicies.mfaPolicies.standard(in: turn.realm)
            collection.others["mfaPolicy"] = ["id": .string(policy.id.text), "name": .string(policy.name)]
        }
        return collection.json(turn)
    }

    private static func devices(of user: User, _ turn: PlatformTurn) async throws -> [UserDevice] {
        try await turn.services.factors.deviceRegistry.devices.devices(of: user.id, in: turn.realm.id).filter {
            UserDevice.Kind.ofPlatform.contains($0.kind)
        }
    }

    static func device(_ turn: PlatformTurn) async throws -> UserDevice {
        let user = try await turn.user()
        guard
            let device = try await turn.services.factors.deviceRegistry.devices.device(
                try turn.id("deviceID"), of: user.id, in: turn.realm.id),
            UserDevice.Kind.ofPlatform.contains(device.kind)
        else { throw PlatformError.notFound }
        return device
    }

    private static func activate(_ turn: PlatformTurn, _ body: DeviceActivationBody) async throws -> JSONObject {
        let found = try await device(turn)
        guard let answer = try body.answer() else {
            let device = try await turn.services.factors.deviceRegistry.devices.activate(
                found.id, with: body.code ?? Secret(""), resynchronizes: body.resynchronizes ?? false, of: found.user, from: turn.peer,
                in: turn.realm)
            return try await PlatformDevice.json(device, turn)
        }
        let device = try await turn.services.factors.deviceRegistry.devices.activate(
            found.id, with: answer, origin: body.origin, of: found.user, from: turn.peer, in: turn.realm)
        return try await PlatformDevice.json(device, turn)
    }

    private static func setBlocked(_ isBlocked: Bool, _ turn: PlatformTurn) async throws -> JSONObject {
        try turn.requireWorker()
        let found = try await device(turn)
        return try await PlatformDevice.json(
            try await turn.services.factors.deviceRegistry.devices.setBlocked(isBlocked, found.id, of: found.user, in: turn.realm), turn)
    }

    private static func reorder(_ turn: PlatformTurn, _ ids: [UUID]) async throws -> JSONObject {
        let user = try await turn.user()
        try await turn.services.factors.deviceRegistry.devices.order(ids, of: user.id, in: turn.realm)
        return orderJSON(try await devices(of: user, turn), user, turn)
    }

    /// The active ones; the first is the default.
    private static func order(_ devices: [UserDevice]) -> JSONValue {
        .array(devices.filter { $0.status == .active }.map { ["id": .string($0.id.text)] })
    }

    private static func orderJSON(_ devices: [UserDevice], _ user: User, _ turn: PlatformTurn) -> JSONObject {
        turn.resource(["order": order(devices)], at: turn.url("users/\(user.id.text)/devices"))
    }

    private static let orderShape = PlatformShape.told("DeviceOrder", [("order", .list(PlatformShape.reference, count: 0...100))])
}

/// `{"order": [{"id": …}]}`; some clients call the member `devices`.
private struct DeviceOrder: Shaped {
    var order: [UUID]?
    var others: [UUID]?
    static let shapeName = "DeviceOrderRequest"
    static let members: [Member<Self>] = [
        Member("order", optional: \.order, .list(.reference, count: 0...15)),
        Member("devices", optional: \.others, .list(.reference, count: 0...15)),
    ]

    func devices() throws(ShapeError) -> [UUID] {
        guard let devices = order ?? others, order == nil || others == nil else {
            throw ShapeError(.missing, at: "order", "the devices are sent once")
        }
        return devices
    }
}

private struct Nickname: Shaped {
    var nickname = ""
    static let shapeName = "DeviceNickname"
    static let members: [Member<Self>] = [Member("nickname", \.nickname, .text(0...100), .required)]
}

extension PlatformTurn {
    /// Refuses a user's token where only an application may ask.
    func requireWorker() throws(PlatformError) {
        guard caller.user == nil else { throw PlatformError.workerNeeded }
    }
}
