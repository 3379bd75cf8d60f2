package import DeviceFoundation
package import Primitives
import Synchronization

/// The end of a process at the nth write or call: whatever comes after fails, until the process is started anew.
package final class End: Sendable {
    private let left: Mutex<Int>
    private let isAnswerLost: Bool

    /// - Parameter isAnswerLost: whether the nth access still takes place, and only its answer is lost.
    package init(at place: Int, isAnswerLost: Bool) {
        left = Mutex(place)
        self.isAnswerLost = isAnswerLost
    }

    /// Says whether this access takes place, and whether its answer arrives.
    func access() -> (happens: Bool, isHeard: Bool) {
        left.withLock { left in
            left -= 1
            return left > 0 ? (true, true) : (left == 0 && isAnswerLost, false)
        }
    }
}

/// A store of a process that ends.
package struct MortalStore: SecureStore {
    let inner: any SecureStore
    let end: End

    package init(inner: any SecureStore, end: End) {
        self.inner = inner
        self.end = end
    }

    package func get(_ key: StoreKey) async throws(StoreError) -> Secret? { try await inner.get(key) }
    package func keys(in service: String) async throws(StoreError) -> [String] { try await inner.keys(in: service) }

    package func set(_ value: Secret, for key: StoreKey) async throws(StoreError) {
        let access = end.access()
        if access.happens { try await inner.set(value, for: key) }
        guard access.isHeard else { throw StoreError(.io, "the process has ended") }
    }

    package func delete(_ key: StoreKey) async throws(StoreError) {
        let access = end.access()
        if access.happens { try await inner.delete(key) }
        guard access.isHeard else { throw StoreError(.io, "the process has ended") }
    }
}

/// The network of a process that ends.
package struct MortalTransport: HTTPTransport {
    let inner: any HTTPTransport
    let end: End

    package init(inner: any HTTPTransport, end: End) {
        self.inner = inner
        self.end = end
    }

    package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let access = end.access()
        let response = access.happens ? try await inner.send(request) : nil
        guard access.isHeard, let response else { throw TransportError(.interrupted, "the process has ended") }
        return response
    }

    package func stream(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream { try await inner.stream(request) }
}
