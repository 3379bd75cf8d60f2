import DeviceFoundation
package import Testing

/// Runs each test of a suite on threads of its own: documented calls that answer at once block theirs, and suites that run at the same time
/// would block all of the concurrency pool, and with it what the calls wait for.
package struct OnOwnThreads: SuiteTrait, TestTrait, TestScoping {
    package init() {}

    package var isRecursive: Bool { true }

    package func provideScope(for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void) async throws {
        guard #available(iOS 18.0, macOS 15.0, *) else { return try await body() }
        try await withTaskExecutorPreference(OwnThreads.executor) { try await body() }
    }
}
