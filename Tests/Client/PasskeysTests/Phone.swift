import DeviceFoundation
import Foundation
import Passkeys
import Primitives
import Synchronization
import WebAuthn

/// A phone with its authenticator, and a relying party that checks what comes from it.
struct Phone: Sendable {
    static let party = RelyingParty(id: "example.com", origins: [.exactly("https://login.example.com")])
    static let origin = "https://login.example.com"

    let time = ManualTime()
    let store = InMemoryStore()
    let consent = Consent()
    var random: any RandomSource = SystemRandom()
    var configuration = PasskeyConfiguration(verification: SimulatedVerification(.fingerprint))

    var keys: SoftwareKeyStore { SoftwareKeyStore(store, service: "keys") }

    /// The authenticator as it is after a start of the app.
    func open() -> PasskeyAuthenticator {
        var configuration = configuration
        configuration.consent = consent
        return PasskeyAuthenticator(
            configuration, keys: keys,
            on: Device(transport: NoTransport(), store: store, keepsCookies: false, time: time, random: random))
    }

    static func creation(
        _ name: String = "ada", residentKey: ResidentKey = .required, verification: WebAuthn.UserVerificationRequirement = .required,
        excluded: [[UInt8]] = [], attestation: AttestationPreference = .none, extensions: JSONObject = JSONObject()
    ) -> CreationOptions {
        CreationOptions(
            relyingPartyID: party.id, relyingPartyName: "Example",
            user: .init(id: Array("handle of \(name)".utf8), name: name, displayName: name.capitalized), challenge: challenge,
            timeout: 60_000, excluded: excluded.map { CredentialDescriptor(id: $0) }, residentKey: residentKey,
            userVerification: verification, attestation: attestation, extensions: extensions)
    }

    static func request(
        _ allowed: [UInt8]..., verification: WebAuthn.UserVerificationRequirement = .required, extensions: JSONObject = JSONObject()
    ) -> RequestOptions {
        RequestOptions(
            challenge: challenge, relyingPartyID: party.id, timeout: 60_000, allowed: allowed.map { CredentialDescriptor(id: $0) },
            userVerification: verification, extensions: extensions)
    }

    static let challenge = [UInt8](repeating: 7, count: 32)

    /// Makes a passkey and has it checked.
    @discardableResult
    func register(_ options: CreationOptions = creation()) async throws -> RegistrationCeremony.Registered {
        let response = try await open().register(options, from: Self.origin)
        let ceremony = RegistrationCeremony(
            relyingParty: Self.party, challenge: Self.challenge, userVerification: options.userVerification)
        return try await ceremony.verify(response, at: time.now)
    }

    /// Signs, and has that checked by the record of the registration.
    func authenticate(
        _ options: RequestOptions, as record: CredentialRecord, of name: String = "ada"
    ) async throws -> AuthenticationCeremony.Verified {
        let response = try await open().authenticate(options, from: Self.origin)
        let ceremony = AuthenticationCeremony(
            relyingParty: Self.party, challenge: Self.challenge, userVerification: options.userVerification,
            allowed: options.allowed.map(\.id))
        return try ceremony.verify(
            response, with: record, of: .init(userHandle: Array("handle of \(name)".utf8), wasKnown: !options.allowed.isEmpty))
    }
}

/// A user who is asked, and answers as a test says.
final class Consent: PasskeyConsent {
    struct Answers {
        var creates = true
        var tells = true
        var chooses: @Sendable ([Passkey]) -> Passkey? = { $0.first }
        var asked: [String] = []
        var meanwhile: @Sendable () -> Void = {}
    }

    let answers = Mutex(Answers())

    func mayCreate(for options: CreationOptions) async -> Bool {
        answers.withLock {
            $0.asked.append("create \(options.user.name)")
            $0.meanwhile()
            return $0.creates
        }
    }

    func mayTellOfExisting(for options: CreationOptions) async -> Bool {
        answers.withLock {
            $0.asked.append("tell")
            return $0.tells
        }
    }

    func choose(among passkeys: [Passkey], for options: RequestOptions) async -> Passkey? {
        answers.withLock {
            $0.asked.append("choose " + passkeys.map(\.userName).joined(separator: " "))
            return $0.chooses(passkeys)
        }
    }

    var asked: [String] { answers.withLock { $0.asked } }
}

/// An authenticator needs no network.
struct NoTransport: HTTPTransport {
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        throw TransportError(.cannotConnect, "there is no network")
    }
    func stream(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
        throw TransportError(.cannotConnect, "there is no network")
    }
}
