import AsyncHTTPTransport
import Authenticator
import DeviceBinding
import DeviceFoundation
import DeviceMessages
import DeviceProfile
import Foundation
import HardwareTokens
import JourneyMessages
import Journeys
import LoopbackRedirect
import MFA
import OAuthMessages
import OIDC
import Passkeys
import Primitives
import WebAuthn

func deviceFoundationExample(passphrase: Secret) async throws -> Device {
    let pins = try PinSet(["47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="])
    let device = Device(
        transport: try AsyncHTTPTransport(pins: pins),
        store: try FileVault("/home/demo/.local/state/app/vault", key: .passphrase(passphrase)),
        interceptors: [
            Intercept { request, action in
                if action == .authorize { request.addQuery([("ui_locales", "de")]) }
            }
        ],
        log: Log([.warning, .error]))
    return device
}

func journeysRun(device: Device, password: Secret) async throws -> Session {
    let journey = Journey(at: ServerAddress("https://login.example.com/am", realm: "alpha"), on: device)
    let session = try await journey.run("Login") { step in
        step.answer(.name, with: "demo")
        step.answer(.password, with: password)
    }
    return session
}

func journeysSteps(journey: Journey, ask: (String) async -> String) async throws -> JourneyResult {
    var result = try await journey.start("Login")
    while case .step(var step) = result {
        for (index, question) in step.questions {
            switch question {
            case .name(let name): step.answer(index, with: await ask(name.prompt))
            case .password(let password): step.answer(index, with: Secret(await ask(password.prompt)))
            case .choice(let choice): try step.choose(choice.defaultChoice, at: index)
            default: break
            }
        }
        result = try await journey.next(step, in: "Login")
    }
    return result
}

func journeysTyped(step: inout Step, accepts: (String) async -> Bool) async {
    if let (index, terms) = step.first(TermsQuestion.self) {
        step.answer(index, terms, with: await accepts(terms.terms))
    }
    step.answer(AttributeQuestion<String>.self, with: AttributeAnswer("demo@example.com"))
}

func oidcSession(server: ServerAddress, device: Device, session: Session) async throws -> (OIDCClient, TokenSet) {
    let oidc = OIDCClient(
        at: server, client: "sdkPublicClient", redirect: "org.example.app://callback", scopes: ["openid", "profile"], on: device)
    let tokens = try await oidc.tokens(for: session)
    return (oidc, tokens)
}

func oidcLater(oidc: OIDCClient) async throws -> (TokenSet, String) {
    let current = try await oidc.tokens()
    let user = try await oidc.userInfo()
    return (current, user.subject)
}

func oidcSignOut(oidc: OIDCClient) async -> Bool {
    let report = await oidc.signOut()
    let everybodyKnows = report.isComplete
    return everybodyKnows
}

func oidcBrowser(server: ServerAddress, device: Device) async throws -> TokenSet {
    let desktop = OIDCClient(at: server, client: "sdkPublicClient", redirect: "http://127.0.0.1/callback", on: device)
    let fresh = try await desktop.signIn(through: LoopbackBrowser())
    return fresh
}

func journeysPolicies(journey: Journey, transfer: URL, password: Secret) async throws -> HTTPResponse {
    let bank = ProtectedResources(below: ["https://api.example.com/bank/"], journey: journey)
    let response = try await bank.send(HTTPRequest(.post, transfer)) { step in
        step.answer(.password, with: password)
    }
    return response
}

func deviceFoundationDevice(path: String, keyPath: String) throws -> Device {
    let device = Device(transport: try AsyncHTTPTransport(), store: try FileVault(path, key: .file(keyPath)))
    return device
}

func deviceFoundationVault() throws -> FileVault {
    let vault = try FileVault("/home/demo/.local/state/app/vault", key: .file("/home/demo/.local/state/app/key"))
    return vault
}

func journeysQuestions(step: inout Step, show: (String) async -> Bool) async {
    if let (index, terms) = step.first(TermsQuestion.self) {
        step.answer(index, terms, with: await show(terms.terms))
    }
}

func oidcTokens(server: ServerAddress, device: Device, session: Session) async throws -> TokenSet {
    let oidc = OIDCClient(at: server, client: "sdkPublicClient", redirect: "org.example.app://callback", on: device)
    let tokens = try await oidc.tokens(for: session)
    return tokens
}

func mfaExample(issuer: DeviceIssuer, transport: any HTTPTransport, vault: any SecureStore) async throws -> PairingOutcome {
    let configuration = MFAConfiguration(
        issuers: [issuer], app: AppDescription(id: "com.example.bank", version: "1.0"), device: DeviceDescription(platform: "iOS"))
    let device = try await MFADevice.open(configuration, on: Device(transport: transport, store: vault))
    let outcome = try await device.pair(with: "0188 2778 8072 15")
    for try await request in device.notifications {
        try await request.approve(number: 42, method: .face)
    }
    return outcome
}

