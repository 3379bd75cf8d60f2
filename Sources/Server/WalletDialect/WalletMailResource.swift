import DeviceMessages
import Directory
import Foundation
import HTTPBase
import HTTPTypes
import Hummingbird
import NIOCore
import Primitives
import WalletMessages
import Wallets

/// `/stamps`, `/mailboxes` and `/mailbox` (docs/protocols/claims.md 6).
struct WalletMailResource: Sendable {
    let reader: WalletReader

    private var wallets: Wallets { reader.wallets }
    private static let stamp = HTTPField.Name.known(Stamp.field)

    func stamps(_ proved: WalletReader.Proved, _: GatehouseContext) async throws -> Response {
        let grant = try await wallets.sign(try StampOrder(json: try proved.json), for: proved.instance, at: proved.site)
        return .json(grant.json, headers: .noStore)
    }

    /// `PUT /mailboxes/{recipient}/envelopes/{id}`: the sender shows no proof, and the answer is the same for every recipient.
    func post(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let site = try await reader.site(context)
        guard let stamps = Stamp.all(in: request.headers.filter { $0.name == Self.stamp }.map(\.value)) else {
            throw DeviceError(.stamps, "a header field \(Stamp.field) isn't tokens with commas between them")
        }
        let posting = Wallets.Posting(
            id: try WalletReader.id("id", context), recipient: try WalletReader.id("recipient", context), stamps: stamps,
            length: request.headers.first(.contentLength).flatMap { Int(decimal: $0, leadingZeros: true) })
        try await request.reading { body in
            try await wallets.post(posting, body.map { Array($0.readableBytesView) }, at: site)
        }
        return Response(status: .accepted, headers: .noStore)
    }

    func list(_ proved: WalletReader.Proved, _: GatehouseContext) async throws -> Response {
        .json(try await wallets.mailbox(of: proved.instance).json, headers: .noStore)
    }

    func fetch(_ proved: WalletReader.Proved, _ context: GatehouseContext) async throws -> Response {
        let envelope = try await wallets.envelope(try WalletReader.id("id", context), of: proved.instance)
        var headers = HTTPFields.noStore
        headers[.contentType] = "application/jose"
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody(contentLength: envelope.size) { writer in
                for number in 0..<envelope.count { try await writer.write(ByteBuffer(bytes: try await envelope.piece(number))) }
                try await writer.finish(nil)
            })
    }

    func acknowledge(_ proved: WalletReader.Proved, _ context: GatehouseContext) async throws -> Response {
        try await wallets.acknowledge(try WalletReader.id("id", context), of: proved.instance)
        return Response(status: .noContent, headers: .noStore)
    }
}
