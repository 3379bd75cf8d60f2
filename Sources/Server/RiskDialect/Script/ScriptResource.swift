import HTTPBase
import HTTPTypes
import Hummingbird
import NIOCore
import Pages
import Primitives

/// `/signals/sdk/…`: the browser's script, at an address that never changes its content, and at the documented name, which does.
struct ScriptResource: Sendable {
    private let body = ByteBuffer(string: SignalsScript.source)
    private let description: ByteBuffer

    init(origin: String) {
        let json: JSONValue = [
            "src": .string("\(origin)\(SignalsScript.path)"), "integrity": .string(SignalsScript.integrity),
            "bytes": .integer(Int64(SignalsScript.source.utf8.count)),
        ]
        description = ByteBuffer(bytes: json.encoded)
    }

    /// The script at its documented name: to be looked up again after a while.
    func latest(_ request: Request, _: GatehouseContext) async throws -> Response {
        if request.headers[.ifNoneMatch] == Self.tag { return Response(status: .notModified, headers: Self.fields("public, max-age=600")) }
        return Response(status: .ok, headers: Self.fields("public, max-age=600"), body: ResponseBody(byteBuffer: body))
    }

    /// The script of a version, which may be kept for good.
    func versioned(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        guard try context.parameters.require("version") == SignalsScript.version else {
            throw WireError(.notFound, "there is no such version")
        }
        return Response(
            status: .ok, headers: Self.fields("public, max-age=31536000, immutable"), body: ResponseBody(byteBuffer: body))
    }

    /// The address with the version, and its integrity.
    func describe(_: Request, _: GatehouseContext) async throws -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-cache"],
            body: ResponseBody(byteBuffer: description))
    }

    private static let tag = "\"\(SignalsScript.version)\""

    /// Pages of any origin may run it, with an integrity: there is nothing of any user in it.
    private static func fields(_ kept: String) -> HTTPFields {
        [
            .contentType: "text/javascript; charset=utf-8", .cacheControl: kept, .eTag: tag,
            .known("Cross-Origin-Resource-Policy"): "cross-origin", .xContentTypeOptions: "nosniff",
        ]
    }
}
