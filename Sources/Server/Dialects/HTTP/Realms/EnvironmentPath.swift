import Foundation
import Primitives

/// Which environment a path of the platform names: a realm by its id, `/{id}/as/token` or `/v1/environments/{id}/users`.
enum EnvironmentPath {
    /// nil for a path that isn't the platform's.
    static func id(in path: String) -> UUID? {
        let segments = path.split(separator: "/", maxSplits: 3)
        guard let first = segments.first else { return nil }
        if first == "v1" { return segments.count > 2 && segments[1] == "environments" ? id(segments[2]) : nil }
        return id(first)
    }

    /// Most paths' segments are too short for one, which is seen sooner than by reading it.
    private static func id(_ text: Substring) -> UUID? {
        text.utf8.count == 36 ? UUID(uuidString: String(text)) : nil
    }
}
