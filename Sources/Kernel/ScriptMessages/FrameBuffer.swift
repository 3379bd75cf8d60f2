public import Primitives

/// The bytes that came from the other side, taken apart into frames: a length of four bytes, the most significant first, and as
/// many bytes of JSON.
///
/// It does no I/O: the caller appends what it reads, and takes the frames that are whole.
public struct FrameBuffer: Sendable {
    /// The longest frame, without its length, in bytes.
    public static let longest = 4 << 20
    private static let limits = JSONLimits(bytes: longest, depth: 64, values: 200_000)
    private static let lengthBytes = 4

    private var bytes: [UInt8] = []
    private var start = 0

    /// Makes a buffer without bytes.
    public init() {}

    /// Adds what was read.
    public mutating func append(_ more: some Collection<UInt8>) { bytes.append(contentsOf: more) }

    /// The next frame's value; nil while it isn't whole.
    ///
    /// - Throws: ``ScriptMessageError`` `.tooLong` as soon as a length says so, and `.malformed` when a frame isn't bounded JSON.
    public mutating func next() throws(ScriptMessageError) -> JSONValue? {
        guard bytes.count - start >= Self.lengthBytes else { return nil }
        let length = bytes[start..<start + Self.lengthBytes].reduce(0) { $0 << 8 | Int($1) }
        guard length <= Self.longest else {
            throw ScriptMessageError(.tooLong, "a frame of \(length) bytes; at most \(Self.longest) are taken")
        }
        let end = start + Self.lengthBytes + length
        guard bytes.count >= end else { return nil }
        defer { drop(to: end) }
        do { return try JSONValue(parsing: bytes[start + Self.lengthBytes..<end], limits: Self.limits) } catch {
            throw ScriptMessageError(.malformed, error.reason)
        }
    }

    /// A frame's bytes.
    ///
    /// - Throws: ``ScriptMessageError`` `.tooLong`.
    public static func frame(_ value: JSONValue) throws(ScriptMessageError) -> [UInt8] {
        let content = value.encoded
        guard content.count <= longest else {
            throw ScriptMessageError(.tooLong, "a frame of \(content.count) bytes; at most \(longest) are sent")
        }
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: content.count >> $0) } + content
    }

    /// Forgets what was taken; moves what is left only when little is, so that many small frames in one read cost no copies.
    private mutating func drop(to end: Int) {
        start = end
        guard start == bytes.count || start > 1 << 16 else { return }
        bytes.removeFirst(start)
        start = 0
    }
}
