import AMFormat
package import Directory
package import Foundations
package import JourneyMessages
package import JourneyModel
import JourneyTransfer
import Primitives
import ResourceMessages

/// Looks for what is wrong with a stored journey, and with what it refers to.
package struct CheckJourney: ReadingAction {
    package static let declaration = ActionDeclaration(
        "journey.check", .readConfiguration, "Say what is wrong with a journey, if anything; changes nothing.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("journeys/{name}:check"), .several(JourneyCheck.Finding.form), from: { Self(realm: $0, name: "") },
            .init("name", \.name, .name, .required), .init("client", optional: \.client, .choice))
    }

    package var realm: RealmPath
    /// The journey's name, unique in the realm.
    package var name: String
    /// The line of the SDKs whose callbacks count.
    package var client: ClientLine?

    package init(realm: RealmPath, name: String, client: ClientLine? = nil) {
        self.realm = realm
        self.name = name
        self.client = client
    }

    package func perform(in realm: Realm, at site: Site) async throws -> [JourneyCheck.Finding] {
        let definition = try await site.domain.definition(name, in: realm)
        var check = JourneyCheck(definition, client: client)
        try await check.checkReferences(of: definition, in: realm, of: site.domain.transfer)
        return check.findings
    }
}

/// Reads a stored journey's definition.
package struct ReadJourney: ReadingAction {
    package static let declaration = ActionDeclaration("journey.graph", .readConfiguration, "Draw a journey as SVG.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .get("journeys/{name}/drawing"), .wrapped("JourneyDrawing", "svg", .told(.text) { .string(JourneySVG($0).text) }),
            from: { Self(realm: $0, name: "") }, .init("name", \.name, .name, .required))
    }

    package var realm: RealmPath
    /// The journey's name, unique in the realm.
    package var name: String

    package init(realm: RealmPath, name: String) {
        self.realm = realm
        self.name = name
    }

    package func perform(in realm: Realm, at site: Site) async throws -> JourneyDefinition {
        try await site.domain.definition(name, in: realm)
    }
}
