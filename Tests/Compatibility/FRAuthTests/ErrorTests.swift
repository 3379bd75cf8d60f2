import DeviceFoundation
import FRAuth
import FRCore
import Foundation
import Testing

extension Documentation {
    @Suite("Errors of the SDK")
    struct Errors {
        private static let unreachable = NetworkError.apiRequestFailure(nil, nil, CocoaError(.fileNoSuchFile))

        /// Each error with its documented domain and number.
        private static let all: [(error: any FRError, domain: String, code: Int)] = [
            (AuthError.invalidTokenResponse(nil), "authentication", 1_000_006),
            (AuthError.invalidCallbackResponse("x"), "authentication", 1_000_007),
            (AuthError.unsupportedCallback("x"), "authentication", 1_000_008),
            (AuthError.invalidAuthServiceResponse("x"), "authentication", 1_000_009),
            (AuthError.invalidOAuth2Client, "authentication", 1_000_010), (AuthError.invalidGenericType, "authentication", 1_000_011),
            (AuthError.userAlreadyAuthenticated(true), "authentication", 1_000_020),
            (AuthError.authenticationCancelled, "authentication", 1_000_030),
            (AuthError.invalidResumeURI("x"), "authentication", 1_000_031),
            (AuthError.userAuthenticationRequired, "authentication", 1_000_035),
            (AuthApiError.apiRequestFailure(nil, nil, nil), "authapierror", 1_300_000),
            (AuthApiError.authenticationTimout("r", "m", 401, nil), "authapierror", 1_300_001),
            (AuthApiError.apiFailureWithMessage("r", "m", 401, nil), "authapierror", 1_300_002),
            (AuthApiError.suspendedAuthSessionError("r", "m", 401, nil), "authapierror", 1_300_003),
            (BrowserError.externalUserAgentFailure, "browser", 1_400_000),
            (BrowserError.externalUserAgentAuthenticationInProgress, "browser", 1_400_001),
            (BrowserError.externalUserAgentCancelled, "browser", 1_400_002),
            (OAuth2Error.invalidAuthorizeRequest("x"), "oauth2", 1_500_001), (OAuth2Error.invalidClient(nil), "oauth2", 1_500_002),
            (OAuth2Error.invalidGrant("x"), "oauth2", 1_500_003), (OAuth2Error.unauthorizedClient("x"), "oauth2", 1_500_004),
            (OAuth2Error.unsupportedGrantType("x"), "oauth2", 1_500_005), (OAuth2Error.unsupportedResponseType("x"), "oauth2", 1_500_006),
            (OAuth2Error.invalidScope("x"), "oauth2", 1_500_007), (OAuth2Error.missingOrInvalidRedirectURI("x"), "oauth2", 1_500_008),
            (OAuth2Error.accessDenied("x"), "oauth2", 1_500_009), (OAuth2Error.invalidPKCEState, "oauth2", 1_500_010),
            (OAuth2Error.other("x"), "oauth2", 1_500_098),
            (OAuth2Error.unknown(nil), "oauth2", 1_500_099), (SocialLoginError.notSupported("x"), "sociallogin", 1_600_000),
            (SocialLoginError.missingIdPHandler, "sociallogin", 1_600_003), (WebAuthnError.badData(), "webauthn", 1_600_001),
            (WebAuthnError.unknown(), "webauthn", 1_600_099), (ConfigError.emptyConfiguration, "configuration", 2_000_000),
            (ConfigError.invalidConfiguration("x"), "configuration", 2_000_001),
            (ConfigError.invalidAccessGroup("x"), "configuration", 2_000_002), (ConfigError.invalidSDKState, "configuration", 2_000_003),
            (TokenError.failToParseToken("x"), "token", 3_000_000), (TokenError.nullRefreshToken, "token", 3_000_001),
            (TokenError.nullToken, "token", 3_000_002),
        ]

        @Test("each has its domain and number, as an NSError too, and a text of its own for people")
        func documented() {
            for (error, domain, code) in Self.all {
                let bridged = (error as any Error) as NSError
                #expect(bridged.domain == "com.forgerock.ios.frauth.\(domain)" && bridged.code == code && error.code == code)
                #expect(!error.localizedDescription.isEmpty && !error.localizedDescription.contains("error \(code)"))
                #expect(bridged.localizedDescription == error.localizedDescription, "\(error)")
            }
            #expect(Set(Self.all.map { "\($0.domain)\($0.code)" }).count == Self.all.count)
        }

        @Test("what the network failed with is beneath")
        func network() {
            let error = (Self.unreachable as any Error) as NSError
            #expect(error.domain == "com.forgerock.ios.frcore.network" && error.code == 5_000_010)
            #expect(error.userInfo[NSUnderlyingErrorKey] is CocoaError)
            #expect(NetworkError.invalidRequest("x").code == 5_000_005 && NetworkError.invalidResponseDataType.code == 5_000_003)
        }

        @Test("what the server says to users is the text, without the name of its class")
        func server() {
            let failure = AuthApiError.apiFailureWithMessage("Unauthorized", "Login failure", 401, ["failureUrl": ""])
            #expect(failure.localizedDescription == "Login failure")
            #expect(
                ((failure as any Error) as NSError).userInfo["com.forgerock.ios.frauth.authapierror.reason"] as? String == "Unauthorized")
            let late = AuthApiError.suspendedAuthSessionError("Unauthorized", "org.example.SuspendedException: Too late", 401, nil)
            #expect(late.localizedDescription == "Too late")
            let refused = OAuth2Error.accessDenied("no")
            #expect(refused.localizedDescription == "no" && refused.error == "access_denied")
        }
    }
}
