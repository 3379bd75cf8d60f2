public import DeviceMessages
public import Foundation
public import Primitives
import ResourceMessages

/// A code as it is typed or scanned: the digits alone, or the address in a QR code (`docs/protocols/verify.md` 2).
public struct VerificationCodeText: Sendable, Equatable {
    /// The code.
    public var code: Secret
    /// The server and the realm that the text names; nil for digits alone.
    public var place: Place?

    /// The realm of a server.
    public struct Place: Sendable, Equatable {
        /// The server's origin: scheme, host and, unless it is the usual one, port.
        public var origin: String
        /// The realm.
        public var realm: UUID

        /// Makes a place of its members, which are taken unchecked.
        public init(origin: String, realm: UUID) {
            self.origin = origin
            self.realm = realm
        }
    }

    /// Makes a text of its members, which are taken unchecked. By default it names no place.
    public init(code: Secret, place: Place? = nil) {
        self.code = code
        self.place = place
    }

    /// Reads what was typed or scanned.
    /// - Throws: `DeviceError` `.notFound` when it can't be a code, as for one that isn't known.
    public init(_ text: String) throws(DeviceError) {
        if let code = VerificationCode.canonical(text) {
            self.init(code: code)
            return
        }
        // Everything behind the origin has a fixed length.
        let bytes = Array(text.utf8)
        let digits = bytes.suffix(VerificationCode.length)
        let realm = bytes.dropLast(digits.count + Self.code.utf8.count).suffix(36)
        let start = bytes.dropLast(digits.count + Self.code.utf8.count + realm.count + Self.path.utf8.count)
        guard bytes.count <= 1024, let origin = BrowserOrigin(String(own: start)), origin.isWeb, let id = UUID(text: String(own: realm)),
            let code = VerificationCode.canonical(String(own: digits))
        else { throw Self.refusal }
        self.init(code: code, place: Place(origin: origin.text, realm: id))
        // One spelling is taken: the one that is written.
        guard self.text.utf8.elementsEqual(bytes) else { throw Self.refusal }
    }

    /// The text that a QR code has: `{origin}/verify?realm={realm}&code={12 digits}`; the digits alone when no place is named.
    public var text: String {
        guard let place else { return code.reveal() }
        return place.origin + Self.path + place.realm.text + Self.code + code.reveal()
    }

    private static let refusal = DeviceError(.notFound, "this is no code: 12 digits, or the address in a QR code")
    private static let path = "/verify?realm="
    private static let code = "&code="
}
