/// The segments of a path, without the empty ones. No more of them are read than any route has.
package struct PathSegments: Sendable {
    /// `am/json`, a realm of eight names with `root` before them, and the deepest resource take 26.
    package static let most = 32

    package let all: [Substring]
    /// Whether there are more than `most`; the rest isn't looked at.
    package let isTooMany: Bool

    package init(_ path: String) {
        var segments = path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: Self.most).map { Substring($0) }
        // With all splits used up, what remains is one piece, slashes at its ends included.
        isTooMany = segments.count > Self.most
        if isTooMany { segments.removeLast() }
        all = segments
    }
}
