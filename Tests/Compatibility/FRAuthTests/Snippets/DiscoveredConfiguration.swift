import FRAuth
import Foundation

/// "PingOne server" and "PingFederate server", "Step 2. Configure the sample app": the `ViewController` of the sample
final class ExampleViewController: UIViewController {
    let useDiscoveryURL = true
    let discoveryURL: String

    init(discoveryURL: String) { self.discoveryURL = discoveryURL }

    func start() async throws {
        let config =
            [
                "forgerock_oauth_client_id": "iosClient",
                "forgerock_oauth_redirect_uri": "frauth://com.forgerock.ios.frexample",
                "forgerock_oauth_scope": "openid profile email address",
            ]
        guard useDiscoveryURL else { return }
        let options = try await FROptions(config: config).discover(discoveryURL: discoveryURL)
        try FRAuth.start(options: options)
    }
}

/// The values that the tutorials put into the sample.
enum TutorialValues: String, CaseIterable, Sendable {
    case pingOne, pingOneWithPins, pingFederate

    func discovered() async throws -> FROptions {
        switch self {
        case .pingOneWithPins:
            // Before step 3, which removes the last line; with it, Swift asks for the type.
            let config: [String: Any] =
                [
                    "forgerock_oauth_client_id": "6c7eb89a-66e9-ab12-cd34-eeaf795650b2",
                    "forgerock_oauth_redirect_uri": "org.forgerock.demo://oauth2redirect",
                    "forgerock_oauth_scope": "openid profile email address revoke",
                    "forgerock_ssl_pinning_public_key_hashes": ["SSL_PINNING_HASH_PLACEHOLDER"],
                ]
            let discoveryURL = "https://auth.pingone.com/3072206d-c6ce-ch15-m0nd-f87e972c7cc3/as/.well-known/openid-configuration"
            return try await FROptions(config: config).discover(discoveryURL: discoveryURL)
        case .pingOne:
            let config =
                [
                    "forgerock_oauth_client_id": "6c7eb89a-66e9-ab12-cd34-eeaf795650b2",
                    "forgerock_oauth_redirect_uri": "org.forgerock.demo://oauth2redirect",
                    "forgerock_oauth_scope": "openid profile email address revoke",
                ]
            return try await FROptions(config: config).discover(
                discoveryURL: "https://auth.pingone.com/3072206d-c6ce-ch15-m0nd-f87e972c7cc3/as/.well-known/openid-configuration")
        case .pingFederate:
            let config =
                [
                    "forgerock_oauth_client_id": "sdkPublicClient",
                    "forgerock_oauth_redirect_uri": "org.forgerock.demo://oauth2redirect",
                    "forgerock_oauth_scope": "openid profile email address",
                ]
            let discoveryURL = "https://pingfed.example.com/as/.well-known/openid-configuration"
            return try await FROptions(config: config).discover(discoveryURL: discoveryURL)
        }
    }
}
