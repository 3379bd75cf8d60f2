internal import HTTPTypes
internal import Hummingbird
package import Primitives
internal import Synchronization

extension RouteDeclaration {
    /// A document that is made at the first request for it, and kept: most servers of tests, and many others, are never asked.
    package static func document(_ path: String, _ make: @escaping @Sendable () -> JSONValue) -> RouteDeclaration {
        let document = KeptDocument(make)
        return .get(path) { _, _ in document.response }
    }
}

private final class KeptDocument: Sendable {
    private let make: @Sendable () -> JSONValue
    private let made = Mutex<Response?>(nil)

    init(_ make: @escaping @Sendable () -> JSONValue) { self.make = make }

    var response: Response {
        made.withLock { made in
            let response = made ?? .json(make(), headers: [.cacheControl: "public, max-age=600"])
            made = response
            return response
        }
    }
}
