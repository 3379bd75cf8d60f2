import Directory
import Foundations
import JourneyModel
import Primitives
import SignIn

extension AdministrationServices {
    /// A stored journey of a name that was typed, read.
    func definition(_ name: String, in realm: Realm) async throws -> JourneyDefinition {
        let entry = try await StoredJourney.existing(name, in: realm, of: self)
        do { return try JourneyDefinition(json: entry.definition) } catch {
            throw AdministrationError(.invalid, error.problems.map { "the stored journey \(name) can't be read: \($0)" })
        }
    }
}
