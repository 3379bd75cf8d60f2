import FRCore
import CallbackBridge
import DeviceFoundation
import Foundation
import JourneyMessages
import Journeys
import OIDC
import Primitives

/// A way through a journey, on behalf of a completion of the documented API.
struct Walk: Sendable {
    let runtime: Runtime
    /// The journey's name, for interceptors.
    let journey: String?
    /// Tells ways apart.
    var id = UUID().uuidString

    /// Takes one step, and tells the completion what came of it.
    func go<T>(_ completion: @escaping NodeCompletion<T>, _ step: @escaping @Sendable () async throws -> JourneyResult) {
        let completion = Handoff(completion)
        Task {
            do {
                switch try await step() {
                case .step(let step): completion.value(nil, try Node(step, walk: self), nil)
                case .success(let session): completion.value(try await result(of: session), nil, nil)
                }
            } catch {
                completion.value(nil, nil, Translation.documented(error))
            }
        }
    }

    /// Returns the result that the completion asks for: the session's token, OAuth 2.0 tokens, or the user; nil after a journey that made no
    /// session.
    private func result<T>(of session: Session) async throws -> T? {
        guard session.token != nil else { return nil }
        switch T.self {
        case is AccessToken.Type: return AccessToken(try await runtime.oauth().tokens(for: session)) as? T
        case is Token.Type:
            // Tokens of the session before are no more this user's.
            try await runtime.oidc?.dropOrphans(of: session)
            return Token(session) as? T
        case is FRUser.Type:
            _ = try await runtime.oauth().tokens(for: session)
            return FRUser(runtime) as? T
        default: throw AuthError.invalidGenericType
        }
    }
}

extension Walk {
    /// Starts a journey. Errors that come before the first request reach the completion too.
    static func start<T>(
        _ completion: @escaping NodeCompletion<T>,
        _ begin: (Runtime) throws -> (journey: String?, step: @Sendable () async throws -> JourneyResult)
    ) {
        do {
            let runtime = try SDK.runtime()
            let (journey, step) = try begin(runtime)
            Walk(runtime: runtime, journey: journey).go(completion, step)
        } catch {
            completion(nil, nil, error)
        }
    }

    /// Signs a user in, when none is: by the journey that the configuration should name.
    static func sign<T>(_ flow: FRAuthFlowType, _ completion: @escaping NodeCompletion<T>) {
        start(completion) { runtime in
            try FRUser.checkNobody()
            let journey = runtime.options[keyPath: flow.journey]
            guard !journey.isEmpty else { throw ConfigError.invalidConfiguration("\(flow.property) is missing or empty") }
            return (journey, { try await runtime.journey.start(journey) })
        }
    }
}
