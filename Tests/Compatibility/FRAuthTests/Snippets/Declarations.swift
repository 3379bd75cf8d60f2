import FRAuth
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// What the document declares, at the types that it declares.

/// "Intercept and modify REST calls": the interface, the action and the request
func declaredRequests(_ request: Request, _ action: Action, _ interceptor: any RequestInterceptor) -> [Any?] {
    let intercept: (Request, Action) -> Request = interceptor.intercept(request:action:)

    let type: String = action.type
    let payload: [String: Any]? = action.payload

    let url: String = request.url
    let method: Request.HTTPMethod = request.method
    let headers: [String: String] = request.headers
    let bodyParams: [String: Any] = request.bodyParams
    let urlParams: [String: String] = request.urlParams
    let responseType: Request.ContentType = request.responseType
    let requestType: Request.ContentType = request.requestType
    let timeoutInterval: Double = request.timeoutInterval
    let build: () -> URLRequest? = request.build

    return [
        intercept, type, payload, url, method, headers, bodyParams, urlParams, responseType, requestType, timeoutInterval, build,
    ]
}

let declaredContentTypes: [Request.ContentType: String] = [
    .plainText: "text/plain", .json: "application/json", .urlEncoded: "application/x-www-form-urlencoded",
]

let declaredMethods: [Request.HTTPMethod: String] = [.GET: "GET", .PUT: "PUT", .POST: "POST", .DELETE: "DELETE"]

/// "Set up centralized login in Android apps", which shows its options in Swift; the places of its dots are filled
func declaredOptions(_ url: String) -> FROptions {
    let options = FROptions(
        url: url, realm: "alpha", oauthClientId: "androidClient",
        oauthRedirectUri: "com.forgerock.android:/oauth2redirect",
        oauthScope: "openid", authServiceName: "Login", registrationServiceName: "Register"
    )
    return options
}

/// "Biometrics using the Ping SDK for iOS": the delegates; "Collect device profile": the collectors; "Suspended authentication": the session
func declaredInterfaces(
    _ registration: any PlatformAuthenticatorRegistrationDelegate, _ authentication: any PlatformAuthenticatorAuthenticationDelegate
) -> [Any] {
    let excluded: (@escaping WebAuthnUserConsentCallback) -> Void = registration.excludeCredentialDescriptorConsent(consentCallback:)
    let created: (String, String, String?, String, String, @escaping WebAuthnUserConsentCallback) -> Void =
        registration.createNewCredentialConsent(keyName:rpName:rpId:userName:userDisplayName:consentCallback:)
    let selected: ([String], @escaping WebAuthnCredentialsSelectionCallback) -> Void =
        authentication.selectCredential(keyNames:selectionCallback:)

    let collectors: ReferenceWritableKeyPath<FRDeviceCollector, [any DeviceCollector]> = \.collectors

    let resume: (URL, @escaping NodeCompletion<Token>) -> Void = FRSession.authenticate(resumeURI:completion:)

    return [excluded, created, selected, collectors, resume]
}
