import Foundation
public import Primitives

/// An authentication code as it is typed or scanned (`docs/protocols/device-protocol.md` 7): the bare code, or a URI that holds it.
public struct AuthenticationCodeText: Sendable, Equatable {
    /// The number of characters in a code.
    public static let length = 8

    /// Digits and capital letters.
    public let code: String
    /// The text before `pingonesdk`, without a slash at its end: the application's prefix. nil for a bare code, and for a URI without one.
    public let prefix: String?

    /// - Throws: `.authenticationCode` when it can't be one.
    public init(_ text: String) throws(DeviceError) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.utf8.count <= 2048 else { throw Self.refusal }
        if let code = Self.canonical(text) {
            self.code = code
            prefix = nil
            return
        }
        guard let parts = URLComponents(string: text), let code = parts.value("authentication_code").flatMap(Self.canonical) else {
            throw Self.refusal
        }
        let before = text.prefix { $0 != "?" }
        guard before.hasSuffix(Self.segment) else { throw Self.refusal }
        self.code = code
        let prefix = before.dropLast(Self.segment.count)
        self.prefix = prefix.isEmpty ? nil : String(prefix.hasSuffix("/") ? prefix.dropLast() : prefix)
    }

    /// A URI that holds a code, below an application's prefix.
    public static func uri(_ code: String, prefix: String?) -> String {
        let path = "\(segment)?authentication_code=\(code)"
        guard let prefix, !prefix.isEmpty else { return path }
        return prefix.hasSuffix("/") ? prefix + path : "\(prefix)/\(path)"
    }

    /// Makes a code.
    public static func generate(random: any RandomSource) -> String {
        String(own: random.characters(length, of: alphabet))
    }

    private static let segment = "pingonesdk"
    private static let alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    private static var refusal: DeviceError {
        DeviceError(.authenticationCode, "this is no authentication code: \(length) digits and letters, or a URI that holds them")
    }

    private static func canonical(_ text: String) -> String? {
        let code = text.uppercased()
        return code.utf8.count == length && code.utf8.allSatisfy(alphabet.utf8.contains) ? code : nil
    }
}
