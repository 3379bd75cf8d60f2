import DeviceBinding
public import DeviceFoundation
import DeviceProfile
public import JourneyForms
import JourneyMessages
import Journeys
import OAuthMessages
import OIDC
import Passkeys
import Primitives

/// Runs journeys, and shows the user who is signed in by them.
@MainActor
public final class JourneyModel: ExampleModel {
    /// The user who is signed in; nil for none.
    public private(set) var username: String?
    /// The email address of the user, which the access token gives access to.
    public private(set) var email: String?

    private let journeys: Journey
    private let oidc: OIDCClient
    private let passkeys: PasskeyAuthenticator
    private let binding: DeviceBinding
    private let profiler: DeviceProfiler
    private let origin: String

    /// The journeys that the app offers, with their titles. `BoundKey` has to be imported first.
    public static let offered = [
        (name: "Login", title: "Password"), (name: "Registration", title: "New account"), (name: "PasskeyLogin", title: "Passkey"),
        (name: "PasskeyRegistration", title: "Another passkey"), (name: "BoundKey", title: "This device and its PIN"),
    ]

    init(_ server: ExampleServer, on device: Device, verification: any UserVerification, pin: PINModel) {
        journeys = Journey(at: server.address, on: device)
        oidc = OIDCClient(
            at: server.address, client: server.client, redirect: server.redirect, scopes: ["openid", "profile", "email"], on: device)
        passkeys = PasskeyAuthenticator(
            PasskeyConfiguration(verification: verification), keys: SoftwareKeyStore(device.store), on: device)
        binding = DeviceBinding(at: server.address, on: device, application: server.bundle, verification: verification, pins: pin)
        profiler = DeviceProfiler(on: device)
        origin = server.origin
    }

    /// A run of a journey, for a form. ``finish(_:)`` takes over its end.
    public func run(_ name: String) -> JourneyRun<Session> {
        JourneyRun(journeys, name) { [self] step, work in try await answer(&step, work) }
    }

    /// Shows the user of the session that a journey brought, or why it brought none.
    public func finish(_ run: JourneyRun<Session>) async {
        await perform {
            guard let session = try run.end?.get() else { return }
            username = try await journeys.sessionInfo().username
            _ = try await oidc.tokens(for: session)
            email = try await oidc.userInfo().claims["email"]?.string
        }
    }

    /// Signs out, here and at the server.
    public func signOut() async {
        _ = await oidc.signOut()
        (username, email) = (nil, nil)
        changed()
    }

    /// The passkeys and the keys on this device, with whom they are for.
    public func keys() async -> [String] {
        let made = (try? await passkeys.passkeys()) ?? []
        let bound = (try? await binding.keys()) ?? []
        return made.map { "Passkey of \($0.userName)" } + bound.map { "Key of \($0.username)" }
    }

    /// Answers what a step asks of the device.
    private func answer(_ step: inout Step, _ work: [Int]) async throws {
        for index in work {
            switch step.callbacks[index].kind {
            case .webAuthnRegistration, .webAuthnAuthentication: await passkeys.answer(&step, from: origin, deviceName: "Example app")
            case .deviceBinding(let question):
                step.answer(index, question, with: await binding.answer(question, deviceName: "Example app"))
            case .deviceSigning(let question): step.answer(index, question, with: await binding.answer(question))
            case .deviceProfile(let question):
                if let profile = await profiler.answer(question) { step.answer(index, question, with: profile) }
            default:
                if step.callbacks[index].type != .metadata { throw ExampleError("this app can't answer a \(step.callbacks[index].type)") }
            }
        }
    }
}
