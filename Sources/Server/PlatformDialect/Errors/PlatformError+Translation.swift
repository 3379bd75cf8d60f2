import HTTPBase
import HTTPTypes
import JourneyEngine
import JourneyMessages
import OAuthMessages
import Primitives
import RealmHTTP
import ResourceMessages
import Messaging
import Directory
import Foundations
import DevicePolicies
import SignIn

extension PlatformError {
    /// Translates each error of the domain to the platform's wire; nil for one that was not foreseen.
    init?(_ error: any Error) {
        switch error {
        case let error as PlatformError: self = error
        case let error as ShapeError: self = Self.of(error)
        case let error as StaleCaller:
            self.init(.unauthorized, .invalidToken, StaleCaller.message, headers: [.wwwAuthenticate: error.challenge])
        case let error as PolicyViolation: self = Self.of(error)
        case let error as PushCredentialError: self = Self.of(error)
        case let error as SecondFactorError: self = Self.of(error)
        case let error as FlowError: self = Self.of(error)
        case let error as PasswordRecoveryError: self = Self.of(error)
        case let error as MessageError:
            self =
                error.code == .overloaded
                ? Self(.tooManyRequests, .requestLimited, error.reason, headers: [.retryAfter: "60"])
                : Self(.badRequest, .requestFailed, "the message could not be sent: \(error.reason)")
        case let error as QueryFilterError:
            self.init(
                .badRequest, .invalidRequest, error.description,
                details: [Detail(code: "INVALID_FILTER", target: "filter", message: error.reason)])
        case let error as OAuthError: self.init(.badRequest, .invalidRequest, error.explanation, details: Self.details(of: error))
        case let error as JSONError:
            self.init(error.code == .tooLong ? .contentTooLarge : .badRequest, .invalidRequest, error.reason)
        default:
            if let error = error as? any PublicError, let told = Self.of(error) {
                self = told
                return
            }
            guard let wire = ErrorTranslation.wireError(for: error) else { return nil }
            self = Self.of(wire)
        }
    }

    /// Returns the details that clients of flows look for: whether the user must sign in, agree or be asked
    /// (`docs/protocols/step-protocol.md` 4.8).
    private static func details(of error: OAuthError) -> [Detail] {
        switch error.code {
        case .loginRequired, .consentRequired, .interactionRequired:
            [Detail(code: error.code.name.uppercased(), message: error.explanation)]
        default: []
        }
    }

    private static func of(_ error: FlowError) -> PlatformError {
        switch error.code {
        case .unknown: PlatformError(.notFound, .notFound, error.reason)
        case .wrongState: PlatformError(.badRequest, .requestFailed, error.reason)
        case .busy: PlatformError(.conflict, .requestFailed, error.reason)
        case .wrongPassword:
            PlatformError(
                .badRequest, .invalidData, "the request could not be completed: its data are not valid",
                details: [Detail(code: "INVALID_VALUE", target: "password", message: error.reason)])
        }
    }

    private static func of(_ error: PasswordRecoveryError) -> PlatformError {
        PlatformError(
            .badRequest, .invalidData, "the request could not be completed: its data are not valid",
            details: [Detail(code: "INVALID_VALUE", target: "recoveryCode", message: error.description)])
    }

    private static func of(_ error: ShapeError) -> PlatformError {
        let details = error.problems.map(Detail.init)
        return switch error.code {
        case .taken: PlatformError(.conflict, .uniqueness, "a value is taken already", details: details)
        case .tooMany: PlatformError(.forbidden, .requestLimited, error.problems.first?.message ?? "", details: details)
        case .invalid, .missing, .unknownMember, .immutable, .tooComplex:
            PlatformError(.badRequest, .invalidData, "the request could not be completed: its data are not valid", details: details)
        }
    }

    private static func of(_ error: PolicyViolation) -> PlatformError {
        let details = error.properties.map { property in
            Detail(
                code: property.failed.contains { $0 == FailedPolicy(.unique) } ? "UNIQUENESS_VIOLATION" : "INVALID_VALUE",
                target: PlatformUser.wireName(of: property.name), message: property.description)
        }
        return PlatformError(.badRequest, .invalidData, "the request could not be completed: its data are not valid", details: details)
    }

    /// The form of an error of the domain, by its class; nil for one that has no form of the platform's own.
    private static func of(_ error: any PublicError) -> PlatformError? {
        switch error.kind {
        case .unknown: PlatformError(.notFound, .notFound, error.reason)
        case .taken:
            PlatformError(
                .conflict, .uniqueness, error.reason, details: [Detail(code: "UNIQUENESS_VIOLATION", message: error.reason)])
        case .conflict: PlatformError(.conflict, .requestFailed, error.reason)
        case .invalid:
            PlatformError(.badRequest, .invalidData, error.reason, details: [Detail(code: "INVALID_VALUE", message: error.reason)])
        case .notPermitted: PlatformError(.forbidden, .accessFailed, error.reason)
        case .refused: PlatformError(.badRequest, .requestFailed, error.reason)
        case .ended: PlatformError(.gone, .gone, error.reason)
        case .limited, .busy, .unexpected: nil
        }
    }

    private static func of(_ error: PushCredentialError) -> PlatformError {
        let code = error.code == .required ? "REQUIRED_VALUE" : "INVALID_VALUE"
        return switch error.code {
        case .unknown: PlatformError(.notFound, .notFound, error.reason)
        case .tooMany:
            PlatformError(
                .forbidden, .requestLimited, error.reason, details: [Detail(code: "LIMIT_EXCEEDED", message: error.reason)])
        case .required, .invalid:
            PlatformError(
                .badRequest, .invalidData, error.reason,
                details: [Detail(code: code, target: error.member ?? "", message: error.reason)])
        }
    }

    private static func of(_ error: WireError) -> PlatformError {
        let code: Code =
            switch error.status {
            case .unauthorized: .invalidToken
            case .forbidden: .accessFailed
            case .notFound: .notFound
            case .conflict, .serviceUnavailable: .requestFailed
            case .tooManyRequests: .requestLimited
            default: error.status.code < 500 ? .invalidRequest : .unexpected
            }
        return PlatformError(error.status, code, error.message, headers: error.headers)
    }
}

extension PlatformError.Detail {
    init(_ problem: ShapeError.Problem) {
        var inner = JSONObject()
        if !problem.allowed.isEmpty { inner["allowedValues"] = .array(problem.allowed.map(JSONValue.string)) }
        inner["rangeMinimumValue"] = problem.range.map { .integer(Int64($0.lowerBound)) }
        inner["rangeMaximumValue"] = problem.range.map { .integer(Int64($0.upperBound)) }
        inner["allowedPattern"] = problem.pattern.map(JSONValue.string)
        let code =
            switch problem.code {
            case .missing: "REQUIRED_VALUE"
            case .taken: "UNIQUENESS_VIOLATION"
            case .tooMany: "LIMIT_EXCEEDED"
            case .invalid, .unknownMember, .immutable, .tooComplex: "INVALID_VALUE"
            }
        self.init(code: code, target: problem.target, message: problem.message, inner: inner)
    }
}
