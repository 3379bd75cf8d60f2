import Foundation
import ClientTesting
import DeviceFoundation
import FRAuth
import OAuth
import Primitives
import Testing
import Directory

extension Documentation {
    @Suite("Against a server: centralized login")
    struct LiveCentralLogin {
        private let harness: Harness

        init() throws { harness = try Harness() }

        @Test(
            "Set up centralized login in iOS apps: somebody signs in on the server's page, in whatever browser",
            arguments: [BrowserType.authSession, .ephemeralAuthSession, .nativeBrowserApp, .sfViewController])
        func builder(_ type: BrowserType) async throws {
            try await harness.live { live in
                try FRAuth.start(options: live.options)
                let result = try await harness.centralLogin({ $0.login(type) }) { try await Person.signIn(at: $0) }
                let user = try #require(result.result)
                let claims: Outcome<UserInfo> = await answer { user.getUserInfo(completion: $0) }
                #expect(claims.result?.name == "Demo User")
                let asked = HTTPRequest(.get, try #require(harness.opener.opened.first)).query
                #expect(asked["custom_key"] == "custom_val" && asked["redirect_uri"] == "frauth://com.forgerock.ios.frexample")
                #expect(asked["code_challenge_method"] == "S256" && asked["code_challenge"]?.isEmpty == false)
            }
        }

        @Test("Configure the Xcode project: the app logs the user")
        func performCentralizedLogin() async throws {
            try await harness.live { live in
                try FRAuth.start(options: live.options)
                var displayed: [String] = []
                let result = try await harness.centralLogin(
                    { controller in
                        controller.display = { displayed.append($0) }
                        controller.performCentralizedLogin()
                    }, inBrowser: Person.signIn)
                #expect(result.result != nil && displayed.count == 1)
                #expect(displayed.first?.hasPrefix("User: Optional(") == true && displayed.first?.hasSuffix("|| Error: nil") == true)
            }
        }

        @Test(
            "acr_values, separated by spaces or the encoded space character %20: the journey of the first one that the server knows",
            arguments: ["simple", "d1210a6b0b2665dbaa5b652221badba2", "Single_Factor%20Multi_Factor", "Single_Factor Multi_Factor"])
        func acrValues(_ values: String) async throws {
            try await harness.live { live in
                try await live.add(
                    "SimpleLogin", start: "form",
                    nodes: [
                        "form": ["page": ["pageHeader": "Simple", "nodes": [["username": [:]], ["password": [:]]]], "next": "check"],
                        "check": ["dataStoreDecision": [:], "true": "success", "false": "failure"],
                    ])
                try await live.set { settings in
                    for name in ["simple", "d1210a6b0b2665dbaa5b652221badba2", "Multi_Factor"] {
                        settings[AuthorizationSettings.self].journeysByContextClass[name] = "SimpleLogin"
                    }
                }
                try FRAuth.start(options: live.options)
                let result = try await harness.centralLogin({ $0.performCentralizedLoginWithACR(values) }) { page in
                    let browser = try WebBrowser()
                    try await browser.open(page)
                    #expect(browser.page.contains("Simple"))
                    return try #require(try await browser.submit(["IDToken1": "demo", "IDToken2": "Ch4ng3it!"]))
                }
                #expect(result.result?.token != nil)
                let asked = HTTPRequest(.get, try #require(harness.opener.opened.first)).query
                #expect(asked["acr_values"] == values.replacing("%20", with: " "))
            }
        }

        @Test("AppDelegate.swift with a universal link, and SceneDelegate.swift, hand the redirect over as well")
        func delegates() async throws {
            try await harness.live { live in
                try FRAuth.start(options: live.options)
                for isScene in [false, true] {
                    let count = harness.opener.opened.count
                    let person = Task { [opener = harness.opener] in
                        for _ in 0..<2000 where opener.opened.count == count { try await Task.sleep(for: .milliseconds(5)) }
                        let redirect = try await Person.signIn(at: try #require(opener.opened.last))
                        if isScene { return SceneDelegate().scene(UIScene(), openURLContexts: [UIOpenURLContext(url: redirect)]) }
                        let activity = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
                        activity.webpageURL = redirect
                        #expect(AppDelegate().application(UIApplication(), continue: activity) { _ in })
                        #expect(!AppDelegate().application(UIApplication(), continue: NSUserActivity(activityType: "other")) { _ in })
                    }
                    let result: Outcome<FRUser> = await answer { completion in
                        let controller = BrowserViewController()
                        controller.finish = completion
                        controller.performCentralizedLogin()
                    }
                    try await person.value
                    #expect(result.result?.token != nil)
                    FRUser.currentUser?.logout()
                }
            }
        }
    }
}
