import DeviceFoundation
import Foundation
import Passkeys
import Primitives
import Synchronization
import Testing
import WebAuthn

@Suite("The software authenticator")
struct AuthenticatorTests {
    private func error<Result>(_ body: () async throws -> Result) async -> PasskeyError.Code? {
        do {
            _ = try await body()
            return nil
        } catch { return (error as? PasskeyError)?.code }
    }

    @Test("a passkey is made and signs, over restarts, each time with a higher count")
    func life() async throws {
        let phone = Phone()
        var record = try await phone.register().record
        #expect(record.isVerified && record.signCount == 0 && record.isBackupEligible == false)
        for count in 1...3 as ClosedRange<UInt32> {
            let verified = try await phone.authenticate(Phone.request(record.id), as: record)
            #expect(verified.record.signCount == count && verified.flags.contains([.userPresent, .userVerified]))
            record = verified.record
        }
        let kept = try #require(try await phone.open().passkeys(for: Phone.party.id).first)
        #expect(kept.id == record.id && kept.userName == "ada" && kept.signCount == 3 && kept.lastUsed == phone.time.now)
        #expect(try await phone.open().passkeys(for: "other.example").isEmpty)
    }

    @Test("the text of a passkey's id is no option of a command")
    func hyphen() async throws {
        var phone = Phone()
        phone.random = Ones()
        #expect(Base64URL.encode(try await phone.register().record.id).hasPrefix("f_"))
    }

