import DeviceFoundation
import JourneyMessages
import Primitives

extension JourneyError {
    init(_ error: TransportError) { self.init(.transport, error.reason, underlying: error) }
    init(_ error: StoreError) { self.init(.storage, error.reason, underlying: error) }

    /// Makes the error that an answer other than 200 means (`docs/protocols/step-protocol.md` 2.5).
    init(_ response: HTTPResponse) {
        let json = try? response.json(limits: StepLimits.json)
        guard var failure = json.flatMap({ JourneyFailure(json: $0) }) else {
            self.init(.unexpectedAnswer, "the server answered \(response.status) without saying why")
            return
        }
        if failure.code == 0 { failure.code = response.status }
        let code: Code = failure.isTimeout ? .timedOut : failure.isSuspensionExpired ? .suspensionExpired : .failed
        self.init(code, "\(failure.code) \(failure.reason): \(failure.message)", failure: failure)
    }
}
