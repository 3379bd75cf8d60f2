import Foundation
import HTTPBase
import HTTPTypes
import Primitives
import DevicePolicies
import Foundations

extension PlatformError {
    /// The error of an authentication by a device that goes no further.
    static func of(_ error: SecondFactorError) -> PlatformError {
        func refused(_ code: String, _ target: String) -> PlatformError {
            PlatformError(
                .badRequest, .invalidData, "the request could not be completed: its data are not valid",
                details: [Detail(code: code, target: target, message: error.reason)])
        }
        switch error.code {
        case .unknown: return PlatformError(.notFound, .notFound, error.reason)
        case .expired: return PlatformError(.gone, .gone, error.reason)
        case .wrongPasscode: return refused("INVALID_OTP", "otp")
        case .anotherPasscodeNeeded: return refused("EXTRA_OTP_REQUIRED", "otp")
        case .wrongAnswer: return refused("INVALID_VALUE", "")
        case .unusableDevice, .untrustedDevice: return refused("INVALID_VALUE", "device.id")
        case .payload: return refused("INVALID_VALUE", "mobilePayload")
        case .invalid: return refused("INVALID_VALUE", "")
        case .quotaExceeded: return refused("QUOTA_EXCEEDED", "")
        case .overloaded: return PlatformError(.tooManyRequests, .requestLimited, error.reason, headers: [.retryAfter: "60"])
        case .locked: return locked(error)
        case .wrongState, .disabled, .notSent: return PlatformError(.badRequest, .requestFailed, error.reason)
        }
    }

    private static func locked(_ error: SecondFactorError) -> PlatformError {
        var detail = Detail(code: "DEVICE_LOCKED", target: "otp", message: error.reason)
        if let end = error.lockedUntil { detail.inner["lockedUntil"] = .string(end.formatted(.iso8601)) }
        return PlatformError(.badRequest, .requestFailed, error.reason, details: [detail])
    }

    /// Runs something that is refused as a conflict when there are too many already.
    static func limiting<Value>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch let error as DomainError where error.code == .conflict {
            throw PlatformError(
                .forbidden, .requestLimited, error.reason, details: [Detail(code: "LIMIT_EXCEEDED", message: error.reason)])
        }
    }
}
