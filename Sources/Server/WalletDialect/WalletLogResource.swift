import DeviceMessages
import Directory
import Foundation
import HTTPBase
import HTTPTypes
import Hummingbird
import NIOCore
import Primitives
import TransparencyLog
import WalletMessages
import Wallets

/// `/log`: the registry (docs/protocols/claims.md 8; c2sp.org/tlog-tiles).
struct WalletLogResource: Sendable {
    let reader: WalletReader

    private var registry: Registry { reader.wallets.registry }

    /// The patterns of tiles' paths: a level, up to three groups of digits of the number, and of a partial tile the width.
    static let tilePaths = (1...4).map { count in "log/tile/:level" + (1...count).map { "/:part\($0)" }.joined() }

    func append(_ proved: WalletReader.Proved, _: GatehouseContext) async throws -> Response {
        let logged = try await reader.wallets.append(try LogRegistration(json: try proved.json), by: proved.instance, at: proved.site)
        return .json(logged.json, status: .created, headers: .noStore)
    }

    func checkpoint(_: Request, _ context: GatehouseContext) async throws -> Response {
        let note = try await registry.checkpoint(at: try await reader.site(context))
        return Self.bytes(note, type: "text/plain; charset=utf-8", caching: "public, max-age=1")
    }

    func tile(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let site = try await reader.site(context)
        // Segments of a tile's path have no escapes, and the address is read in its one spelling.
        guard let start = request.uri.path.firstRange(of: "/tile/")?.lowerBound else {
            throw DeviceError(.notFound, "there is nothing at this path")
        }
        let path = String(request.uri.path[start...].dropFirst())
        return Self.bytes(
            try await registry.tile(path, at: site), type: "application/octet-stream", caching: "public, max-age=31536000, immutable")
    }

    func status(_: Request, _ context: GatehouseContext) async throws -> Response {
        let site = try await reader.site(context)
        return .json(try await reader.wallets.status(of: try context.parameters.require("hash"), at: site).json, headers: .noStore)
    }

    private static func bytes(_ bytes: [UInt8], type: String, caching: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: type, .cacheControl: caching], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
