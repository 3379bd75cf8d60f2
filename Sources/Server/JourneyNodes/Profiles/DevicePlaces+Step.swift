import DeviceRegistry
package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives

extension DeviceLocationMatch: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let profile = turn.collectedProfile, let saved = try await turn.savedProfile(profile.identifier) else {
            return .outcome(DeviceMatch.unknown)
        }
        guard let here = profile.location, let there = saved.location else { return .outcome(Outcome.no) }
        return .outcome(here.distance(to: there) <= distance.value * 1000 ? Outcome.yes : Outcome.no)
    }
}

extension DeviceGeofencing: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let here = turn.collectedProfile?.location else { return .outcome(Outcome.no) }
        let isNear = locations.compactMap(Self.place).contains { $0.distance(to: here) <= distance.value * 1000 }
        return .outcome(isNear ? Outcome.yes : Outcome.no)
    }
}
