import DeviceHTTP
import DeviceMessages
import Directory
import Foundation
import HTTPBase
import Hummingbird
import Primitives
import RealmHTTP
import Verifications

/// Reads from an app's request what every route needs: the realm, and which transaction's app proves it to be its own.
struct VerifyReader: Sendable {
    /// The parameter of the path that names the realm.
    static let realm = "verifyRealm"

    let reader: RequestReader
    let verifications: Verifications

    /// The realm of the path, at this server's address.
    /// - Throws: `.notFound` for a realm that isn't there or has no verifications.
    func site(_ context: GatehouseContext) async throws -> VerificationSite {
        guard let site = try await site(named: try context.parameters.require(Self.realm)) else {
            throw DeviceError(.notFound, "there are no verifications at this path")
        }
        return site
    }

    /// The realm of an id, at this server's address; nil for one that isn't there or has no verifications.
    func site(named realm: String) async throws -> VerificationSite? {
        try await verifications.realm(named: realm).map { VerificationSite($0, address: reader.configuration.publicAddress.origin) }
    }

    /// A request of the app that began the transaction of the path.
    func proved(
        _ request: Request, upTo limit: Int, _ context: GatehouseContext, at site: VerificationSite
    ) async throws -> ProvedVerificationRequest {
        let id = try Self.id("id", context)
        return try await verifications.prove(try await reader.deviceRequest(request, upTo: limit), of: id, in: site.realm)
    }

    /// A parameter of the path that is a UUID.
    static func id(_ name: String, _ context: GatehouseContext) throws -> UUID {
        let text = try context.parameters.require(name)
        guard let id = UUID(text: text), id.text.isExactly(text) else { throw DeviceError(.notFound, "there is nothing at this path") }
        return id
    }
}
