import DeviceFoundation
import DeviceMessages
import Foundation
import Primitives
import Verification
import VerificationMessages

/// A phone's verifications of its user's identity: the server of the one that was begun last, and images that wait.
struct VerificationHome: Sendable {
    let phone: PhoneOptions
    /// The network; nil for the phone's own.
    var transport: (any HTTPTransport)?

    /// The server and the realm of the verification that was begun last; nil before the first.
    var place: VerificationCodeText.Place? {
        // The phone's own file: no byte order mark.
        (try? String(contentsOfFile: file, encoding: .utf8)).flatMap(VerificationCodeText.Place.init(issuer:))
    }

    /// Opens the app's half of verifications at a server.
    func open(at place: VerificationCodeText.Place) async throws -> IdentityVerification {
        try await IdentityVerification.open(
            VerificationClientConfiguration(place: place, application: phone.app), on: try phone.device(transport: transport),
            images: PendingImageFolder(phone.home.directory + "/verification-images"))
    }

    /// Opens the app's half of the verification that was begun last.
    func open() async throws -> IdentityVerification {
        guard let place else {
            throw PhoneFailure("no verification was begun; begin one with: phone verify 'https://…/verify?realm=…&code=…'")
        }
        return try await open(at: place)
    }

    /// Begins the verification of a code, and remembers its server.
    /// - Parameter trust: whether the server that the code names is trusted from now on.
    func begin(_ code: String, trust: Bool) async throws -> IdentityVerification {
        let place = try place(of: code, trust)
        let verification = try await open(at: place)
        // Before the server hears of it, so that a start that was interrupted is resumed.
        try place.issuer.description.write(toFile: file, atomically: true, encoding: .utf8)
        try await verification.start(code)
        return verification
    }

    /// The server of a code: the one that its address names, if it is trusted, or the one that the phone knows.
    private func place(of code: String, _ trust: Bool) throws -> VerificationCodeText.Place {
        let home = phone.home
        guard let named = try VerificationCodeText(code).place else {
            guard let known = try place ?? home.issuers().first.flatMap({ VerificationCodeText.Place(issuer: $0.description) }) else {
                throw PhoneFailure("this phone knows no server for a bare code; take the address of the QR code, and --trust")
            }
            return known
        }
        if trust, try !home.issuers().contains(named.issuer) { try home.trust(named.issuer) }
        guard try place?.origin == named.origin || home.issuers().contains(where: { $0.base == named.origin }) else {
            throw PhoneFailure("this phone doesn't trust \(named.origin); --trust trusts it from now on")
        }
        return named
    }

    private var file: String { phone.home.directory + "/verification" }
}

extension VerificationCodeText.Place {
    /// The place of a server's issuer URL; nil for a text that is none.
    fileprivate init?(issuer text: String) {
        guard let issuer = DeviceIssuer(text), let realm = UUID(text: issuer.realm) else { return nil }
        self.init(origin: issuer.base, realm: realm)
    }

    fileprivate var issuer: DeviceIssuer { DeviceIssuer(base: origin, realm: realm.text) }
}
