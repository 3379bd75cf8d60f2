import Directory
import IntegrityTesting
import ServerTesting
import Services

extension LiveServer {
    /// Makes the application `phone`, whose apps a pretended Apple attests.
    func allowAppAttest(team: String, bundle: String, development: Bool = false, trusting apple: PretendAppAttest) async throws {
        var settings = ApplicationSettings()
        settings.kind = .native
        var mobile = MobileSettings()
        mobile.bundleID = bundle
        var detection = IntegrityDetection()
        var attest = IntegrityDetection.AppAttest()
        (attest.team, attest.trustedRoots, attest.allowsDevelopment) = (team, try apple.rootPEM, development)
        detection.appAttest = attest
        mobile.integrityDetection = detection
        settings.mobile = mobile
        try await server.domain.directory.applications.create(Application(id: "phone", realm: realm.id, settings: settings, secret: nil))
    }
}
