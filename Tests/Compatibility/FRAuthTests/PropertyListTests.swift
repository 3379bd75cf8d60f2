import ClientTesting
import DeviceFoundation
@testable import FRAuth
import Foundation
import Synchronization
import Testing

extension Documentation {
    @Suite("Ping SDK for iOS Properties")
    struct PropertyList {
        private static let plist = Data(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict>
                <key>forgerock_url</key><string>https://am.example.com/am</string>
                <key>forgerock_realm</key><string>alpha</string>
                <key>forgerock_timeout</key><integer>20</integer>
                <key>forgerock_enable_cookie</key><false/>
                <key>forgerock_cookie_name</key><string>iPlanetDirectoryPro</string>
                <key>forgerock_auth_service</key><string>sdkUsernamePasswordJourney</string>
                <key>forgerock_registration_service_name</key><string>sdkRegistrationJourney</string>
                <key>forgerock_oauth_client_id</key><string>sdkPublicClient</string>
                <key>forgerock_oauth_redirect_uri</key><string>https://sdkapp.example.com:8443/callback</string>
                <key>forgerock_oauth_scope</key><string>openid profile email address</string>
                <key>forgerock_oauth_threshold</key><integer>45</integer>
                <key>forgerock_ssl_pinning_public_key_hashes</key>
                <array>
                    <string>S4kZuhQQ1DPcXBSWFQXD0gG+UW7usdbVx6roNWpRl65I=</string>
                </array>
            </dict></plist>
            """.utf8)

        @Test("a property list is read")
        func read() throws {
            let options = FROptions(config: try Plist.parse(Self.plist))
            #expect(options.url == "https://am.example.com/am")
            #expect(options.realm == "alpha")
            #expect(options.requestTimeout == .seconds(20))
            #expect(options.enableCookie == false)
            #expect(options.authServiceName == "sdkUsernamePasswordJourney")
            #expect(options.registrationServiceName == "sdkRegistrationJourney")
            #expect(options.oauthClientId == "sdkPublicClient")
            #expect(options.scopes == ["openid", "profile", "email", "address"])
            #expect(options.refreshThreshold == .seconds(45))
            #expect(options.sslPinningPublicKeyHashes == ["S4kZuhQQ1DPcXBSWFQXD0gG+UW7usdbVx6roNWpRl65I="])
        }

        @Test("what is left out has the documented defaults")
        func defaults() throws {
            let options = FROptions(config: ["forgerock_url": "https://am.example.com/am"])
            #expect(options.realm == "root")
            #expect(options.enableCookie)
            #expect(options.cookieName == "iPlanetDirectoryPro")
            #expect(options.refreshThreshold == .seconds(30))
            #expect(options.requestTimeout == .seconds(30))
        }

        @Test(
            "Custom endpoint properties: the default paths",
            arguments: [
                ("authenticate", "json/realms/alpha/authenticate"), ("authorize", "oauth2/realms/alpha/authorize"),
                ("access_token", "oauth2/realms/alpha/access_token"), ("sessions", "json/realms/alpha/sessions"),
            ])
        func paths(_ name: String, _ path: String) async throws {
            let harness = try Harness()
            try await harness.signIn()
            if name == "sessions" { FRUser.currentUser?.logout() }
            try await harness.eventually { !harness.server.requests(to: name).isEmpty }
            #expect(harness.server.requests(to: name).first?.url.path() == "/am/\(path)")
        }

        @Test("Custom endpoint properties: each overrides its path, also with an absolute URL")
        func overrides() async throws {
            let harness = try Harness()
            let options = Harness.options
            options.authenticateEndpoint = "custom/authenticate"
            options.tokenEndpoint = "https://am.example.com/elsewhere/access_token"
            try await harness.signIn(options)
            #expect(harness.server.requests(to: "/am/custom/authenticate").count == 2)
            #expect(harness.server.requests(to: "/elsewhere/access_token").count == 1)
        }

        @Test("forgerock_keychain_access_group: the group of the shared keychain, in which the session is kept")
        func accessGroup() throws {
            let harness = try Harness()
            let groups = Mutex<[String?]>([])
            Environment.current.store = { group in
                groups.withLock { $0.append(group) }
                return harness.store
            }
            try FRAuth.start(options: FROptions(config: ["forgerock_url": "https://am.example.com/am"]))
            try FRAuth.start(
                options: FROptions(
                    config: ["forgerock_url": "https://am.example.com/am", "forgerock_keychain_access_group": "com.example.shared"]))
            #expect(groups.withLock { $0 } == [nil, nil, "com.example.shared"])
        }

        @Test("options become the dictionary that they came from")
        func roundTrip() throws {
            let options = FROptions(config: try Plist.parse(Self.plist))
            #expect(FROptions(config: try #require(options.optionsDictionary())) == options)
        }

        @Test("without options and without a property list, the start fails")
        func missing() throws {
            _ = try Harness()
            #expect(throws: ConfigError.emptyConfiguration) { try FRAuth.start() }
        }

        @Test("a property list must name the journey that signs users in, by either of its names")
        func nameless() throws {
            _ = try Harness()
            for (name, isEnough) in [("forgerock_auth_service_name", true), ("forgerock_auth_service", true), ("other", false)] {
                let folder = try TemporaryDirectory()
                let list: [String: Any] = ["forgerock_url": "https://am.example.com/am", name: "Login"]
                try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
                    .write(to: URL(filePath: folder.file("FRAuthConfig.plist")))
                Environment.current.bundle = { Bundle(path: folder.path) ?? .main }
                if isEnough {
                    try FRAuth.start()
                } else {
                    #expect(throws: ConfigError.self) { try FRAuth.start() }
                }
            }
        }

        @Test("a property list that is none is refused")
        func malformed() {
            #expect(throws: ConfigError.self) { try Plist.parse(Data("nonsense".utf8)) }
            #expect(throws: ConfigError.self) { try Plist.parse(Data()) }
        }
    }
}