func authenticatorExample(transport: any HTTPTransport, vault: any SecureStore) async throws -> OneTimeCode {
    let authenticator = try await Authenticator.open(on: Device(transport: transport, store: vault))
    let account = try await authenticator.add("otpauth://totp/Example:ada?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    let code = try await authenticator.code(of: account)
    for try await notification in authenticator.notifications {
        try await authenticator.approve(notification.id, number: "42")
    }
    return code
}

func passkeysExample(device: Device, vault: any SecureStore, journey: Journey) async throws -> Session {
    let authenticator = PasskeyAuthenticator(
        PasskeyConfiguration(verification: SimulatedVerification(.fingerprint)), keys: SoftwareKeyStore(vault), on: device)
    let session = try await journey.run("PasskeyLogin") { step in
        await authenticator.answer(&step, from: "https://login.example.com", deviceName: "My laptop")
    }
    return session
}

func passkeysPlain(
    authenticator: PasskeyAuthenticator, creation: JSONValue, request: JSONValue
) async throws -> (RegistrationResponse, AuthenticationResponse) {
    let made = try await authenticator.register(CreationOptions(json: creation), from: "https://shop.example.com")
    let signed = try await authenticator.authenticate(RequestOptions(json: request), from: "https://shop.example.com")
    return (made, signed)
}

func passkeysComment(
    device: Device, vault: any SecureStore, creationOptions: CreationOptions, requestOptions: RequestOptions
) async throws -> (RegistrationResponse, AuthenticationResponse) {
    let authenticator = PasskeyAuthenticator(
        PasskeyConfiguration(verification: SimulatedVerification(.fingerprint)), keys: SoftwareKeyStore(vault), on: device)
    let passkey = try await authenticator.register(creationOptions, from: "https://login.example.com")
    let assertion = try await authenticator.authenticate(requestOptions, from: "https://login.example.com")
    return (passkey, assertion)
}

func passkeysAtServer(server: ServerAddress, device: Device) async throws {
    let known = ServerPasskeys(at: server, user: "demo", on: device)
    for passkey in try await known.list() { print(passkey.name) }
}

func mobilePayloadExample(oidc: OIDCClient, browser: some LoginBrowser, mfa: MFADevice) async throws {
    let tokens = try await oidc.signIn(through: browser, mobilePayload: try await mfa.mobilePayload())
    if let token = tokens.idToken, let offer = try await mfa.process(idToken: token.reveal()) { try await offer.approve() }
}

func deviceBindingExample(server: ServerAddress, device: Device, pinPad: some PINCollector) -> Journey {
    let binding = DeviceBinding(at: server, on: device, application: "com.example.app", pins: pinPad)
    let journey = Journey(
        at: server, on: device,
        plugins: [
            CallbackPlugin(DeviceBindingQuestion.self) { await binding.answer($0, deviceName: "My phone") },
            CallbackPlugin(DeviceSigningQuestion.self) { await binding.answer($0) },
        ])
    return journey
}

func deviceBindingErrors(
    binding: DeviceBinding, question: DeviceSigningQuestion, index: Int, step: inout Step
) async {
    do {
        let outcome = try await binding.sign(question, claims: ["amount": 12])
        step.answer(index, question, with: outcome)
    } catch {
        let word = error.code == .unregistered ? "CustomUnReg" : error.clientError
        step.answer(index, question, with: .failed(word))
    }
}

func deviceProfileExample(server: ServerAddress, device: Device) -> Journey {
    let profiler = DeviceProfiler(on: device)
    let journey = Journey(
        at: server, on: device, plugins: [CallbackPlugin(DeviceProfileQuestion.self) { await profiler.answer($0) }])
    return journey
}

func deviceProfileCollectors(device: Device, office: DeviceProfileDocument.Location) -> DeviceProfiler {
    struct Shoes: ProfileCollector {
        let name = "shoes"
        func collect() async -> JSONObject { ["size": 42] }
    }
    let profiler = DeviceProfiler(on: device, collectors: DeviceProfiler.standard + [Shoes()], location: FixedLocation(office))
    return profiler
}

#if os(Linux)
func hardwareTokensExample(server: ServerAddress, device: Device, pin: Secret) async throws -> DeviceBinding {
    let keys = try PKCS11KeyStore(module: "/usr/lib/softhsm/libsofthsm2.so", token: "phone", pin: pin)
    let binding = DeviceBinding(at: server, on: device, application: "com.example.app", keys: keys)
    return binding
}
#endif
