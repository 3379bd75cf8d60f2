import Foundation
import HTTPTypes
import Hummingbird
import OAuthMessages
import Primitives
import Services

/// `…/users/{user}/devices/2fa/{kind}`: a user's second factors (`pingam-protocol.md` 13). Of oneself only; whether anybody else exists isn't
/// told.
struct UserDevicesResource: Sendable {
    private static let versions = APIVersions(latest: APIVersion(1, 0))

    private let reader: RequestReader

    init(reader: RequestReader) { self.reader = reader }

    /// What a path names.
    private enum Kind: String {
        case oath, push

        var method: SecondFactorChoices.Method { self == .oath ? .oath : .push }
        var devices: Set<Device.Kind> { method.devices }
    }

    private struct Visit {
        let realm: Realm
        let user: UUID
        let kind: Kind
        let version: APIVersion
    }

    /// `GET …?_queryFilter=true`
    func list(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let visit = try await visit(request, context)
        let devices = try await reader.domain.authenticators.devices(of: visit.user, visit.kind.devices, in: visit.realm)
        return .json(
            [
                "result": .array(devices.map(Self.json)), "resultCount": .integer(Int64(devices.count)), "pagedResultsCookie": .null,
                "totalPagedResultsPolicy": "NONE", "totalPagedResults": -1, "remainingPagedResults": -1,
            ], headers: .answer(in: visit.version))
    }

    /// `DELETE …/{device}`: answers with what was removed.
    func delete(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let visit = try await visit(request, context)
        let unknown = WireError(.notFound, "There is no such device.")
        guard let id = context.parameters.get("device").flatMap(UUID.init(uuidString:)),
            let device = try await reader.domain.devices.device(id, of: visit.user, in: visit.realm.id),
            visit.kind.devices.contains(device.kind),
            try await reader.domain.devices.remove(id, of: visit.user, in: visit.realm) != nil
        else { throw unknown }
        return .json(Self.json(device), headers: .answer(in: visit.version))
    }

    /// `POST …?_action=skip|check|reset`: opting out of a factor, whether one has, and taking all of it back.
    func act(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let visit = try await visit(request, context)
        let (method, realm, user, authenticators) = (visit.kind.method, visit.realm, visit.user, reader.domain.authenticators)
        let action = try request.query().required("_action")
        let result: Bool
        switch action {
        case "check": result = try await authenticators.hasOptedOut(of: method, user, in: realm)
        case "skip":
            let isSkipped = try await request.json()?["value"]?.bool ?? true
            try await authenticators.setOptedOut(isSkipped, of: method, user, in: realm)
            result = true
        case "reset":
            try await authenticators.reset(method, of: user, in: realm)
            result = true
        default: throw WireError(.badRequest, "Action \(action.prefix(64)) is not supported; use check, skip or reset")
        }
        return .json(["result": .bool(result)], headers: .answer(in: visit.version))
    }

    private func visit(_ request: Request, _ context: GatehouseContext) async throws -> Visit {
        let version = try Self.versions.negotiate(request)
        let realm = try await reader.realm(of: request)
        guard let session = try await reader.session(of: request, in: realm) else { throw WireError.accessDenied }
        let asked = try context.parameters.require("id").removingPercentEncoding ?? ""
        guard asked == session.username || asked.lowercased() == session.user.uuidString.lowercased() else {
            throw WireError(.forbidden, "User not permitted.")
        }
        guard let kind = context.parameters.get("kind").flatMap(Kind.init) else { throw WireError(.notFound, "There is no such resource.") }
        return Visit(realm: realm, user: session.user, kind: kind, version: version)
    }

    private static func json(_ device: Device) -> JSONValue {
        let id = JSONValue.string(device.id.uuidString.lowercased())
        func milliseconds(_ date: Date) -> JSONValue { .integer(Int64(date.timeIntervalSince1970 * 1000)) }
        return [
            "_id": id, "_rev": .string(String(Int64(device.updated.timeIntervalSince1970))), "createdDate": milliseconds(device.created),
            "lastAccessDate": milliseconds(device.updated), "deviceName": .string(device.nickname ?? device.kind.rawValue), "uuid": id,
            "deviceManagementStatus": false,
        ]
    }
}
