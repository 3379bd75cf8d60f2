import Crypto
import Foundation
import JourneyModel
package import Primitives

/// Words of AM's files (`docs/protocols/journey-nodes.md` 1).
package enum AM {
    /// The attribute of a page that holds its nodes.
    static let pageNodes = Page.nodesName
    /// Members of objects that we never keep: they name a state of another server's database.
    package static let provenance: Set<String> = ["_rev", "createdBy", "creationDate", "lastModifiedBy", "lastModifiedDate"]
    /// The members, besides flags and times, that a graph has, a node's entry in one, and a page's entry for one of its nodes.
    static let treeMembers: Set<String> = ["_id", "entryNodeId", "nodes", "staticNodes", "uiConfig"]
    static let placeMembers: Set<String> = ["nodeType", "displayName", "version", "connections", "x", "y"]
    static let childMembers: Set<String> = ["_id", "nodeType", "displayName", "nodeVersion"]
    /// The names of the objects that journeys bring along: containers of objects that have counterparts here, and others.
    package static let scripts = "scripts"
    /// The container of e-mail templates.
    package static let templates = "emailTemplates"
    /// The container of identity providers.
    package static let providers = "socialIdentityProviders"
    /// The containers of objects, scripts aside, with those that have no counterpart here.
    package static let containers = [
        templates, providers, "themes", "saml2Entities", "circlesOfTrust", "nodeTypes", "variable",
    ]

    /// The contexts of scripts that nodes and other scripts name: a script of another one comes along although nothing does.
    static let namedContexts: Set<String> = ["AUTHENTICATION_TREE_DECISION_NODE", "SCRIPTED_DECISION_NODE", "LIBRARY"]

    /// The types of identity providers, and our names for them.
    package static let providerTypes = [
        "googleConfig": "google", "appleConfig": "apple", "facebookConfig": "facebook", "microsoftConfig": "microsoft",
        "oidcConfig": "oidc",
    ]

    /// Whether a value says nothing: AM's tools write some texts that aren't set as an empty one, or as the word null.
    package static func isNothing(_ value: JSONValue?) -> Bool { [nil, .null, "", "null"].contains(value) }

    /// An id such as AM has: the node's own when it is a UUID, else one made of its name and place, always the same.
    package static func id(_ id: String, in place: String) -> String {
        if UUID(text: id) != nil { return id }
        var bytes = Array(SHA256.hash(data: Array("gatehouse node \(place)\u{0}\(id)".utf8)).bytes.prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80  // RFC 9562 §5.8: a version of our own
        bytes[8] = bytes[8] & 0x3F | 0x80
        let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let ends = [8, 12, 16, 20, 32]
        return zip([0] + ends, ends).map { String(hex.dropFirst($0).prefix($1 - $0)) }.joined(separator: "-")
    }
}
