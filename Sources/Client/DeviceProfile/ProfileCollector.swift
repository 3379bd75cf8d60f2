public import JourneyMessages
public import Primitives

/// Finds out one kind of thing about the device.
public protocol ProfileCollector: Sendable {
    /// The member of the metadata that it becomes.
    var name: String { get }
    /// Collects what there is to tell; empty when the system has nothing of the kind.
    func collect() async -> JSONObject
}

/// Says where the device is.
public protocol LocationSource: Sendable {
    /// The place; nil when it isn't known, or the user doesn't allow it.
    func location() async -> DeviceProfileDocument.Location?
}

/// A place that was told: for machines that don't move, and for tests.
public struct FixedLocation: LocationSource {
    private let place: DeviceProfileDocument.Location?

    /// nil for a user who doesn't allow it.
    public init(_ place: DeviceProfileDocument.Location?) { self.place = place }

    /// Returns the place that was given, without asking.
    public func location() async -> DeviceProfileDocument.Location? { place }
}
