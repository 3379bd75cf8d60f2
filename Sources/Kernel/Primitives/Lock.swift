#if canImport(os)
import os
#else
import Synchronization
#endif

/// A value that one thread at a time reads or changes.
///
/// Modules for apps use it in place of `Mutex`, which Apple's systems have from iOS 18 and macOS 15 only (docs/decisions/0133-deployment.md).
package struct Lock<Value>: ~Copyable, @unchecked Sendable {  // the value is reached only while the lock is held
    #if canImport(os)
    private let lock = OSAllocatedUnfairLock()
    private let value: UnsafeMutablePointer<Value>

    package init(_ value: consuming sending Value) {
        self.value = .allocate(capacity: 1)
        self.value.initialize(to: value)
    }

    deinit {
        value.deinitialize(count: 1)
        value.deallocate()
    }

    /// Runs `body` while no other call does.
    package borrowing func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value.pointee)
    }
    #else
    private let mutex: Mutex<Value>

    package init(_ value: consuming sending Value) { mutex = Mutex(value) }

    /// Runs `body` while no other call does.
    package borrowing func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock(body)
    }
    #endif
}
