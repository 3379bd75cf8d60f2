import Directory
import HTTPBase
import HTTPTypes
import Hummingbird
import NIOCore
import OAuthMessages
import PageHTTP
import Pages
import Primitives
import RealmHTTP

/// `…/look/…`: the stylesheet, logo and icon of a realm's look, or of an application's in it. Their addresses change with the look, so that a
/// browser may keep them for good.
struct LookResource: Sendable {
    private let reader: RequestReader
    private let applications: Applications

    init(reader: RequestReader, applications: Applications) {
        self.reader = reader
        self.applications = applications
    }

    func read(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let realm = try await reader.realm(of: request, context)
        let query = try request.query()
        var application: Directory.Application?
        if let id = try query.value("client_id") { application = try await applications.application(id, in: realm.id) }
        guard let look = PageBrand.look(of: realm, for: application),
            let (type, body) = Self.file(request.uri.path.split(separator: "/").last.map(String.init) ?? "", look)
        else { throw WireError.nothingThere }
        var fields: HTTPFields = [.contentType: type]
        let isCurrent = try query.value("v") == PageBrand.version(of: look)
        fields.set(SecurityHeaders.look(isCurrent: isCurrent))
        return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: body))
    }

    private static func file(_ name: String, _ look: PageLook) -> (type: String, body: ByteBuffer)? {
        switch name {
        case "style.css": return ("text/css; charset=utf-8", ByteBuffer(string: LookStylesheet(look).text))
        case "logo", "icon":
            return LookImage(stored: name == "logo" ? look.logo : look.icon).map { ($0.type, ByteBuffer(bytes: $0.bytes)) }
        default: return nil
        }
    }
}
