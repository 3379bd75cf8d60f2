import Foundation
import Primitives

/// The parts of a sealed value: version (1 byte), id of the master key (8), wrapped data key (40), nonce (12), ciphertext,
/// tag (16).
struct SealedValue {
    private static let version: UInt8 = 1
    private static let headerLength = 1 + MasterKey.idLength
    private static let wrappedLength = 40
    private static let shortestBox = 12 + 16

    let header: [UInt8]
    let keyID: ArraySlice<UInt8>
    let wrappedKey: ArraySlice<UInt8>
    /// Nonce, ciphertext and tag.
    let box: ArraySlice<UInt8>

    init(parsing bytes: [UInt8]) throws(SealError) {
        guard bytes.count >= Self.headerLength + Self.wrappedLength + Self.shortestBox, bytes[0] == Self.version else {
            throw SealError(.malformed, "a sealed value is cut off, or of a version that this server doesn't know")
        }
        header = Array(bytes.prefix(Self.headerLength))
        keyID = header[1...]
        wrappedKey = bytes[Self.headerLength..<Self.headerLength + Self.wrappedLength]
        box = bytes[(Self.headerLength + Self.wrappedLength)...]
    }

    /// The first part of a value sealed with the key of an id.
    static func header(_ keyID: [UInt8]) -> [UInt8] { [version] + keyID }

    /// Returns what a value's tag also covers.
    static func bound(_ header: [UInt8], to context: String) -> [UInt8] { header + Array(context.utf8) }
}
