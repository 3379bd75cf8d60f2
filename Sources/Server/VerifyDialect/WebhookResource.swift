import DeviceMessages
import Foundation
import HTTPBase
import HTTPTypes
import Hummingbird
import NIOCore
import Primitives
import VerificationMessages
import Verifications

/// `/orders`: the calls of providers outside (`docs/protocols/verify.md` 9).
struct WebhookResource: Sendable {
    let reader: VerifyReader

    /// `GET /orders/{order}/images/{image}`
    func image(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let site = try await reader.site(context)
        let (order, image) = (try VerifyReader.id("order", context), try VerifyReader.id("image", context))
        guard let token = request.bearerToken else { throw DeviceError(.invalidProof, "the order is missing as bearer token") }
        let file = try await reader.verifications.image(image, ofOrder: order, token: token, at: site)
        var headers = HTTPFields.noStore
        headers[.contentType] = "application/octet-stream"
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: file)))
    }

    /// `POST /orders/{order}/answer`
    func answer(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let site = try await reader.site(context)
        let order = try VerifyReader.id("order", context)
        let body = try await request.bytes(upTo: CheckAnswer.longest)
        guard let text = String(foreign: body.readableBytesView, upTo: CheckAnswer.longest) else {
            throw DeviceError(.malformed, "the answer is no text")
        }
        try await reader.verifications.answer(text, to: order, at: site)
        return Response(status: .noContent, headers: .noStore)
    }
}
