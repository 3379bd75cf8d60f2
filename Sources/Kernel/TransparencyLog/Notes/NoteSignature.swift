public import Foundation
import Primitives

/// One signature of a note, which says nothing before a key has verified it.
public struct NoteSignature: Sendable, Equatable {
    /// The name of the key that is said to have signed.
    public let name: String
    /// The id of the key that is said to have signed, 4 bytes.
    public let keyID: [UInt8]
    /// The signature by itself; a cosignature begins with its time.
    public let bytes: [UInt8]

    /// The line of a note, without its line feed.
    var line: String { "\u{2014} \(name) \(StandardBase64.encode(keyID + bytes))" }

    /// The signature of a line.
    init(line: ArraySlice<UInt8>) throws(TransparencyError) {
        let dash = Array("\u{2014} ".utf8)
        guard line.starts(with: dash), let space = line.dropFirst(dash.count).lastIndex(of: 0x20) else { throw Self.malformed }
        guard let name = String(foreign: line[(line.startIndex + dash.count)..<space]), NoteKey.isName(name),
            let content = StandardBase64.decode(line[(space + 1)...]), content.count > 4
        else { throw Self.malformed }
        self.init(name: name, keyID: Array(content.prefix(4)), bytes: Array(content.dropFirst(4)))
    }

    init(name: String, keyID: [UInt8], bytes: [UInt8]) {
        self.name = name
        self.keyID = keyID
        self.bytes = bytes
    }

    /// The time of a cosignature, in seconds since 1970; nil for bytes that can't be one.
    var cosignatureSeconds: Int64? {
        guard bytes.count == 72 else { return nil }
        return Int64(exactly: bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    /// The time that a witness says it signed at; nil for bytes that can't be a cosignature.
    public var cosigned: Date? { cosignatureSeconds.map { Date(timeIntervalSince1970: Double($0)) } }

    private static let malformed = TransparencyError(.malformedNote, "a signature's line isn't a dash, a name and base64")
}
