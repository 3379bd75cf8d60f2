import Foundation

/// Which environment a path of the platform names: a realm by its id, `/{id}/as/token` or `/v1/environments/{id}/users`.
enum EnvironmentPath {
    /// nil for a path that isn't the platform's.
    static func id(in path: String) -> UUID? {
        let segments = path.split(separator: "/", maxSplits: 3)
        guard let first = segments.first else { return nil }
        if first == "v1" { return segments.count > 2 && segments[1] == "environments" ? UUID(uuidString: String(segments[2])) : nil }
        return UUID(uuidString: String(first))
    }
}
