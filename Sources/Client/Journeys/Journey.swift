public import DeviceFoundation
import JourneyMessages
import Primitives

/// Runs a server's journeys: sign-in, registration and whatever else is drawn as a tree of steps.
///
/// ```swift
/// let journey = Journey(at: ServerAddress("https://login.example.com/am", realm: "alpha"), on: device)
/// let session = try await journey.run("Login") { step in
///     step.answer(.name, with: "demo")
///     step.answer(.password, with: password)
/// }
/// ```
///
/// The session of a journey that succeeds is kept in the device's secure store, in place of an earlier one, which is ended at the server.
public struct Journey: Sendable {
    let server: ServerAddress
    let device: Device
    let sessions: SessionKeeper
    let plugins: [CallbackPlugin]
    let pause: @Sendable (Duration) async throws -> Void

    /// Journeys at a server.
    /// - Parameter plugins: the plugins that answer callbacks before the app is asked.
    public init(at server: ServerAddress, on device: Device, plugins: [CallbackPlugin] = []) {
        self.init(at: server, on: device, plugins: plugins) { try await Task.sleep(for: $0) }
    }

    /// Journeys at a server, over a transport, with sessions in a store.
    public init(at server: ServerAddress, transport: any HTTPTransport, store: any SecureStore = InMemoryStore()) {
        self.init(at: server, on: Device(transport: transport, store: store))
    }

    package init(
        at server: ServerAddress, on device: Device, plugins: [CallbackPlugin] = [],
        pause: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.server = server
        self.device = device
        self.plugins = plugins
        self.pause = pause
        sessions = SessionKeeper(at: server, on: device)
    }
}
