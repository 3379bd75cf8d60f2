import ClientTesting
import DeviceFoundation
import Testing

/// Runs each test of a suite alone among those that use the documented SDKs.
struct SharedSettings: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void) async throws {
        try await OneAtATime.gate.run { () async throws in try await body() }
    }
}
