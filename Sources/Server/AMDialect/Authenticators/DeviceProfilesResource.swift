import Foundation
import HTTPBase
import HTTPTypes
import Hummingbird
import OAuthMessages
import Primitives
import RealmHTTP
import DeviceRegistry
import Directory
import Foundations

/// `…/users/{user}/devices/profile`: the devices that a user has had saved (`docs/protocols/step-protocol.md` 13). Of oneself only.
struct DeviceProfilesResource: Sendable {
    private static let versions = APIVersions(latest: APIVersion(1, 0))
    /// The refusal of a device that isn't the user's, told as of one that isn't there.
    private static var unknown: WireError {
        NotedCaller.refuse()
        return WireError(.notFound, "There is no such device.")
    }

    private let reader: RequestReader
    private let deviceProfiles: DeviceProfiles

    init(reader: RequestReader, deviceProfiles: DeviceProfiles) {
        self.reader = reader
        self.deviceProfiles = deviceProfiles
    }

    /// `GET …?_queryFilter=true`
    func list(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let version = try Self.versions.negotiate(request)
        let (realm, user) = try await reader.ownUser(of: request, context)
        let profiles = try await deviceProfiles.profiles(of: user, in: realm.id)
        return .json(
            [
                "result": .array(profiles.map(Self.json)), "resultCount": .integer(Int64(profiles.count)), "pagedResultsCookie": .null,
                "totalPagedResultsPolicy": "NONE", "totalPagedResults": -1, "remainingPagedResults": -1,
            ], headers: .answer(in: version))
    }

    /// `PUT …/{identifier}`: gives it another `alias`; answers with what is kept.
    func rename(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let version = try Self.versions.negotiate(request)
        let (realm, user) = try await reader.ownUser(of: request, context)
        guard let alias = try await request.json()?["alias"]?.string else { throw WireError(.badRequest, "alias is missing") }
        do {
            guard
                let profile = try await deviceProfiles.rename(
                    Self.identifier(context), to: alias, of: user, in: realm)
            else {
                throw Self.unknown
            }
            return .json(Self.json(profile), headers: .answer(in: version))
        } catch let error as DomainError where error.code == .invalid { throw WireError(.badRequest, error.reason) }
    }

    /// `DELETE …/{identifier}`: answers with what was removed.
    func delete(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let version = try Self.versions.negotiate(request)
        let (realm, user) = try await reader.ownUser(of: request, context)
        guard let profile = try await deviceProfiles.remove(Self.identifier(context), of: user, in: realm)
        else {
            throw Self.unknown
        }
        return .json(Self.json(profile), headers: .answer(in: version))
    }

    private static func identifier(_ context: GatehouseContext) -> String {
        context.parameters.get("device")?.percentDecoded ?? ""
    }

    private static func json(_ profile: DeviceProfile) -> JSONValue {
        var json: JSONObject = [
            "_id": .string(profile.identifier), "_rev": .string(String(Int64(profile.selected.timeIntervalSince1970))),
        ]
        for member in profile.json.members { json[member.name] = member.value }
        return .object(json)
    }
}
