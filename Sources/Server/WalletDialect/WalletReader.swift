import DeviceHTTP
import DeviceMessages
import Directory
import Foundation
import HTTPBase
import HTTPTypes
import Hummingbird
import Primitives
import RealmHTTP
import Sessions
import WalletMessages
import Wallets

/// Reads from a request of a wallet's what every route needs: the realm, and which instance proves it to be its own.
struct WalletReader: Sendable {
    /// The parameter of the path that names the realm.
    static let realm = "walletRealm"
    /// The longest body besides envelopes, in bytes.
    private static let longestBody = 64 << 10

    let reader: RequestReader
    let wallets: Wallets

    /// A request that an instance has proved, with what surrounds it.
    struct Proved: Sendable {
        let site: WalletSite
        let instance: WalletInstance
        let body: [UInt8]
        let headers: HTTPFields

        var json: JSONValue {
            get throws(DeviceError) { try JSONValue(deviceBody: body) }
        }
    }

    /// The realm of the path, at this server's address.
    /// - Throws: `.notFound` for a realm that isn't there or has no wallets.
    func site(_ context: GatehouseContext) async throws -> WalletSite {
        guard let realm = try await wallets.realm(named: try context.parameters.require(Self.realm)) else {
            throw DeviceError(.notFound, "there are no wallets at this path")
        }
        return WalletSite(realm, address: reader.configuration.publicAddress.origin)
    }

    /// The address below which the caller asks: this server's own, with the realm as the caller named it.
    func base(of request: Request) -> String {
        let service = request.uri.path.split(separator: "/").prefix(4).joined(separator: "/")
        return reader.configuration.publicAddress.url("/" + service)
    }

    /// A route that takes only requests of instances that are registered.
    func proved(_ handle: @escaping @Sendable (Proved, GatehouseContext) async throws -> Response) -> RouteDeclaration.Handler {
        { request, context in
            let site = try await site(context)
            let proved = try await wallets.prove(try await reader.deviceRequest(request, upTo: Self.longestBody), in: site.realm)
            return try await handle(
                Proved(site: site, instance: proved.instance, body: proved.body, headers: request.headers), context)
        }
    }

    /// The request of an instance that introduces itself, with what surrounds it.
    struct Introduced: Sendable {
        let site: WalletSite
        let request: IntroducedWalletRequest
        /// The user of the access token that came with it; nil without one, and for a client's own.
        let user: UUID?
        /// The network address that it came from.
        let address: String
    }

    /// The route by which an instance introduces itself.
    func introduced(
        _ handle: @escaping @Sendable (Introduced, GatehouseContext) async throws -> Response
    ) -> RouteDeclaration.Handler {
        { request, context in
            let site = try await site(context)
            let introduced = Introduced(
                site: site, request: try wallets.introduce(try await reader.deviceRequest(request, upTo: Self.longestBody)),
                user: try await user(of: request, site), address: reader.address(of: request, context))
            return try await handle(introduced, context)
        }
    }

    /// The user whose access token of the realm's a request brings beside its proof; nil without a token, and for one of a client's own.
    /// - Throws: `.invalidProof` for a token that is no good.
    private func user(of request: Request, _ site: WalletSite) async throws -> UUID? {
        guard request.headers.contains(.authorization) else { return nil }
        let face = RealmFace(realm: site.realm, family: .am, address: reader.configuration.publicAddress)
        guard let token = request.bearerToken, let bearer = try await reader.bearer(of: token, at: face) else {
            throw DeviceError(.invalidProof, "the access token isn't one of this realm's, or isn't good any more")
        }
        return bearer.user?.id
    }

    /// A parameter of the path that is a UUID.
    static func id(_ name: String = "id", _ context: GatehouseContext) throws -> UUID {
        guard let id = UUID(text: try context.parameters.require(name)) else {
            throw DeviceError(.notFound, "there is nothing at this path")
        }
        return id
    }
}
