import JourneyMessages
import Primitives
import DeviceRegistry

/// A device's profile: what is read is bounded, says itself again, and differs from itself in nothing.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDeviceProfile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    guard let profile = try? DeviceProfileDocument(reading: text) else { return 0 }
    precondition(profile.identifier.utf8.count <= DeviceProfileDocument.longestIdentifier)
    precondition(DeviceProfileDocument(json: profile.json) == profile, "what was written is another profile")
    if let metadata = profile.metadata {
        precondition(ProfileComparison().difference(metadata, metadata) == 0)
        precondition(ProfileComparison().difference(metadata, JSONObject()) >= 0)
    }
    if let place = profile.location { precondition(place.distance(to: place) == 0) }
    return 0
}