    private struct Ones: RandomSource {
        func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 0xFF, count: count) }
    }

    @Test("without a user name the user chooses among the accounts, the last used first")
    func choice() async throws {
        let phone = Phone()
        var records: [String: CredentialRecord] = [:]
        for name in ["ada", "grace", "joan"] {
            records[name] = try await phone.register(Phone.creation(name)).record
            phone.time.advance(by: 60)
        }
        _ = try await phone.register(Phone.creation("hidden", residentKey: .discouraged))
        phone.consent.answers.withLock { $0.chooses = { passkeys in passkeys.first { $0.userName == "ada" } } }
        _ = try await phone.authenticate(Phone.request(), as: try #require(records["ada"]))
        #expect(phone.consent.asked.last == "choose joan grace ada")
        phone.consent.answers.withLock { $0.chooses = { $0.first } }
        _ = try await phone.authenticate(Phone.request(), as: try #require(records["ada"]).counting(1))
        #expect(phone.consent.asked.last == "choose ada joan grace")
        phone.consent.answers.withLock { $0.chooses = { _ in nil } }
        #expect(await error { try await phone.open().authenticate(Phone.request(), from: Phone.origin) } == .cancelled)
    }

    @Test("a list of credentials is kept to, and then nobody chooses")
    func allowed() async throws {
        let phone = Phone()
        let ada = try await phone.register(Phone.creation("ada", residentKey: .discouraged)).record
        let grace = try await phone.register(Phone.creation("grace")).record
        _ = try await phone.authenticate(Phone.request([1], ada.id), as: ada)
        _ = try await phone.authenticate(Phone.request(grace.id), as: grace, of: "grace")
        #expect(!phone.consent.asked.contains { $0.hasPrefix("choose") })
        #expect(await error { try await phone.open().authenticate(Phone.request([1]), from: Phone.origin) } == .noPasskey)
    }

    @Test("an account has one passkey that is found without its id")
    func replaced() async throws {
        let phone = Phone()
        let old = try await phone.register().record
        let new = try await phone.register().record
        #expect(try await phone.open().passkeys().map(\.id) == [new.id])
        #expect(try await phone.keys.names().count == 1, "the old one's key is gone")
        #expect(await error { try await phone.open().authenticate(Phone.request(old.id), from: Phone.origin) } == .noPasskey)
    }

    @Test("a credential that is there already is not made again; the user decides whether that is told")
    func excluded() async throws {
        let phone = Phone()
        let record = try await phone.register().record
        let again = Phone.creation(excluded: [[9], record.id])
        #expect(await error { try await phone.register(again) } == .known)
        phone.consent.answers.withLock { $0.tells = false }
        #expect(await error { try await phone.register(again) } == .notAllowed)
        var elsewhere = again
        elsewhere.relyingPartyID = "login.example.com"
        _ = try await phone.open().register(elsewhere, from: Phone.origin)
    }

    @Test("who doesn't want a passkey gets none, and nothing is left behind")
    func declined() async throws {
        let phone = Phone()
        phone.consent.answers.withLock { $0.creates = false }
        #expect(await error { try await phone.register() } == .cancelled)
        #expect(try await phone.keys.names().isEmpty)
        #expect(try await phone.open().passkeys().isEmpty)
    }

    struct Verification: Sendable {
        let method: SimulatedVerification?
        let wanted: WebAuthn.UserVerificationRequirement
        let refusal: PasskeyError.Code?
        let isVerified: Bool

        init(
            _ method: SimulatedVerification?, _ wanted: WebAuthn.UserVerificationRequirement, _ refusal: PasskeyError.Code?,
            _ isVerified: Bool = false
        ) {
            self.method = method
            self.wanted = wanted
            self.refusal = refusal
            self.isVerified = isVerified
        }

        static let all = [
            Verification(nil, .required, .constraint), Verification(nil, .preferred, nil), Verification(nil, .discouraged, nil),
            Verification(SimulatedVerification(nil), .required, .notAllowed),
            Verification(SimulatedVerification(nil), .preferred, .notAllowed),
            Verification(SimulatedVerification(nil), .discouraged, nil),
            Verification(SimulatedVerification(.presence), .required, .constraint),
            Verification(SimulatedVerification(.presence), .preferred, nil),
            Verification(SimulatedVerification(.pin), .required, nil, true),
            Verification(SimulatedVerification(.pin), .preferred, nil, true),
            Verification(SimulatedVerification(.pin), .discouraged, nil),
        ]
    }

    @Test("users are verified as the relying party wants and the device can; a flag never says more", arguments: Verification.all)
    func verification(_ row: Verification) async throws {
        var phone = Phone()
        let made = try await phone.register(Phone.creation(residentKey: .discouraged, verification: .required)).record
        phone.configuration.verification = row.method
        #expect(await error { try await phone.authenticate(Phone.request(made.id, verification: row.wanted), as: made) } == row.refusal)
        #expect(await error { try await phone.register(Phone.creation("grace", verification: row.wanted)) } == row.refusal)
        guard row.refusal == nil else { return }
        let verified = try await phone.authenticate(Phone.request(made.id, verification: row.wanted), as: made)
        #expect(verified.flags.contains(.userVerified) == row.isVerified)
    }

    @Test(
        "a page asks for its own domain or one above",
        arguments: [
            ("https://login.example.com", "example.com", true), ("https://example.com", "example.com", true),
            ("https://login.example.com:8443", "example.com", true), ("http://localhost:8080", "localhost", true),
            ("http://localhost:8080", "", true), ("https://example.com", "login.example.com", false),
            ("https://evilexample.com", "example.com", false), ("https://example.com.evil.test", "example.com", false),
            ("ios:bundle-id:com.example.app", "example.com", true), ("ios:bundle-id:com.example.app", "", false),
        ])
    func origins(_ origin: String, _ party: String, _ mayAsk: Bool) async throws {
        var options = Phone.creation()
        options.relyingPartyID = party
        let asked = options
        #expect(await error { try await Phone().open().register(asked, from: origin) } == (mayAsk ? nil : .origin))
        var request = Phone.request()
        request.relyingPartyID = party
        let made = request
        #expect(await error { try await Phone().open().authenticate(made, from: origin) } == (mayAsk ? .noPasskey : .origin))
    }

    @Test("what can't be made here is refused")
    func unsupported() async throws {
        var options = Phone.creation()
        options.algorithms = [.rs256]
        let foreign = options
        #expect(await error { try await Phone().register(foreign) } == .unsupported)
        options = Phone.creation()
        options.attachment = .crossPlatform
        let roaming = options
        #expect(await error { try await Phone().register(roaming) } == .unsupported)
    }

    @Test("a user who takes longer than the relying party waits has made nothing")
    func late() async throws {
        let phone = Phone()
        phone.consent.answers.withLock { $0.meanwhile = { phone.time.advance(by: 61) } }
        #expect(await error { try await phone.register() } == .timeout)
        #expect(try await phone.open().passkeys().isEmpty)
    }

    @Test("it vouches for itself where that is asked, and says whether its passkeys are copied")
    func attestation() async throws {
        var phone = Phone()
        phone.configuration.isBackedUp = true
        let registered = try await phone.register(Phone.creation(attestation: .direct, extensions: ["credProps": true]))
        #expect(registered.attestation.kind == .selfSigned && registered.isDiscoverable == true)
        #expect(registered.record.isBackupEligible == true && registered.record.isBackedUp)
        #expect(try await phone.register(Phone.creation("grace")).attestation.kind == .none)
    }

    @Test("secrets are the same for the same input, another for another input, passkey or user who wasn't verified")
    func secrets() async throws {
        let phone = Phone()
        let input: JSONObject = ["prf": ["eval": ["first": "aW5wdXQ", "second": "b3RoZXI"]]]
        let made = try await phone.open().register(Phone.creation(extensions: input), from: Phone.origin)
        let results = try #require(made.extensionResults["prf"])
        let (first, second) = (results["results"]?["first"]?.string, results["results"]?["second"]?.string)
        #expect(results["enabled"] == true && first != nil && second != nil && first != second)
        func again(_ extensions: JSONObject, _ verification: WebAuthn.UserVerificationRequirement = .required) async throws -> JSONValue? {
            let request = Phone.request(made.id, verification: verification, extensions: extensions)
            return try await phone.open().authenticate(request, from: Phone.origin).extensionResults["prf"]?["results"]
        }
        #expect(try await again(input)?["first"]?.string == first)
        let byID: JSONObject = ["prf": ["eval": ["first": "AA"], "evalByCredential": [Base64URL.encode(made.id): ["first": "b3RoZXI"]]]]
        #expect(try await again(byID)?["first"]?.string == second)
        let unverified = try await again(input, .discouraged)
        #expect(unverified?["first"] != nil && unverified?["first"]?.string != first)
        #expect(try await again([:]) == nil)
        let other = try await phone.open().register(Phone.creation("grace", extensions: input), from: Phone.origin)
        #expect(other.extensionResults["prf"]?["results"]?["first"]?.string != first)
    }

    @Test("two signatures at once have two counts")
    func concurrent() async throws {
        let phone = Phone()
        let record = try await phone.register().record
        let authenticator = phone.open()
        let counts = try await withThrowingTaskGroup(of: UInt32.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let response = try await authenticator.authenticate(Phone.request(record.id), from: Phone.origin)
                    return try AuthenticatorData(bytes: response.authenticatorData).signCount
                }
            }
            return try await group.reduce(into: Set<UInt32>()) { $0.insert($1) }
        }
        #expect(counts == Set(1...8))
    }

    @Test("a passkey that was removed signs no more")
    func removed() async throws {
        let phone = Phone()
        let record = try await phone.register().record
        try await phone.open().remove(record.id)
        try await phone.open().remove(record.id)
        #expect(await error { try await phone.open().authenticate(Phone.request(), from: Phone.origin) } == .noPasskey)
        #expect(try await phone.keys.names().isEmpty)
    }
}

extension CredentialRecord {
    func counting(_ count: UInt32) -> Self {
        var record = self
        record.signCount = count
        return record
    }
}
