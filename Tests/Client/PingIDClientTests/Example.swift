import DeviceFoundation
import PingIDClient
import PingIDMessages

/// A customer's server, as its app reaches it.
protocol CustomerServer: Sendable {
    func signOn(payload: String) async throws -> String
}

/// The example of the article and of ``PingIDDevice``, which compiles here.
func signOnExample(
    through customer: any CustomerServer, _ configuration: PingIDConfiguration, _ transport: any HTTPTransport, _ vault: any SecureStore
) async throws {
    let pingID = try await PingIDDevice.open(configuration, on: Device(transport: transport, store: vault))
    let answer = try await customer.signOn(payload: pingID.payload())
    let outcome = try await pingID.accept(serverPayload: answer)
    if outcome.state == .trustLevels { try await pingID.select(UserSelection(trust: .trusted), for: outcome.session) }
}
