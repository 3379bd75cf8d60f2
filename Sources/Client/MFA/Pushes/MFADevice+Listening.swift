import DeviceFoundation
import DeviceMessages
import Foundation
import Primitives

extension MFADevice {
    /// The requests as they come, over the servers' own push service or through ``process(remoteNotification:)``; first those that wait.
    ///
    /// It listens for as long as it is iterated over, reconnects by itself, and follows pairings that are made or removed meanwhile. It
    /// ends with an error only when what is stored can't be read. Start it once.
    public nonisolated var notifications: AsyncThrowingStream<MFARequest, any Error> {
        AsyncThrowingStream { stream in
            let task = Task {  // Feeds a stream, which no blocked caller reads.
                do {
                    for try await event in events {
                        if case .request(let request) = event { stream.yield(request) }
                    }
                    stream.finish()
                } catch { stream.finish(throwing: error) }
            }
            stream.onTermination = { _ in task.cancel() }
        }
    }

    /// The same as ``notifications``, with everything else that happens.
    public nonisolated var events: AsyncThrowingStream<MFAEvent, any Error> {
        AsyncThrowingStream { stream in
            let task = Task {  // Feeds a stream, which no blocked caller reads.
                do {
                    try await listen { stream.yield($0) }
                    stream.finish()
                } catch { stream.finish(throwing: error) }
            }
            stream.onTermination = { _ in task.cancel() }
        }
    }

    /// Keeps a listener for each issuer where the device is paired.
    private func listen(_ yield: @escaping @Sendable (MFAEvent) -> Void) async throws {
        let (changes, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = register { bell.yield() }
        defer { listeners[number] = nil }
        bell.yield()
        var open: [DeviceIssuer: Task<Void, Never>] = [:]
        defer { for task in open.values { task.cancel() } }
        for await _ in changes {
            let wanted = Set(try await book.all().filter(\.isPaired).map(\.issuer))
            for (issuer, task) in open where !wanted.contains(issuer) {
                task.cancel()
                open[issuer] = nil
            }
            for issuer in wanted where open[issuer] == nil {
                let listener = PushListener(device: self, issuer: issuer, yield: yield)
                open[issuer] = Task { await listener.run() }  // Listens until it is cancelled.
            }
        }
    }

    private func register(_ wake: @escaping @Sendable () -> Void) -> UInt64 {
        lastListener += 1
        listeners[lastListener] = wake
        return lastListener
    }

    /// Tells listeners that pairings have changed.
    func wakeListeners() { for wake in listeners.values { wake() } }
}
