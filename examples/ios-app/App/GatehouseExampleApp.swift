#if canImport(SwiftUI) && canImport(UIKit)
import DeviceFoundation
import ExampleModels
import SwiftUI
import URLSessionTransport

/// The app: a tab for each model.
@main
struct GatehouseExampleApp: App {
    @State private var app = GatehouseExampleApp.make()

    var body: some Scene {
        WindowGroup { RootView(app: app) }
    }

    /// The app over the system's network, keychain and sensors.
    @MainActor
    private static func make() -> ExampleApp {
        let store = KeychainStore(prefix: "org.example.authenticator", accessGroup: nil, over: SystemKeychain())
        let device = Device(transport: URLSessionTransport(), store: store)
        return ExampleApp(ExampleServer(), on: device, verification: LocalAuthenticationVerification())
    }
}
#endif
