public import FRAuth
public import Foundation
public import JourneyForms
import Primitives

extension JourneyRun where Outcome == FRUser {
    /// A run of the journey of `forgerock_auth_service_name`, for `JourneyView` in SwiftUI and for views of an app's own.
    public static func login() -> JourneyRun { NodeRun(start: { FRUser.login(completion: $0) }).run }

    /// A run of the journey of `forgerock_registration_service_name`.
    public static func register() -> JourneyRun { NodeRun(start: { FRUser.register(completion: $0) }).run }
}

extension JourneyRun where Outcome == Token {
    /// A run of a journey by its name.
    public static func authenticate(_ authIndexValue: String) -> JourneyRun {
        NodeRun(start: { FRSession.authenticate(authIndexValue: authIndexValue, completion: $0) }).run
    }

    /// A run that continues with a journey that was suspended, by the link that the user got.
    public static func authenticate(resumeURI: URL) -> JourneyRun {
        NodeRun(start: { FRSession.authenticate(resumeURI: resumeURI, completion: $0) }).run
    }
}

extension JourneyRun {
    /// A run of a service's journey, whose outcome is a `Token`; one of another type ends with `AuthError.invalidOAuth2Client`.
    public static func authenticate(_ service: AuthService) -> JourneyRun {
        NodeRun(start: { service.next(completion: $0) }).run
    }

    /// A run of what a policy's advice wants.
    public static func authenticate(policyAdvice: PolicyAdvice) -> JourneyRun where Outcome == Token {
        NodeRun(start: { FRSession.authenticate(policyAdvice: policyAdvice, completion: $0) }).run
    }
}
