import Crypto
import Directory
import Foundations
import Messaging
import Primitives
import Services
import Verifications

/// The application by whose push credentials notices are sent.
extension VerifyServer {
    private static let application = "verify-app"

    /// Adds it, with credentials of Apple's push service.
    func addPushApplication() async throws {
        var settings = ApplicationSettings()
        settings.kind = .native
        var mobile = MobileSettings()
        mobile.bundleID = "org.example.verify"
        settings.mobile = mobile
        try await domain.directory.applications.create(
            Directory.Application(id: Self.application, realm: realm.id, settings: settings, secret: nil))
        let key = try P256.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 1, count: 32)).pemRepresentation
        let credential = try PushCredential.Content(
            json: ["type": "APNS", "key": "ABC123DEFG", "teamId": "DEF123GHIJ", "token": .string(key)])
        _ = try await domain.messaging.pushCredentials.create(credential, of: Self.application, in: realm.id)
    }

    /// Names it in the realm's settings.
    func namePushApplication() async throws {
        var changed = realm
        changed.settings[VerificationSettings.self].verificationApplication = Self.application
        try await domain.directory.realms.update(changed)
    }
}
