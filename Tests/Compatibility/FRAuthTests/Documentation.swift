import ClientTesting
import Testing

/// What the documentation says of the iOS SDK, section by section. The SDK is one for the process, so the tests run one by one.
@Suite("Documentation of the SDK for iOS", .serialized, SharedSettings(), .timeLimit(.minutes(20)))
enum Documentation {}
