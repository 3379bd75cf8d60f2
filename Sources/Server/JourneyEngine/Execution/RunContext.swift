package import Directory
package import Foundation

/// The parts of a request to a journey that never change while it is answered: its realm and client, the services, and the time.
///
/// A class, held by one reference: turns are handed on, and a copy of a value would count a reference for each part.
package final class RunContext: Sendable {
    package let realm: Realm
    package let client: ClientContext
    /// The services that nodes call.
    package let domain: JourneyServices
    /// The runtime of scripts; nil where none may run.
    package let scripts: ScriptRuntime?
    /// Makes the links by which suspended runs continue; nil where there are none.
    package let links: ResumeLinks?
    /// The time of the request.
    package let now: Date

    /// The context of a request at a time.
    package init(
        _ realm: Realm, _ client: ClientContext, _ domain: JourneyServices, scripts: ScriptRuntime? = nil, links: ResumeLinks? = nil,
        at now: Date
    ) {
        self.realm = realm
        self.client = client
        self.domain = domain
        self.scripts = scripts
        self.links = links
        self.now = now
    }
}
