import DeviceMessages
import Foundation
import MFA
import Primitives

/// Our errors as the documented ones.
enum Translation {
    static func documented(_ error: any Error) -> NSError {
        guard let error = error as? MFAError else { return make(.internalError, "\(error)", type: "sdk") }
        let code = ErrorCode(rawValue: error.documentedNumber) ?? .internalError
        return make(code, error.reason, type: error.refusal == nil ? "sdk" : "server", refusal: error.refusal?.code.rawValue)
    }

    static func make(_ code: ErrorCode, _ reason: String, type: String, refusal: String? = nil) -> NSError {
        var info: [String: Any] = [NSLocalizedDescriptionKey: reason, "type": type]
        info["internalErrorCode"] = refusal
        return NSError(domain: PingOneErrorDomain, code: code.rawValue, userInfo: info)
    }
}
