import ClientTesting
import DeviceFoundation
import Foundation
import OIDC
import Primitives

extension OIDCClient {
    /// A client of a scripted server.
    static func testing(
        _ server: ScriptedServer, store: any SecureStore = InMemoryStore(), time: ManualTime, scopes: [String] = ["openid", "profile"],
        parameters: [String: String] = [:], redirect: String = "org.example.app://callback",
        toleratingClocksBehind tolerance: Duration = OIDCClient.clockTolerance
    ) -> OIDCClient {
        let device = Device(transport: server, store: store, time: time, random: SystemRandom())
        return OIDCClient(
            at: ScriptedServer.address, client: "app", redirect: redirect, scopes: scopes, toleratingClocksBehind: tolerance,
            parameters: parameters, on: device)
    }
}

extension ScriptedServer {
    /// Keeps a session in a store, as a journey does.
    func keep(_ session: Session, in store: any SecureStore) async throws {
        try await SessionKeeper(at: Self.address, on: Device(transport: self, store: store)).keep(session)
    }
}
