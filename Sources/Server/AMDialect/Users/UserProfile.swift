import HTTPBase
import Primitives
import ResourceMessages
import Directory
import Foundations

/// A user's profile as AM writes it: each attribute an array, by its directory's name. Nothing sensitive is in it.
enum UserProfile {
    static func json(of user: User, in realm: RealmPath, by schema: ProfileSchema) -> JSONValue {
        var profile: JSONObject = [
            // AM's mark of a profile that isn't versioned.
            "_id": .string(user.username), "_rev": "-1", "username": .string(user.username), "realm": .string(realm.description),
            "uid": [.string(user.username)], "universalid": [.string(UniversalID.of(user.username, in: realm))],
            "inetUserStatus": [user.status == .active ? "Active" : "Inactive"],
        ]
        for attribute in schema.attributes where !attribute.isSensitive && attribute.path.names.count == 1 {
            let name = attribute.directoryName ?? attribute.name
            guard profile[name] == nil, let value = user.attributes[attribute.path] else { continue }
            profile[name] = value.array == nil ? [value] : value
        }
        return .object(profile)
    }
}
