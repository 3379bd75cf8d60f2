import Foundation
import HTTPBase
import HTTPTypes
import Hummingbird
import OAuthMessages
import Primitives
import RealmHTTP
import Sessions
import Directory

extension RequestReader {
    /// The realm, and the user of a path `…/users/{id}/…`: the one who is signed in, by name, id or identifier across realms. Whether
    /// another user exists isn't told.
    func ownUser(of request: Request, _ context: GatehouseContext) async throws -> (realm: Realm, user: UUID) {
        let realm = try await realm(of: request, context)
        guard let session = try await sufficientSession(of: request, in: realm) else { throw WireError.accessDenied }
        let asked = try context.parameters.require("id").percentDecoded ?? ""
        let name = UniversalID.user(of: asked, in: realm.path) ?? asked
        guard session.isNamed(name) || UUID(text: name) == session.user else {
            throw WireError(.forbidden, "User not permitted.")
        }
        return (realm, session.user)
    }
}
