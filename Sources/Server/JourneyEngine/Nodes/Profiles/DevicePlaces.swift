import JourneyMessages
import Primitives
import DeviceRegistry

/// Decides whether the device is near where it was saved.
struct DeviceLocationMatch: JourneyNode {
    static let type = NodeType(
        "DeviceLocationMatchNode", alias: "deviceLocationMatch", title: "Device Location Match",
        "Whether the device is near where it was saved.")
    static let settings = [NodeSetting<Self>("distance", \.distance, "What is near, in kilometres.")]
    static let state = StateUse(reads: [Turn.profileKey, "username"])

    var distance = Measure(10)

    var outcomes: [String] { [Outcome.yes, Outcome.no, DeviceMatch.unknown] }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let profile = turn.collectedProfile, let saved = try await turn.savedProfile(profile.identifier) else {
            return .outcome(DeviceMatch.unknown)
        }
        guard let here = profile.location, let there = saved.location else { return .outcome(Outcome.no) }
        return .outcome(here.distance(to: there) <= distance.value * 1000 ? Outcome.yes : Outcome.no)
    }
}

/// Decides whether the device is near one of some places.
struct DeviceGeofencing: JourneyNode {
    static let type = NodeType(
        "DeviceGeoFencingNode", alias: "deviceGeofencing", title: "Device Geofencing", "Whether the device is near one of some places.")
    static let settings = [
        NodeSetting<Self>("locations", \.locations, required: true, "The places, each as latitude and longitude in degrees: 51.5,-0.12."),
        NodeSetting<Self>("distance", \.distance, "What is near, in kilometres."),
    ]
    static let state = StateUse(reads: [Turn.profileKey])

    var locations: [String] = []
    var distance = Measure(10)

    var outcomes: [String] { [Outcome.yes, Outcome.no] }

    var objections: [SettingObjection] {
        locations.first { Self.place($0) == nil }.map { [SettingObjection("locations", "\($0) is no latitude and longitude")] } ?? []
    }

    static func place(_ text: String) -> DeviceProfileDocument.Location? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0.filter { !$0.isWhitespace }) }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else { return nil }
        return .init(latitude: latitude, longitude: longitude)
    }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let here = turn.collectedProfile?.location else { return .outcome(Outcome.no) }
        let isNear = locations.compactMap(Self.place).contains { $0.distance(to: here) <= distance.value * 1000 }
        return .outcome(isNear ? Outcome.yes : Outcome.no)
    }
}
