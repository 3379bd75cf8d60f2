import Foundation
import Primitives

/// Makes the checkpoints of each log one after the other, so that all who wait for one share the next.
actor CheckpointPress {
    private var running: [UUID: Task<Registry.Published, any Error>] = [:]

    /// The checkpoint that is good enough, or one that is made from now on.
    ///
    /// - Parameters:
    ///   - find: gives the one that is there, if it is good enough.
    ///   - make: makes one of all that was appended before it began.
    func checkpoint(
        of realm: UUID, finding find: @Sendable () async throws -> Registry.Published?,
        making make: @escaping @Sendable () async throws -> Registry.Published
    ) async throws -> Registry.Published {
        if let found = try await find() { return found }
        // One that has begun before may not have what is waited for, or fail for its own reasons.
        if let earlier = running[realm] {
            _ = try? await earlier.value
            // Its maker may not have gone on yet.
            if running[realm] == earlier { running[realm] = nil }
            if let found = try await find() { return found }
        }
        if let shared = running[realm] { return try await shared.value }
        let task = Task { try await make() }
        running[realm] = task
        defer { if running[realm] == task { running[realm] = nil } }
        return try await task.value
    }
}
