package import VisionMessages

/// The outcome of reading a picture.
package enum ReadPicture: Sendable {
    /// The picture was read.
    case read(VisionReport)
    /// This picture can't be read, now or ever: its file is damaged, or asks for too much.
    case unreadable
    /// Nothing reads pictures here.
    case unavailable

    /// The report of a picture that was read.
    var report: VisionReport? { if case .read(let report) = self { report } else { nil } }
}
