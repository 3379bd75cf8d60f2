package import Primitives
import ResourceMessages

/// The gateway that delivers a realm's text messages, and the way to ask it: any provider with an HTTP API.
package struct SMSGateway: Sendable, Equatable {
    /// The method of the request; its raw value is the method in HTTP.
    package enum Method: String, Sendable, CaseIterable { case post = "POST", put = "PUT" }

    /// The request's body, whose texts hold placeholders (``SMSTemplate``).
    package enum Body: Sendable, Equatable {
        case form([(name: String, value: String)])
        case json(JSONValue)

        package static func == (left: Self, right: Self) -> Bool {
            switch (left, right) {
            case (.form(let left), .form(let right)): left.elementsEqual(right, by: ==)
            case (.json(let left), .json(let right)): left == right
            default: false
            }
        }
    }

    /// The condition for an answer besides a status of 2xx, for providers that say 200 whatever came of it.
    package struct Acceptance: Sendable, Equatable {
        /// The place in the answer, as a JSON pointer: `/messages/0/status`.
        package var pointer: String
        /// The text that the place must hold.
        package var value: String
    }

    /// The URL of the provider's API.
    package var url: String
    /// The method of the request; POST by default.
    package var method = Method.post
    /// The header fields of the request, whose values may hold placeholders.
    package var headers: [(name: String, value: String)] = []
    package var body: Body
    /// The sender of messages: a number, or a name where the country allows it.
    package var from = ""
    /// The user name for HTTP's basic authentication, with ``secret`` as the password; empty for none.
    package var username = ""
    /// The condition for an answer besides a status of 2xx; nil for none.
    package var acceptance: Acceptance?
    /// The provider's key or password; nil for none.
    package var secret: Secret?

    package init(url: String, body: Body) {
        self.url = url
        self.body = body
    }

    package static func == (left: Self, right: Self) -> Bool { left.json == right.json && left.secret == right.secret }
}
