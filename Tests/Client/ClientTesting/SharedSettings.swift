import DeviceFoundation
package import Testing

/// Runs each test of a suite alone among those that use the documented SDKs, which have one instance each and share settings.
package struct SharedSettings: SuiteTrait, TestTrait, TestScoping {
    private static let gate = SerialGate()

    package init() {}

    package var isRecursive: Bool { true }

    package func provideScope(for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void) async throws {
        try await Self.gate.run { () async throws in try await body() }
    }
}
