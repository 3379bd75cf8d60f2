internal import Dialects
internal import HTTPBase
internal import Hummingbird
internal import Primitives
import DeviceDialect

/// Answers each of a device's requests in a task of its own.
///
/// A task keeps the memory that its deepest call needed for as long as it lives. A connection's task lives as long as the connection, which a
/// device makes a stream of an hour: what the pairing before it took, some 40 KB, would be held all the while. Others' requests go without,
/// since a task costs some 10 µs.
///
/// A discarding group lets go of the task as soon as it has answered. With `async let` it would stay until the connection's task runs again,
/// which is after the answers to all that were waiting: when ten thousand phones connect at once, ten thousand tasks.
struct DeviceTasks<Base: HTTPResponder>: HTTPResponder where Base.Context: Sendable {
    let base: Base

    func respond(to request: Request, context: Base.Context) async throws -> Response {
        guard request.uri.path.hasPrefix(DeviceRoutes.path) else { return try await base.respond(to: request, context: context) }
        return try await withThrowingDiscardingTaskGroup { group in
            try await withCheckedThrowingContinuation { answered in
                group.addTask {
                    do { answered.resume(returning: try await base.respond(to: request, context: context)) } catch {
                        answered.resume(throwing: error)
                    }
                }
            }
        }
    }
}
