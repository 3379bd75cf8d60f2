import Foundation
import Foundations
import HTTPBase
import Primitives
import ResourceMessages
import Store
import DeviceRegistry
import Directory

/// `/users/{userID}/devices/{deviceID}/logs`: the logs of a `MOBILE` device (`docs/protocols/platform.md` 2.5).
///
/// The platform documents how they are asked for. Reading them is this server's own addition: who may ask for them may read them.
enum DeviceLogResource {
    private static let path = DeviceResource.one + "/logs"
    private static let administer = PlatformAccess.worker(.changeIdentities)

    static let routes: [PlatformRoute] = [
        .put(
            .api(path), "Ask a mobile device for its logs", administer,
            .json(LogRequest.form, changes: .administration, gives: shape) { turn, _ in
                let (device, installation) = try await mobile(turn)
                let end = try await turn.services.factors.deviceRegistry.deviceLogs.ask(installation, in: turn.realm)
                return json("PENDING", until: end, [], device, turn)
            }),
        .get(.api(path), "The logs that a mobile device has sent", administer, gives: shape) { turn in
            let (device, installation) = try await mobile(turn)
            let logs = try await turn.services.factors.deviceRegistry.deviceLogs.entries(of: installation, in: turn.realm.id)
            let end = try await turn.services.factors.deviceRegistry.installations.installation(installation, in: turn.realm.id)?
                .logsWantedUntil
            let isPending = end.map { turn.services.time.now < $0 } == true
            return json(isPending ? "PENDING" : logs.isEmpty ? nil : "RECEIVED", until: isPending ? end : nil, logs, device, turn)
        },
        .get(.api(path + "/{logID}"), "A log that a mobile device has sent: gzip, in Base64", administer, gives: logShape) { turn in
            let (device, installation) = try await mobile(turn)
            let entry = try await turn.services.factors.deviceRegistry.deviceLogs.entry(turn.parameters["logID"] ?? "", in: turn.realm.id)
            guard let entry, entry.installation == installation else { throw PlatformError.notFound }
            var log = json(entry.summary)
            (log["encoding"], log["data"]) = ("gzip", .string(Data(entry.body).base64EncodedString()))
            return turn.resource(log, at: url(device, turn) + "/\(entry.id)")
        },
    ]

    private static func mobile(_ turn: PlatformTurn) async throws -> (UserDevice, installation: String) {
        let device = try await DeviceResource.device(turn)
        guard let installation = device.installation else { throw ShapeError(.invalid, at: "", "only a MOBILE device has logs") }
        return (device, installation)
    }

    private static func json(
        _ status: String?, until end: Date?, _ logs: [DeviceLogs.Summary], _ device: UserDevice, _ turn: PlatformTurn
    ) -> JSONObject {
        var object = JSONObject()
        object["status"] = status.map(JSONValue.string)
        object["expiresAt"] = end.map(Form<Date>.time.write)
        object["_embedded"] = ["logs": .array(logs.map { .object(json($0)) })]
        return turn.resource(object, at: url(device, turn))
    }

    private static func json(_ log: DeviceLogs.Summary) -> JSONObject {
        ["id": .string(log.id), "size": .integer(Int64(log.size)), "createdAt": Form<Date>.time.write(log.created)]
    }

    private static func url(_ device: UserDevice, _ turn: PlatformTurn) -> String {
        turn.url("users/\(device.user.text)/devices/\(device.id.text)/logs")
    }

    private static let shape = PlatformShape.told(
        "DeviceLogs", [("status", .choice(["PENDING", "RECEIVED"])), ("expiresAt", PlatformShape.time)])
    private static let logShape = PlatformShape.told(
        "DeviceLog",
        [
            ("size", .integer(0...10_000_000)), ("createdAt", PlatformShape.time), ("encoding", PlatformShape.text),
            ("data", .text(.init(length: 0...1_500_000))),
        ])
}

private struct LogRequest: Shaped {
    enum Status: String, Sendable, CaseIterable { case pending = "PENDING" }
    var status = Status.pending
    static let shapeName = "DeviceLogRequest"
    static let members: [Member<Self>] = [Member("status", \.status, .choice, .required)]
}
