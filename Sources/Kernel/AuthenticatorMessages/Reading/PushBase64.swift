internal import Foundation
internal import Primitives

/// Base64 as this conversation has it: written in the standard alphabet with padding, read in both, padded or not.
enum PushBase64 {
    static func encode(_ bytes: some Sequence<UInt8>) -> String { Data(bytes).base64EncodedString() }

    static func decode(_ text: String) -> [UInt8]? {
        var standard = text.replacing("-", with: "+").replacing("_", with: "/")
        while standard.hasSuffix("=") { standard.removeLast() }
        guard standard.utf8.count % 4 != 1 else { return nil }
        standard += String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        return Data(base64Encoded: standard).map(Array.init)
    }
}
