import Primitives

/// The application that a user signs in to, as the devices of that user are told of it.
package struct RequestingApplication: Sendable, Equatable {
    /// The client id.
    package let id: String
    /// The name for people.
    package let name: String

    package init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}
