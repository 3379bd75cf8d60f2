import Foundation
import HTTPBase
import HTTPTypes
import Hummingbird
import JOSE
import OAuthMessages
import Primitives
import RealmHTTP
import WebAuthn
import DeviceRegistry
import Directory
import Foundations
import MultiFactor
import DevicePolicies

/// `…/users/{user}/devices/2fa/{kind}`: a user's second factors (`docs/protocols/step-protocol.md` 13). Users see only their own; whether
/// another user exists isn't told.
struct UserDevicesResource: Sendable {
    private static let versions = APIVersions(latest: APIVersion(1, 0))

    private let reader: RequestReader
    private let services: AMServices

    init(reader: RequestReader, services: AMServices) {
        self.reader = reader
        self.services = services
    }

    /// The kind of device that a path names.
    private enum Kind: String {
        case oath, push
        /// Keys of apps that are bound to the user.
        case binding
        case webauthn

        /// The method that can be opted out of.
        var method: SecondFactorChoices.Method? {
            switch self {
            case .oath: .oath
            case .push: .push
            case .binding, .webauthn: nil
            }
        }

        var devices: Set<UserDevice.Kind> { method?.devices ?? (self == .binding ? [.bound] : [.fido2]) }

        /// Whether its devices can be read one by one, and renamed.
        var isNamed: Bool { method == nil }
    }

    /// A device as it is shown.
    private struct Item {
        let device: UserDevice
        var key: RegisteredBoundKey?
        var passkey: RegisteredPasskey?

        /// The name for it in a path: a bound key's device by the key's id, since that is all its app knows.
        var id: String { key?.keyID ?? device.id.text }
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
        let items = try await items(visit)
        return .json(
            [
                "result": .array(items.map(Self.json)), "resultCount": .integer(Int64(items.count)), "pagedResultsCookie": .null,
                "totalPagedResultsPolicy": "NONE", "totalPagedResults": -1, "remainingPagedResults": -1,
            ], headers: .answer(in: visit.version))
    }

    /// `GET …/{device}`: by its id, or a passkey's by that of its credential.
    func read(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let visit = try await visit(request, context)
        guard visit.kind.isNamed else { throw WireError(.notFound, "There is no such device.") }
        return .json(Self.json(try await item(visit, context)), headers: .answer(in: visit.version))
    }

    /// `PUT …/{device}`: gives it another name; answers with what is kept.
    func rename(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let visit = try await visit(request, context)
        guard visit.kind.isNamed else { throw WireError(.badRequest, "Devices of this kind can't be changed") }
        var item = try await item(visit, context)
        guard let name = try await request.json()?["deviceName"]?.string else { throw WireError(.badRequest, "deviceName is missing") }
        let devices = services.devices
        do {
            let renamed = try await devices.setNickname(name, item.device.id, of: visit.user, in: visit.realm)
            item = Item(device: renamed, key: item.key, passkey: item.passkey)
        } catch let error as DomainError where error.code == .invalid { throw WireError(.badRequest, error.reason) }
        return .json(Self.json(item), headers: .answer(in: visit.version))
    }

    /// `DELETE …/{device}`: answers with what was removed.
    func delete(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let visit = try await visit(request, context)
        let item = try await item(visit, context)
        guard try await services.devices.remove(item.device.id, of: visit.user, in: visit.realm) != nil else {
            throw Self.unknown
        }
        return .json(Self.json(item), headers: .answer(in: visit.version))
    }

    /// `POST …?_action=skip|check|reset`: opting out of a factor, whether one has, and taking all of it back.
    func act(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let visit = try await visit(request, context)
        guard let method = visit.kind.method else { throw WireError(.badRequest, "Devices of this kind have no actions") }
        let (realm, user, authenticators) = (visit.realm, visit.user, services.authenticators)
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
        let (realm, user) = try await reader.ownUser(of: request, context)
        guard let kind = context.parameters.get("kind").flatMap(Kind.init) else { throw WireError(.notFound, "There is no such resource.") }
        return Visit(realm: realm, user: user, kind: kind, version: version)
    }

    /// The refusal of a device that isn't the user's, told as of one that isn't there.
    private static var unknown: WireError {
        NotedCaller.refuse()
        return WireError(.notFound, "There is no such device.")
    }

    private func items(_ visit: Visit) async throws -> [Item] {
        if visit.kind == .binding {
            let keys = try await services.devices.boundKeys(of: visit.user, in: visit.realm.id)
            return keys.map { Item(device: $0.device, key: $0.key) }
        }
        let devices = try await services.authenticators.devices(of: visit.user, visit.kind.devices, in: visit.realm)
        guard visit.kind == .webauthn else { return devices.map { Item(device: $0) } }
        let passkeys = try await services.devices.keptPasskeys(of: visit.user, in: visit.realm.id)
        return devices.map { device in Item(device: device, passkey: passkeys.first { $0.device == device.id }) }
    }

    /// The one that a path names.
    private func item(_ visit: Visit, _ context: GatehouseContext) async throws -> Item {
        let name = context.parameters.get("device")?.percentDecoded ?? ""
        let id = visit.kind == .binding ? name : name.lowercased()
        let credential = visit.kind == .webauthn ? Base64URL.decode(name) : nil
        let items = try await items(visit)
        guard let item = items.first(where: { $0.id == id || (credential != nil && $0.passkey?.record.id == credential) }) else {
            throw Self.unknown
        }
        return item
    }

    private static func json(_ item: Item) -> JSONValue {
        let (device, id) = (item.device, JSONValue.string(item.id))
        func milliseconds(_ date: Date) -> JSONValue { .integer(date.millisecondsSince1970) }
        var json: JSONObject = [
            "_id": id, "_rev": .string(String(Int64(device.updated.timeIntervalSince1970))), "createdDate": milliseconds(device.created),
            "lastAccessDate": milliseconds(item.key?.used ?? device.updated),
            "deviceName": .string(device.nickname ?? device.kind.rawValue), "uuid": id, "deviceManagementStatus": false,
        ]
        if let key = item.key {
            json["deviceId"] = .string(key.identifier)
            json["key"] = key.publicKey.publicJSON.map(JSONValue.object)
        }
        if let record = item.passkey?.record {
            json["credentialId"] = .string(Base64URL.encode(record.id))
            json["signCount"] = .integer(Int64(record.signCount))
            json["algorithm"] = record.publicKey.algorithm.name.map(JSONValue.string)
            json["recoveryCodes"] = []
        }
        return .object(json)
    }
}
