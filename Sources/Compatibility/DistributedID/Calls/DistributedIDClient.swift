import CallbackBridge
import DeviceFoundation
import Foundation
import Primitives
import VerifiableClaims
import Wallet

/// The client of one ``ApplicationInstance``: shares data with other instances, makes claims for them, and receives their messages.
///
/// Each call is there twice: one that waits, as documented, and one for `async` code. Message, challenge and data of a call have at most 10 MiB
/// together.
public final class DistributedIDClient: Sendable {
    let instance: ApplicationInstance
    let handler: Handoff<(any MessageHandler)?>
    private let opening = Lock<Task<Wallet, any Error>?>(nil)

    /// Makes clients.
    public final class Builder {
        private let instance: ApplicationInstance
        private let handler: (any MessageHandler)?

        /// A builder of a client without a handler.
        public init(_ applicationInstance: ApplicationInstance) {
            instance = applicationInstance
            handler = nil
        }

        /// A builder of a client with a handler of messages.
        public init(_ applicationInstance: ApplicationInstance, _ messageHandler: any MessageHandler) {
            instance = applicationInstance
            handler = messageHandler
        }

        /// Makes the client. It makes no call: the instance is registered with the first one.
        public func build() -> DistributedIDClient { DistributedIDClient(instance, handler) }
    }

    private init(_ instance: ApplicationInstance, _ handler: (any MessageHandler)?) {
        self.instance = instance
        self.handler = Handoff(handler)
    }

    /// The instance's wallet, opened when it is first used. When that fails, the next call tries again.
    func wallet() async throws -> Wallet {
        let instance = instance
        let task = opening.withLock { current in
            if let current { return current }
            let task = Task.shared { try await SDK.shared().open(instance) }
            current = task
            return task
        }
        do { return try await task.value } catch {
            opening.withLock { if $0 == task { $0 = nil } }
            throw error
        }
    }
}

/// The client's other spelling.
public typealias DistributedIdClient = DistributedIDClient
