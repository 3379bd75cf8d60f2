import Crypto
import Foundation
import Primitives

/// Words of AM's files (`docs/protocols/journey-nodes.md` 1).
enum AM {
    /// The version of a file that names none.
    static let firstVersion = "1.0"
    /// The attribute of a page that holds its nodes.
    static let pageNodes = "nodes"
    /// Members of objects that we never keep: they name a state of another server's database.
    static let provenance: Set<String> = ["_rev", "createdBy", "creationDate", "lastModifiedBy", "lastModifiedDate"]
    /// The members, besides flags and times, that a graph has, a node's entry in one, and a page's entry for one of its nodes.
    static let treeMembers: Set<String> = ["_id", "entryNodeId", "nodes", "staticNodes", "uiConfig"]
    static let placeMembers: Set<String> = ["nodeType", "displayName", "version", "connections", "x", "y"]
    static let childMembers: Set<String> = ["_id", "nodeType", "displayName", "nodeVersion"]
    /// The names of the objects that journeys bring along: containers of objects that have counterparts here, and others.
    static let scripts = "scripts"
    static let templates = "emailTemplates"
    static let providers = "socialIdentityProviders"
    static let containers = [
        templates, providers, "themes", "saml2Entities", "circlesOfTrust", "nodeTypes", "variable",
    ]

    /// Whether a value says nothing: AM's tools write some texts that aren't set as an empty one, or as the word null.
    static func isNothing(_ value: JSONValue?) -> Bool { [nil, .null, "", "null"].contains(value) }

    /// The names under which a type of node may stand in the catalogue: AM's product nodes come with and without a prefix.
    static func names(of type: String) -> [String] {
        let product = "product-"
        if type == "CustomPageNode" { return ["PageNode"] }
        return type.hasPrefix(product) ? [type, String(type.dropFirst(product.count))] : [type, product + type]
    }

    /// An id such as AM has: the node's own when it is a UUID, else one made of its name and place, always the same.
    static func id(_ id: String, in place: String) -> String {
        if UUID(uuidString: id) != nil { return id }
        var bytes = Array(SHA256.hash(data: Array("gatehouse node \(place)\u{0}\(id)".utf8)).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80  // RFC 9562 §5.8: a version of our own
        bytes[8] = bytes[8] & 0x3F | 0x80
        let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let ends = [8, 12, 16, 20, 32]
        return zip([0] + ends, ends).map { String(hex.dropFirst($0).prefix($1 - $0)) }.joined(separator: "-")
    }
}
