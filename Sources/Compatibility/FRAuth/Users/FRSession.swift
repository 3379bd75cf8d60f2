import CallbackBridge
import DeviceFoundation
public import Foundation
import Journeys
public import PolicyMessages
import Primitives

/// The session that the device has at the server.
public final class FRSession: NSObject {
    private let runtime: Runtime

    init(_ runtime: Runtime) { self.runtime = runtime }

    /// The session; nil when there is none, or the SDK is not started.
    public static var currentSession: FRSession? {
        guard let runtime = try? SDK.runtime() else { return nil }
        return Bridge.wait { try? await runtime.sessions.current() } == nil ? nil : FRSession(runtime)
    }

    /// The session's token.
    public var sessionToken: Token? {
        Bridge.wait { [runtime] in (try? await runtime.sessions.current()).flatMap(Token.init) }
    }

    /// Runs a journey by its name ("Call the journeys"). The result is a ``Token``.
    public static func authenticate(authIndexValue: String, authIndexType: String = "service", completion: @escaping NodeCompletion<Token>)
    {
        Walk.start(completion) { runtime in
            let journey = runtime.journey
            return switch authIndexType {
            case "service": (authIndexValue, { try await journey.start(authIndexValue) })
            case "composite_advice": (authIndexValue, { try await journey.start(advice: authIndexValue) })
            default: throw AuthError.invalidAuthServiceResponse("\(authIndexType) is neither service nor composite_advice")
            }
        }
    }

    /// Runs the journey that a policy wants ("Handle transactions in an iOS app"). The result is a ``Token``.
    public static func authenticate(policyAdvice: PolicyAdvice, completion: @escaping NodeCompletion<Token>) {
        authenticate(authIndexValue: policyAdvice.xml, authIndexType: "composite_advice", completion: completion)
    }

    /// Continues with a journey that was suspended, by the link that the user got ("Resume a suspended authentication"). The result is a
    /// ``Token``.
    public static func authenticate(resumeURI: URL, completion: @escaping NodeCompletion<Token>) {
        Walk.start(completion) { runtime in
            let query = URLComponents(url: resumeURI, resolvingAgainstBaseURL: true)?.queryItems
            guard let suspendedID = query?.first(where: { $0.name == "suspendedId" })?.value, !suspendedID.isEmpty else {
                throw AuthError.invalidResumeURI("\(resumeURI.scheme ?? "")://\(resumeURI.host() ?? "") without suspendedId")
            }
            let journey = runtime.journey
            return (nil, { try await journey.resume(suspendedID: suspendedID) })
        }
    }

    /// Ends the session, and the tokens obtained with it: on the device at once, at the server in the background.
    public func logout() {
        let tellServer = Bridge.wait { [runtime] in await runtime.leave() }
        Task { await tellServer() }
    }

    public override var debugDescription: String { "FRSession(\(sessionToken?.description ?? "without a token"))" }
}
