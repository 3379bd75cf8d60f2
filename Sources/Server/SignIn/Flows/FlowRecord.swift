package import Foundation
package import Primitives
import Store

/// A sign-in without redirects, as it is kept between requests (`docs/protocols/platform.md` 6.2).
package struct FlowRecord: Sendable, Identifiable {
    /// The id, unique in the realm, by which clients name the flow.
    package let id: UUID
    /// The id of the realm.
    package let realm: UUID
    /// The id of the application, its `client_id`.
    package let application: String
    /// The authorization request to come back with, encoded.
    package var request: String
    /// The issuer by which its tokens are to be.
    package let issuer: String
    /// The hash of what only the client's cookie holds.
    package var binding: String
    /// The number of effects that the run has had: an older state never takes the place of a newer one.
    package var epoch = 0
    /// The number from which the effects of the run are counted that continues now, since a flow may be reset.
    package var base = 0
    package var standing: Standing
    /// The time of creation.
    package let created: Date
    /// The time of expiry.
    package var expires: Date

    /// The standing of the flow.
    package enum Standing: Sendable, Equatable {
        /// The run's sealed state, and which callbacks it asks, by their names.
        case waiting(state: String, asks: [String])
        /// Waiting, like ``waiting``, while a user of a name sets a new password by a code.
        case recovering(username: String, state: String, asks: [String])
        /// The session's handle, and the authorization response, encoded.
        case completed(session: String, response: Secret)
        /// The end without success, with the reason: a code and a text.
        case failed(code: String, message: String)

        /// Whether the user still has to do something.
        package var isWaiting: Bool {
            switch self {
            case .waiting, .recovering: true
            case .completed, .failed: false
            }
        }
    }

    package init(
        id: UUID, realm: UUID, application: String, request: String, issuer: String, binding: String, standing: Standing, created: Date,
        expires: Date
    ) {
        self.id = id
        self.realm = realm
        self.application = application
        self.request = request
        self.issuer = issuer
        self.binding = binding
        self.standing = standing
        self.created = created
        self.expires = expires
    }

    /// The same, begun again.
    package mutating func reset() {
        base = epoch + 1
        epoch = base
    }
}
