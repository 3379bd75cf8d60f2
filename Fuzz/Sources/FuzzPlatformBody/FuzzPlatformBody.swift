import DevicePolicies
import Directory
import Primitives
import ResourceMessages
import SignIn

/// What is read as one of the platform's resources is written again, and read from that the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPlatformBody(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let json = try? JSONValue(parsing: UnsafeBufferPointer(start: start, count: count)) else { return 0 }
    again(DeviceAuthenticationPolicy.self, json)
    again(MFASettings.self, json)
    again(SignOnAction.self, json)
    again(SignOnPolicy.self, json)
    again(Population.self, json)
    again(NotificationContent.self, json)
    again(NotificationPolicy.self, json)
    // Its keys are never told, so they can't come back.
    if let mobile = try? MobileSettings(json: json) { _ = try? MobileSettings(json: .object(mobile.json)) }
    return 0
}

private func again<Value: Shaped & Equatable>(_ type: Value.Type, _ json: JSONValue) {
    guard let value = try? Value(json: json) else { return }
    guard let second = try? Value(json: .object(value.json)) else { fatalError("what was written is not read") }
    precondition(second == value, "what is read differs from what was written")
}
