internal import AdminDialect
package import Primitives

/// The administration API, as programs read about it.
package enum AdministrationAPI {
    /// Its OpenAPI document, without a server.
    package static var document: JSONValue { AdminDocument.json }
}
