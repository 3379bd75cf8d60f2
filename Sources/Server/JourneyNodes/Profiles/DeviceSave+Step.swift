import DeviceRegistry
import Directory
package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives

extension DeviceSave: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.self)
        guard var profile = turn.collectedProfile else {
            throw JourneyRunError.fault("\(Self.type.name) came before a profile was collected")
        }
        if !savesMetadata { profile.metadata = nil }
        if !savesLocation { profile.location = nil }
        let alias = variable.isEmpty ? nil : StateKey.value(variable, of: turn.state)?.string.flatMap { $0.isEmpty ? nil : $0 }
        try await turn.act { [profile, most, now = turn.now, realm = turn.realm.id] transaction, record in
            try DeviceProfiles.save(profile, alias: alias, of: user.id, realm: realm, most: most, at: now, in: transaction)
            try record.append(.deviceProfileSaved, user: user.id, in: transaction)
        }
        return .outcome(Outcome.only)
    }
}
