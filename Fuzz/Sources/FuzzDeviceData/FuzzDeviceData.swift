import CommandChannel
import Foundation
import Primitives

/// The device's data (CDDC) and notifications: an event, the app's JSON and the device's, as they travel; the members of a notification.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDeviceData(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let parts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    if parts.count == 3 { data(event: parts[0], application: parts[1], device: parts[2]) }
    if let read = try? DeviceCommand(bytes: bytes, kind: .deviceData) {
        precondition((try? DeviceCommand(bytes: read.bytes, kind: .deviceData)) == read, "what was written are other data")
    }
    if let json = try? JSONValue(parsing: bytes), let object = json.object { notification(object) }
    return 0
}

private func data(event: String, application: String, device: String) {
    let command = DeviceCommand.deviceData(sequence: 1, event: event, application: application, device: device)
    guard let checked = try? command.checked() else { return }
    precondition((try? DeviceCommand(bytes: checked.bytes, kind: .deviceData)) == checked, "data that were taken can't be read")
}

private func notification(_ object: JSONObject) {
    guard let read = CommandNotification(object) else { return }
    precondition((read.command?.utf8.count ?? 0) <= CommandNotification.longest, "a command that is too long for a notification")
    precondition(CommandNotification(read.members) == read, "what was written is another notification")
}
