import DeviceRegistry
import Directory
import Foundation
import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives

extension Turn {
    /// The profile that was collected in this run; nil when none was, or a script made something else of it.
    var collectedProfile: DeviceProfileDocument? { state.shared[CollectedProfile.key].flatMap(DeviceProfileDocument.init(json:)) }

    /// The saved profile of the device at hand: of who has shown who they are, or else of whom the journey is about. It proves nothing.
    func savedProfile(_ identifier: String, notOlderThan days: Int? = nil) async throws -> DeviceProfile? {
        guard let user = try await secondFactorUser() else { return nil }
        let saved = try await domain.deviceRegistry.deviceProfiles.profiles(of: user.id, in: realm.id).first { $0.identifier == identifier }
        guard let saved, let days else { return saved }
        return now.timeIntervalSince(saved.selected) <= TimeInterval(days) * 86_400 ? saved : nil
    }
}
