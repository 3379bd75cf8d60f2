package import Primitives

extension JSONValue {
    /// Reads the body of a device's request.
    /// - Throws: ``DeviceError`` `.malformed`.
    package init(deviceBody bytes: [UInt8]) throws(DeviceError) {
        do { self = try JSONValue(body: bytes) } catch { throw DeviceError(.malformed, "the body is no JSON: \(error.reason)") }
    }
}
