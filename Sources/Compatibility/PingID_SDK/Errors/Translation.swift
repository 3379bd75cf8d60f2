import DeviceMessages
import Foundation
import PingIDClient
import Primitives

/// Our errors as the documented ones.
enum Translation {
    static func documented(_ error: any Error) -> NSError {
        switch error {
        case let error as PingIDError: make(PIDError(number: error.code.documentedNumber) ?? .internal, beneath: error)
        case let error as DeviceError: documented(PingIDError.of(error))
        default:
            (error as NSError).domain == PIDErrorDomain ? error as NSError : make(.internal, beneath: error)
        }
    }

    static func make(_ code: PIDError, beneath error: (any Error)? = nil) -> NSError {
        let texts = code.texts
        var info: [String: Any] = [
            NSLocalizedDescriptionKey: texts.description, NSLocalizedFailureReasonErrorKey: texts.failureReason,
            NSLocalizedRecoverySuggestionErrorKey: texts.recoverySuggestion,
        ]
        // Without secrets, for developers.
        info[NSDebugDescriptionErrorKey] = error.map { "\($0)" }
        return NSError(domain: PIDErrorDomain, code: code.number, userInfo: info)
    }
}
