import DevicePolicies
import Directory
import Primitives
import ResourceMessages
import SignIn

/// A body that is read as one of the platform's resources is written again, and read from that the same; so it is with other names.
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
    again(Value.form, json)
    again(Value.form.renamed(names), json)
    _ = try? Value(stored: json)
}

private let names = Renaming("Renamed", ["type": "kind", "name": "title", "mobile": .named("phone", Renaming("Phone", ["otp": "code"]))])

private func again<Value: Equatable>(_ form: Form<Value>, _ json: JSONValue) {
    guard let value = try? form.value(of: json) else { return }
    guard let second = try? form.value(of: form.write(value)) else { fatalError("what was written is not read") }
    precondition(second == value, "what is read differs from what was written")
}
