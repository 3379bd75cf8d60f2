import JourneyModel
package import Primitives

/// The objects that journeys bring along and that have no counterpart here: kept, so that an export has them again.
package enum CarriedObjects {
    /// The kind of scripts that can't run here, and of what a file says of others beyond what ours are.
    package static let scripts = "scripts"
    /// The kind of what a file says of a script beyond what ours are.
    package static let scriptDetails = "scriptDetails"
    /// The details that a file says of an identity provider beyond what ours are.
    package static let providerDetails = "socialIdentityProviderDetails"
    /// The kinds that tell more about objects which have counterparts here.
    package static let details: Set<String> = [scriptDetails, providerDetails]
    private static let secrets: Set<String> = ["clientSecret"]

    /// The objects' ids in a container, which is a map or, with themes, a list.
    package static func ids(in container: JSONValue) -> [String] { objects(in: container).map(\.id) }

    /// The objects of a container, which is a map by id or a list.
    package static func objects(in container: JSONValue) -> [(id: String, value: JSONValue)] {
        switch container {
        case .object(let object): object.members.map { ($0.name, $0.value) }
        case .array(let elements):
            elements.enumerated().map { index, value in (value["_id"]?.string ?? value["name"]?.string ?? "\(index)", value) }
        default: []
        }
    }

    /// An object without readable secrets, and without what names a state of another database.
    package static func cleaned(_ value: JSONValue) -> (value: JSONValue, secrets: [String]) {
        guard let object = value.object else { return (value, []) }
        let open = secrets.filter { !AM.isNothing(object[$0]) }.sorted()
        return (.object(object.without(Set(open + ["_rev"]))), open)
    }
}
