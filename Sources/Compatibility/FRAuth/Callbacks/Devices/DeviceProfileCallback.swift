import FRCore
import JourneyMessages
import Primitives

/// Asks for what the device is like, and where: the answer is a JSON text.
public final class DeviceProfileCallback: HiddenValueCallback, ActionCallback {
    /// Whether the profile must have metadata.
    public var metadataRequired: Bool { wire.output("metadata")?.bool ?? false }
    /// Whether it must have the location.
    public var locationRequired: Bool { wire.output("location")?.bool ?? false }
    /// The text to show meanwhile.
    public var message: String { wire.output("message")?.string ?? "" }
    /// The collector of the profile; an app may add collectors of its own, and take others away.
    public var profileCollector = ProfileCollector()
    /// The same as ``profileCollector``.
    public var collector: ProfileCollector {
        get { profileCollector }
        set { profileCollector = newValue }
    }
    /// The collector of the location; an app may have its own.
    public var locationCollector: any DeviceCollector = LocationCollector()

    /// Collects what is asked for, puts it into the callback, and calls `completion` with it.
    @_disfavoredOverload
    public func execute(_ completion: @escaping DeviceCollectorCallback) { execute(completion: completion) }

    /// The same.
    public func execute(completion: @escaping DeviceCollectorCallback) {
        let place = locationRequired ? locationCollector : nil
        profileCollector.collect(metadata: metadataRequired, location: place) { profile in
            self.setValue(JSONValue(plain: profile)?.text ?? "")
            completion(profile)
        }
    }
}
