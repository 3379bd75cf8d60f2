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
