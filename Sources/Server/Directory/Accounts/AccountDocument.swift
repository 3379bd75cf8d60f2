import Foundation
package import Primitives
import ResourceMessages

/// A user as one JSON object, as the resource protocol has it: the attributes, with `userName` and `accountStatus` among them.
package enum AccountDocument {
    /// Returns what can be edited.
    package static func of(_ user: User) -> JSONObject {
        var document: JSONObject = ["userName": .string(user.username), "accountStatus": .string(user.status.rawValue)]
        for member in user.attributes.members where document[member.name] == nil { document[member.name] = member.value }
        return document
    }

    /// Returns what queries may look at, as far as the schema allows: also the id.
    package static func searchable(_ user: User) -> JSONObject {
        var document = of(user)
        document["_id"] = .string(user.id.text)
        document["_population"] = .string(user.populationID.text)
        document["_mfaEnabled"] = .bool(user.isMFAEnabled)
        return document
    }

    /// Returns what may be shown to a caller that may see the user: nothing that is sensitive, nothing that the schema doesn't know.
    package static func visible(_ user: User, by schema: ProfileSchema) -> JSONObject {
        var visible: JSONObject = ["_id": .string(user.id.text), "_rev": .string(String(user.revision))]
        for member in profile(user, by: schema).members { visible[member.name] = member.value }
        return visible
    }

    /// The attributes of it, `userName` and `accountStatus` among them.
    package static func profile(_ user: User, by schema: ProfileSchema) -> JSONObject {
        let document = of(user)
        return schema.attributes.filter { !$0.isSensitive }.reduce(into: JSONObject()) { $0[$1.path] = document[$1.path] }
    }

    /// Returns what the server knows of an account besides its profile.
    package static func meta(_ user: User) -> JSONObject {
        var meta: JSONObject = ["createDate": date(user.created), "loginCount": .integer(Int64(user.loginCount))]
        meta["lastLogin"] = user.lastLogin.map(date)
        return meta
    }

    private static func date(_ date: Date) -> JSONValue { .string(date.formatted(.iso8601)) }

    /// The user that a document makes of another.
    static func apply(_ document: JSONObject, to user: User) -> User {
        var (user, attributes) = (user, document)
        user.username = document["userName"]?.string ?? user.username
        user.status = document["accountStatus"]?.string.map { User.Status(exactly: $0) ?? .inactive } ?? .active
        for name in ["userName", "accountStatus"] { attributes[name] = nil }
        user.attributes = attributes
        return user
    }
}
