import Primitives

/// Lets one change of a resource at a time compare the state that its caller has seen and take effect.
actor ResourceTurns {
    /// Those that wait for a resource's turn, by the resource; an entry without any means that it is taken.
    private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

    /// Runs a body while no other runs for the resource.
    nonisolated func alone<Value: Sendable>(with resource: String, _ body: @Sendable () async throws -> Value) async throws -> Value {
        await enter(resource)
        do {
            let value = try await body()
            await leave(resource)
            return value
        } catch {
            await leave(resource)
            throw error
        }
    }

    private func enter(_ resource: String) async {
        guard waiting[resource] != nil else {
            waiting[resource] = []
            return
        }
        await withCheckedContinuation { waiting[resource, default: []].append($0) }
    }

    /// Hands the turn on to the one that has waited longest.
    private func leave(_ resource: String) {
        guard var queue = waiting[resource], !queue.isEmpty else {
            waiting[resource] = nil
            return
        }
        let next = queue.removeFirst()
        waiting[resource] = queue
        next.resume()
    }
}
