import Foundation
import Primitives

/// An administrator's sign-in to a server, by a name of its own. Its tokens are kept beside it.
struct RemoteContext: Codable, Equatable {
    let name: String
    /// The server's address, without a slash at its end.
    let server: String
    /// The realm whose user the administrator is.
    let realm: String
    /// The OAuth client.
    let client: String
    /// The file of the authorities that alone vouch for the server; nil for the system's.
    let authorities: String?

    /// The name unless one is chosen: the server's host.
    static func usualName(of server: String) -> String { URLComponents(string: server)?.host ?? server }

    var json: JSONObject {
        ["name": .string(name), "server": .string(server), "realm": .string(realm), "client": .string(client)]
    }
}
