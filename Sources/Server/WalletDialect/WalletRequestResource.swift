import DeviceHTTP
import DeviceMessages
import Directory
import Foundation
import HTTPBase
import HTTPTypes
import Hummingbird
import Primitives
import RealmHTTP
import WalletMessages
import Wallets

/// `/requests`: what QR codes lead to (docs/protocols/claims.md 7).
struct WalletRequestResource: Sendable {
    let reader: WalletReader

    /// `POST /requests`: the URL in the answer is below the address that the caller asked.
    func keep(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let service = WalletService(base: reader.base(of: request))
        let keep = reader.proved { proved, _ in
            let keeping = try RequestKeeping(json: try proved.json)
            let id = try await reader.wallets.keep(keeping, of: proved.instance)
            let kept = KeptRequest(id: id, url: service.request(id), expires: keeping.expires)
            return .json(kept.json, status: .created, headers: .noStore)
        }
        return try await keep(request, context)
    }

    /// `GET /requests/{id}`, for any reader.
    func read(_: Request, _ context: GatehouseContext) async throws -> Response {
        let site = try await reader.site(context)
        return .json(text: try await reader.wallets.request(try WalletReader.id("id", context), at: site), headers: .noStore)
    }
}
