import Primitives

/// The bytes that came from the other side of a pipe, taken apart into frames: a length of four bytes, the most significant first, and as
/// many bytes of content.
///
/// It does no I/O: the caller appends what it reads, and takes the frames that are whole.
public struct FrameBuffer: Sendable {
    private static let lengthBytes = 4

    /// The longest content that is taken, in bytes.
    public let longest: Int
    private var bytes: [UInt8] = []
    private var start = 0

    /// Makes a buffer without bytes.
    public init(longest: Int) { self.longest = longest }

    /// Adds what was read.
    public mutating func append(_ more: some Collection<UInt8>) { bytes.append(contentsOf: more) }

    /// The next frame's content; nil while it isn't whole.
    ///
    /// - Throws: ``FrameError`` as soon as a length is beyond ``longest``.
    public mutating func next() throws(FrameError) -> [UInt8]? {
        guard bytes.count - start >= Self.lengthBytes else { return nil }
        let length = bytes[start..<start + Self.lengthBytes].reduce(0) { $0 << 8 | Int($1) }
        guard length <= longest else { throw FrameError(length: length, longest: longest) }
        let end = start + Self.lengthBytes + length
        guard bytes.count >= end else { return nil }
        defer { drop(to: end) }
        return Array(bytes[start + Self.lengthBytes..<end])
    }

    /// A frame of this content, as it goes over the pipe.
    ///
    /// - Throws: ``FrameError`` when the content is longer than `longest`.
    public static func frame(_ content: [UInt8], longest: Int) throws(FrameError) -> [UInt8] {
        guard content.count <= longest else { throw FrameError(length: content.count, longest: longest) }
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

/// A frame that is longer than either side takes.
public struct FrameError: Error, Equatable, CustomStringConvertible {
    /// The frame's length, in bytes.
    public let length: Int
    /// The longest that is taken, in bytes.
    public let longest: Int

    /// Makes an error of its members, which are taken unchecked.
    public init(length: Int, longest: Int) {
        self.length = length
        self.longest = longest
    }

    public var description: String { "a frame of \(length) bytes; at most \(longest) are taken" }
}
