import HTTPBase
import HTTPTypes
import Hummingbird
import NIOCore
import PageHTTP
import Pages
import Primitives

/// `/assets/…`: what the pages link to. A browser may keep it for good, since a changed one has another address.
struct AssetResource: Sendable {
    fileprivate struct Stored: Sendable {
        let fields: HTTPFields
        let body: ByteBuffer
    }

    private let assets: [String: Stored]

    init() {
        assets = Dictionary(Asset.all.map { ($0.path, Stored($0)) }) { first, _ in first }
    }

    func read(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        guard let asset = assets[request.uri.path] else { throw WireError(.notFound, "there is nothing at this path") }
        if let tag = request.headers[.ifNoneMatch], tag == asset.fields[.eTag] {
            return Response(status: .notModified, headers: asset.fields)
        }
        return Response(status: .ok, headers: asset.fields, body: ResponseBody(byteBuffer: asset.body))
    }
}

extension AssetResource.Stored {
    fileprivate init(_ asset: Asset) {
        var fields: HTTPFields = [.contentType: asset.contentType]
        fields.set(SecurityHeaders.asset(asset))
        self.fields = fields
        body = ByteBuffer(string: asset.content)
    }
}
