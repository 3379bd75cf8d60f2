package import JourneyMessages
import Primitives

/// Decides whether the device is near where it was saved.
package struct DeviceLocationMatch: NodeDeclaration {
    package static let type = NodeType(
        "DeviceLocationMatchNode", alias: "deviceLocationMatch", title: "Device Location Match",
        "Whether the device is near where it was saved.")
    package static let settings = [NodeSetting<Self>("distance", \.distance, "The distance that counts as near, in kilometres.")]
    package static let state = StateUse(reads: [CollectedProfile.key, "username"])

    package var distance = Measure(10)

    package init() {}

    package var outcomes: [String] { [Outcome.yes, Outcome.no, DeviceMatch.unknown] }
}

/// Decides whether the device is near one of some places.
package struct DeviceGeofencing: NodeDeclaration {
    package static let type = NodeType(
        "DeviceGeoFencingNode", alias: "deviceGeofencing", title: "Device Geofencing", "Whether the device is near one of some places.")
    package static let settings = [
        NodeSetting<Self>("locations", \.locations, required: true, "The places, each as latitude and longitude in degrees: 51.5,-0.12."),
        NodeSetting<Self>("distance", \.distance, "The distance that counts as near, in kilometres."),
    ]
    package static let state = StateUse(reads: [CollectedProfile.key])

    package var locations: [String] = []
    package var distance = Measure(10)

    package init() {}

    package var outcomes: [String] { [Outcome.yes, Outcome.no] }

    package var objections: [SettingObjection] {
        locations.first { Self.place($0) == nil }.map { [SettingObjection("locations", "\($0) is no latitude and longitude")] } ?? []
    }

    /// The place of a setting, `latitude,longitude` in degrees; nil for another text.
    package static func place(_ text: String) -> DeviceProfileDocument.Location? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0.filter { !$0.isWhitespace }) }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else { return nil }
        return .init(latitude: latitude, longitude: longitude)
    }
}
