import AMFormat
package import Directory
import Foundation
package import JourneyModel
import Messaging
import Primitives
import Sessions
package import SignIn

extension JourneyReferences.Known {
    /// The objects of a realm that a journey can refer to.
    package init(of realm: Realm, in services: TransferServices) async throws {
        self.init()
        let schema = try await services.directory.accounts.schema(of: realm)
        journeys = Set(try await services.signIn.journeys.names(in: realm.id))
        templates = Set(try await services.messaging.templates.all(in: realm.id).map(\.name))
        providers = Set(try await services.session.providers.all(in: realm.id).map(\.name))
        variables = Set(realm.settings[ScriptingSettings.self].scriptVariables.keys)
        applications = Set(try await services.directory.applications.all(in: realm.id).map(\.id))
        hasAttribute = { schema[$0] != nil }
        take(try await services.signIn.scripts.all(in: realm.id))
        take(try await services.signIn.carried.all(in: realm.id))
    }

    /// Adds scripts.
    ///
    /// - Parameter areRead: whether what they name of Java has been said already, where their files were read.
    package mutating func take(_ scripts: [Script], areRead: Bool = false) {
        self.scripts += scripts.map { script in
            .init(
                id: script.id.uuidString, name: script.name, libraries: script.requiredLibraries,
                classes: areRead ? [] : JavaUses(script.text, script.generation).missing)
        }
    }

    /// Adds, of what came with imported journeys, the scripts that can't run here.
    package mutating func take(_ carried: [CarriedConfiguration.Object]) {
        foreignScripts += carried.filter { $0.kind == CarriedObjects.scripts }.map { object in
            .init(id: object.id, name: object.value["name"]?.string, language: object.value["language"]?.string)
        }
    }
}

extension JourneyCheck {
    /// Finds what a journey refers to and the realm doesn't have.
    package mutating func checkReferences(of journey: JourneyDefinition, in realm: Realm, of services: TransferServices) async throws {
        checkReferences(of: journey, among: try await JourneyReferences.Known(of: realm, in: services))
    }
}
