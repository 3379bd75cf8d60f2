import AsyncHTTPTransport
import DeviceFoundation
import JourneyMessages
import Journeys
import OIDC
import Primitives

func readmeExample(path: String, passphrase: Secret, password: Secret) async throws {
    let gatehouse = ServerAddress("https://login.example.com/am", realm: "alpha")
    let device = Device(transport: try AsyncHTTPTransport(), store: try FileVault(path, key: .passphrase(passphrase)))
    let session = try await Journey(at: gatehouse, on: device).run("Login") { step in
        step.answer(.name, with: "demo")
        step.answer(.password, with: password)  // an input without an answer keeps its default
    }
    let oidc = OIDCClient(at: gatehouse, client: "sdkPublicClient", redirect: "https://localhost:8443/callback", on: device)
    let tokens = try await oidc.tokens(for: session)  // stored, refreshed when near expiry, gone after signOut()
    _ = tokens.accessToken
}
