import Primitives
import Services

/// A user's profile as AM writes it: each attribute an array.
enum UserProfile {
    static func json(of user: User, in realm: RealmPath) -> JSONValue {
        var profile: JSONObject = [
            // AM's mark of a profile that isn't versioned.
            "_id": .string(user.username), "_rev": "-1", "username": .string(user.username), "realm": .string(realm.description),
            "uid": [.string(user.username)], "universalid": [.string(UniversalID.of(user.username, in: realm))],
            "inetUserStatus": [user.status == .active ? "Active" : "Inactive"],
        ]
        for attribute in user.attributes.members where profile[attribute.name] == nil {
            profile[attribute.name] = attribute.value.array == nil ? [attribute.value] : attribute.value
        }
        return .object(profile)
    }
}
