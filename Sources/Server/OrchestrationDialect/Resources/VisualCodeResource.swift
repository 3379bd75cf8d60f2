import CommandChannel
import HTTPBase
import HTTPTypes
import Hummingbird
import NIOCore
import OrchestrationService
import Primitives
import QRImages

/// `/visualcodes/render`: commands as images. The documented product's own image format isn't public; these are QR codes.
enum VisualCodeResource {
    /// Draws `message`, hexadecimal digits, as `format`: `PNG`, the default, or `SVG`.
    static let render: @Sendable (OrchestrationReader.CustomerCall) async throws -> Response = { call in
        let message = try call.query(.message) ?? ""
        let isHexadecimal = message.utf8.allSatisfy {
            UInt8(ascii: "0") <= $0 && $0 <= UInt8(ascii: "9") || (0x41...0x46).contains($0 & 0xDF)
        }
        guard isHexadecimal, message.utf8.count.isMultiple(of: 2) else {
            throw OrchestrationRefusal(.undecodable, "message is hexadecimal digits, two for each byte")
        }
        let code: QRCode
        do throws(QRCodeError) { code = try QRCode(message) } catch { throw OrchestrationRefusal(.invalid, error.reason) }
        switch try call.query(.format)?.uppercased() ?? "PNG" {
        case "PNG": return image(try code.png(), "image/png", call.headers)
        case "SVG": return image(Array(code.svg.utf8), "image/svg+xml", call.headers)
        default: throw OrchestrationRefusal(.invalid, "format is PNG or SVG")
        }
    }

    private static func image(_ bytes: [UInt8], _ type: String, _ headers: HTTPFields) -> Response {
        var headers = headers
        headers[.contentType] = type
        headers[.contentLength] = String(bytes.count)
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
