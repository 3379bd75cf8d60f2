import ClientTesting
import DeviceFoundation
import FRAuth
import FRCore
import Foundation
import PolicyMessages
import Testing

extension Documentation {
    @Suite("FROptions")
    struct Options {
        @Test(
            "a time that no clock can wait is taken as none or as a hundred years",
            arguments: ["nan", "inf", "-inf", "-1", "1e300", "30"])
        func timeouts(_ text: String) async throws {
            let harness = try Harness()
            let options = Harness.options
            options.timeout = text
            try await harness.signIn(options)
            let sent = try #require(harness.server.requests(to: "authenticate").first).timeout
            #expect(sent >= .zero && sent <= .seconds(3_153_600_000))
            let number = try #require(Double(text))
            _ = Request(url: "https://am.example.com/am", method: .GET, timeoutInterval: number).build()
            FRRequestInterceptorRegistry.shared.registerInterceptors(interceptors: [Waiting(seconds: number)])
            defer { FRRequestInterceptorRegistry.shared.registerInterceptors(interceptors: nil) }
            let user = try #require(FRUser.currentUser)
            let info: Outcome<UserInfo> = await answer { user.getUserInfo(completion: $0) }
            #expect(info.result != nil)
        }

        @Test("the chapter for Android shows options in Swift")
        func android() {
            let options = declaredOptions("https://am.example.com/am")
            #expect(options.oauthRedirectUri == "com.forgerock.android:/oauth2redirect" && options.oauthClientId == "androidClient")
        }

        @Test("arguments come in the order of the reference, of the guide, or of the tutorials")
        func orders() {
            let reference = FROptions(
                url: "https://am.example.com/am", realm: "alpha", cookieName: "c", authServiceName: "Login",
                registrationServiceName: "Register",
                oauthThreshold: "60", oauthClientId: "client", oauthRedirectUri: "app://cb", oauthSignoutRedirectUri: "app://out",
                oauthScope: "openid", keychainAccessGroup: "group")
            let guide = FROptions(
                url: "https://am.example.com/am", realm: "alpha", cookieName: "c", oauthThreshold: "60", oauthClientId: "client",
                oauthRedirectUri: "app://cb", oauthSignoutRedirectUri: "app://out", oauthScope: "openid", keychainAccessGroup: "group",
                authServiceName: "Login", registrationServiceName: "Register")
            let tutorial = FROptions(
                url: "https://am.example.com/am", cookieName: "c", realm: "alpha", oauthClientId: "client", oauthRedirectUri: "app://cb",
                oauthScope: "openid", authServiceName: "Login", registrationServiceName: "Register")
            #expect(reference == guide && reference != tutorial && tutorial.authServiceName == "Login")
            #expect(FROptions(url: "https://am.example.com/am").cookieName == "iPlanetDirectoryPro")
            #expect(FROptions(url: "https://am.example.com/am", realm: "alpha").realm == "alpha")
        }

        @Test("they are an object: what one place changes, the other sees; a started SDK doesn't")
        func object() throws {
            _ = try Harness()
            let options = Harness.options
            let same = options
            same.realm = "beta"
            #expect(options.realm == "beta")
            try FRAuth.start(options: options)
            options.realm = "gamma"
            #expect(FRAuth.shared?.options?.realm == "beta")
        }

        @Test("they are coded with the documented names, and come back")
        func coded() throws {
            let options = FROptions(url: "https://am.example.com/am", oauthClientId: "client", oauthSignoutRedirectUri: "app://out")
            let data = try JSONEncoder().encode(options)
            #expect(try JSONDecoder().decode(FROptions.self, from: data) == options)
            let dictionary: [String: Any]? = options.optionsDictionary()
            #expect(dictionary?["forgerock_oauth_sign_out_redirect_uri"] as? String == "app://out")
            #expect(FROptions(config: try #require(dictionary)) == options)
        }

        @Test("each endpoint has its default path")
        func endpoints() {
            let options = FROptions(url: "https://am.example.com/am", realm: "alpha", tokenEndpoint: "own/token")
            #expect(options.getAuthenticateEndpoint() == "json/realms/alpha/authenticate" && options.getTokenEndpoint() == "own/token")
            #expect(options.getEndSessionEndpoint() == "oauth2/realms/alpha/connect/endSession")
        }

        @Test("advice that an app reads by itself, in the documented names")
        func advice() throws {
            let advice = try #require(PolicyAdvice(type: "TransactionConditionAdvice", value: "t-1"))
            #expect(advice.type == .transactionCondition && advice.value == "t-1" && advice.txId == "t-1")
            #expect(PolicyAdvice(type: "Other", value: "x") == nil)
            let redirect = AdviceRedirect(login: "https://am.example.com/am/", resource: nil, realm: "/alpha", advice: advice).location
            #expect(PolicyAdvice(redirectUrl: redirect) == advice)
            let creator = PolicyAdviceCreator()
            for text in [
                #"{"TransactionConditionAdvice":["t-1"]}"#, #"{"advices":{"TransactionConditionAdvice":["t-1"]}}"#,
                #"[{"resource":"/bank","advices":{"TransactionConditionAdvice":["t-1"]}}]"#,
            ] { #expect(creator.parse(advice: text) == advice) }
            let deep = String(repeating: "[", count: 20_000)
            for text in ["", "{}", "7", "[]", #"{"advices":{}}"#, #"{"TransactionConditionAdvice":"t-1"}"#, deep] {
                #expect(creator.parse(advice: text) == nil)
            }
            let members: [String: Any] = ["AuthenticateToServiceConditionAdvice": ["StepUp"]]
            #expect(PolicyAdvice(json: members)?.value == "StepUp" && PolicyAdvice(json: ["x": 1] as [String: Any]) == nil)
            let given = PolicyAdvice(
                type: "TransactionConditionAdvice", value: "t-1", authIndexType: "composite_advice", authIndexValue: advice.xml)
            #expect(given == advice)
            for (value, indexType) in [("t-2", "composite_advice"), ("t-1", "service")] {
                #expect(
                    PolicyAdvice(type: "TransactionConditionAdvice", value: value, authIndexType: indexType, authIndexValue: advice.xml)
                        == nil)
            }
        }
    }
}

/// Gives each request a time.
private struct Waiting: FRCore.RequestInterceptor {
    let seconds: Double

    func intercept(request: Request, action: Action) -> Request {
        Request(
            url: request.url, method: request.method, headers: request.headers, bodyParams: request.bodyParams,
            urlParams: request.urlParams, requestType: request.requestType, responseType: request.responseType, timeoutInterval: seconds)
    }
}
