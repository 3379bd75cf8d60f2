import Foundations
@testable import HTTPBase
import HTTPTypes
import Primitives
import Store
import Testing
@testable import PlatformDialect

@Suite("Errors of the domain have one form for each class")
struct ErrorKindTests {
    private struct Probe: PublicError {
        var code: ErrorKind { kind }
        let kind: ErrorKind
        let reason = "what happened"
    }

    @Test("a text that no engine stores is the caller's mistake in each dialect")
    func unstorable() {
        let error = DatabaseError(.invalidText, "a text with a NUL character")
        #expect(ErrorTranslation.wireError(for: error)?.status == .badRequest)
        #expect(PlatformError(error)?.status == .badRequest)
    }

    @Test(
        "each dialect answers a class with the same status, and tells the reason of all but those that keep it",
        arguments: ErrorKind.allCases)
    func forms(_ kind: ErrorKind) throws {
        let error = Probe(kind: kind)
        let status: HTTPResponse.Status? =
            switch kind {
            case .unknown: .notFound
            case .taken, .conflict: .conflict
            case .invalid, .refused: .badRequest
            case .notPermitted: .forbidden
            case .ended: .gone
            case .limited: .tooManyRequests
            case .busy: .serviceUnavailable
            case .unexpected: nil
            }
        let (wire, platform) = (ErrorTranslation.wireError(for: error), PlatformError(error))
        #expect(wire?.status == status)
        #expect(platform?.status == status)
        switch kind {
        case .unexpected: break
        case .limited, .busy:
            #expect(wire?.headers[.retryAfter] != nil && platform?.headers[.retryAfter] != nil)
        default: #expect(wire?.message == "what happened" && platform?.message == "what happened")
        }
    }
}
