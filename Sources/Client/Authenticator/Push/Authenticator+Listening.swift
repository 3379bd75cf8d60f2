import AuthenticatorMessages
import DeviceFoundation
import Foundation
import Primitives

extension Authenticator {
    /// The notifications as they come over the servers' own push service, for devices whose pushes neither Apple nor Google carries
    /// (``PushDevice/Carrier/builtIn``); first those that can be answered still.
    ///
    /// It listens for as long as it is iterated over, reconnects by itself, and follows accounts that are added or removed meanwhile. It ends
    /// with an error only when what is stored can't be read.
    public nonisolated var notifications: AsyncThrowingStream<PushNotification, any Error> {
        AsyncThrowingStream { stream in
            let task = Task {  // Feeds a stream, which no blocked caller reads.
                do {
                    let now = device.time.now
                    for waiting in try await storedNotifications.reversed() where waiting.isPending(at: now) { stream.yield(waiting) }
                    try await listen { stream.yield($0) }
                    stream.finish()
                } catch { stream.finish(throwing: error) }
            }
            stream.onTermination = { _ in task.cancel() }
        }
    }

    /// Keeps a listener for each push mechanism.
    private func listen(_ yield: @escaping @Sendable (PushNotification) -> Void) async throws {
        let (changes, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        lastListener += 1
        let number = lastListener
        listeners[number] = { bell.yield() }
        defer { listeners[number] = nil }
        bell.yield()
        var open: [Mechanism.ID: Task<Void, Never>] = [:]
        defer { for task in open.values { task.cancel() } }
        for await _ in changes {
            let mechanisms = try await pushDevice?.carrier == .builtIn ? store.accounts().compactMap(\.push) : []
            for (id, task) in open where !mechanisms.contains(where: { $0.id == id }) {
                task.cancel()
                open[id] = nil
            }
            for mechanism in mechanisms where open[mechanism.id] == nil {
                guard let listener = AccountPushListener(mechanism, authenticator: self, yield: yield) else { continue }
                open[mechanism.id] = Task { await listener.run() }  // Listens until it is cancelled.
            }
        }
    }

    /// Tells listeners that accounts have changed.
    func wakeListeners() { for wake in listeners.values { wake() } }
}
