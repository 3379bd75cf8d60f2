import Directory
import Foundation
import Foundations
import JourneyMessages
import Primitives
package import SignIn
import Synchronization

/// An answer that may come again: what makes two requests the same, and the claim of this one.
///
/// The same are two answers to one step, or two openings of one link, that are equal to the byte and come from one browser: with the same cookie
/// of the sign-on pages, or, where a client of the API answers a step without one, from the same address and program.
package final class RepeatedAnswer: Sendable {
    private let content: @Sendable () -> [UInt8]
    private let domain: JourneyServices
    let realm: UUID
    private let made = Mutex<AnswerClaim?>(nil)

    /// The answer to a step.
    convenience init(_ step: Step, noSession: Bool, in realm: Realm, from client: ClientContext, _ domain: JourneyServices) {
        self.init("answer", [step.json, .bool(noSession)], realm, client, domain)
    }

    /// The opening of a suspended run's link.
    convenience init(opening link: String, in realm: Realm, from client: ClientContext, _ domain: JourneyServices) {
        self.init("link", [.string(link)], realm, client, domain)
    }

    private init(_ kind: String, _ parts: [JSONValue], _ realm: Realm, _ client: ClientContext, _ domain: JourneyServices) {
        self.realm = realm.id
        self.domain = domain
        content = {
            let query = client.request().parameters.map { JSONValue.array([.string($0.name), .string($0.value)]) }
            return JSONValue.array([.string(kind), Self.sender(client), .array(query)] + parts).encoded
        }
    }

    private static func sender(_ client: ClientContext) -> JSONValue {
        if let binding = client.binding { return ["browser": .string(binding)] }
        return ["address": .string(client.address), "program": .string(client.userAgent ?? "")]
    }

    /// The claim. It is made when it is needed first, since most answers spend nothing and need none.
    package var claim: AnswerClaim {
        made.withLock { made in
            let claim = made ?? AnswerClaim(content(), realm: realm, domain.platform.sealer, random: domain.platform.random)
            made = claim
            return claim
        }
    }
}
