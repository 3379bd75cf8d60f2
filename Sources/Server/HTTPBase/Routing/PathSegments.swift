import Primitives

/// The segments of a path, without the empty ones. No more of them are read than any route has.
package struct PathSegments: Sendable {
    /// `am/json`, a realm of eight names with `root` before them, and the deepest resource take 26.
    package static let most = 32

    /// The segments in their order, not yet decoded.
    package let all: [Substring]
    /// Whether there are more than `most`; the rest isn't looked at.
    package let isTooMany: Bool

    /// Takes a path apart, without its query.
    package init(_ path: String) {
        let bytes = path.utf8
        var segments: [Substring] = []
        segments.reserveCapacity(12)
        var start = bytes.startIndex
        while start < bytes.endIndex, segments.count <= Self.most {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.endIndex
            if start < end { segments.append(path[start..<end]) }
            start = end < bytes.endIndex ? bytes.index(after: end) : end
        }
        isTooMany = segments.count > Self.most
        if isTooMany { segments.removeLast() }
        all = segments
    }
}
