import DeviceHTTP
import DeviceMessages
import Directory
import Foundation
import HTTPBase
import HTTPTypes
import Hummingbird
import Messaging
import Primitives
import RealmHTTP
import WalletMessages
import Wallets

/// `/instances` and what else is about one: keys, nonces, notices (docs/protocols/claims.md 5).
struct WalletInstanceResource: Sendable {
    let reader: WalletReader
    let push: BuiltInPush

    private var wallets: Wallets { reader.wallets }

    func configuration(_: Request, _ context: GatehouseContext) async throws -> Response {
        .json(try await wallets.configuration(at: try await reader.site(context)).json, headers: .noStore)
    }

    func register(_ introduced: WalletReader.Introduced, _: GatehouseContext) async throws -> Response {
        let registration = try WalletRegistration(json: try JSONValue(deviceBody: introduced.request.body))
        let receipt = try await wallets.register(
            registration, by: introduced.request, of: introduced.user, from: introduced.address, at: introduced.site)
        return .json(receipt.json, status: .created, headers: .noStore)
    }

    func change(_ proved: WalletReader.Proved, _ context: GatehouseContext) async throws -> Response {
        try Self.requireOwn(proved, context)
        let receipt = try await wallets.change(try InstanceReachChange(json: try proved.json), of: proved.instance, at: proved.site)
        return .json(receipt.json, headers: .noStore)
    }

    func erase(_ proved: WalletReader.Proved, _ context: GatehouseContext) async throws -> Response {
        try Self.requireOwn(proved, context)
        try await wallets.erase(proved.instance)
        return Response(status: .noContent, headers: .noStore)
    }

    func rotate(_ proved: WalletReader.Proved, _ context: GatehouseContext) async throws -> Response {
        try Self.requireOwn(proved, context)
        try await wallets.rotate(try KeyRotation(json: try proved.json), of: proved.instance, at: proved.site)
        return Response(status: .noContent, headers: .noStore)
    }

    func keys(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let address = reader.reader.address(of: request, context)
        let keys = try await wallets.keys(of: try WalletReader.id("id", context), from: address, at: try await reader.site(context))
        return .json(keys.json, headers: .noStore)
    }

    func nonce(_ proved: WalletReader.Proved, _: GatehouseContext) async throws -> Response {
        let nonce = try await wallets.nonce(for: try ServerNonce.purpose(json: try proved.json), of: proved.instance)
        return .json(nonce.json, status: .created, headers: .noStore)
    }

    /// `GET /push`: the built-in push service's stream.
    func listen(_ proved: WalletReader.Proved, _: GatehouseContext) async throws -> Response {
        let stream = try await push.subscribe(
            proved.instance.id.text, realm: proved.site.realm.id, after: proved.headers[.known("Last-Event-ID")])
        return .events(stream)
    }

    /// An instance's own address; of others no more is told than that there is nothing for the caller.
    private static func requireOwn(_ proved: WalletReader.Proved, _ context: GatehouseContext) throws {
        guard try WalletReader.id("id", context) == proved.instance.id else {
            throw DeviceError(.notFound, "this address is no instance of the caller's")
        }
    }
}
