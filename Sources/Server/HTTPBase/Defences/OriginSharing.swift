/// The realms' rules about pages of other origins, as the front door asks for them.
package protocol OriginSharing: Sendable {
    /// The header fields that pages of an origin may send and read at a route, beside those of all realms; nil when the realm of the request
    /// shares nothing with the origin there.
    func fields(sharedWith origin: String, at route: Route, _ arrival: Arrival) async throws -> SharedFields?
}

/// The header fields that a realm shares with pages of other origins, beside those of all realms.
package struct SharedFields: Sendable {
    /// The fields that pages may send.
    package let accepted: [String]
    /// The fields that pages may read.
    package let exposed: [String]

    package init(accepted: [String], exposed: [String]) {
        self.accepted = accepted
        self.exposed = exposed
    }
}
