import Foundation
import JourneyMessages
import Foundations
import Primitives
import DeviceRegistry
import Services
import Directory
import ResourceMessages

extension Turn {
    /// The key under which the collector leaves the profile for other nodes and scripts.
    static var profileKey: String { "forgeRock.device.profile" }

    /// The profile that was collected in this run; nil when none was, or a script made something else of it.
    var collectedProfile: DeviceProfileDocument? { state.shared[Self.profileKey].flatMap(DeviceProfileDocument.init(json:)) }

    /// The saved profile of the device at hand: of who has shown who they are, or else of whom the journey is about. It proves nothing.
    func savedProfile(_ identifier: String, notOlderThan days: Int? = nil) async throws -> DeviceProfile? {
        guard let user = try await secondFactorUser() else { return nil }
        let saved = try await domain.deviceProfiles.profiles(of: user.id, in: realm.id).first { $0.identifier == identifier }
        guard let saved, let days else { return saved }
        return now.timeIntervalSince(saved.selected) <= TimeInterval(days) * 86_400 ? saved : nil
    }
}

/// A number that AM's files have as a text, within bounds.
struct Measure: SettingValue, Equatable {
    static var form: SettingForm { .measure }
    let value: Double

    init(_ value: Double) { self.value = value }

    init?(setting json: JSONValue) {
        guard let number = json.number ?? json.string.flatMap(Double.init), number.isFinite, number >= 0 else { return nil }
        value = number
    }

    private var text: String { value == value.rounded() && value < 1e15 ? String(Int64(value)) : String(value) }
    var setting: JSONValue { .string(text) }
}
