import Primitives
import Store
import Testing
import Services
import Directory
import Foundations

@Suite("Applications")
struct ApplicationTests {
    private func confidential(_ harness: DomainHarness, _ change: (inout ApplicationSettings) -> Void = { _ in }) -> Application {
        var settings = ApplicationSettings()
        settings.authentication = .secretBasic
        change(&settings)
        return Application(id: "backend", realm: harness.realm.id, settings: settings, secret: Secret("s3cret"))
    }

    @Test("an application comes back as it was stored, its secret sealed on the way")
    func roundTrip() async throws {
        let harness = try await DomainHarness()
        let application = confidential(harness) { $0.redirectURIs = ["https://localhost:8443/callback"] }
        try await harness.domain.directory.applications.create(application)
        let read = try #require(try await harness.domain.directory.applications.application("backend", in: harness.realm.id))
        #expect(read.settings == application.settings && read.secret == application.secret && read.created == harness.time.now)
        let stored = try await harness.database.read { try $0.row("SELECT secret FROM applications WHERE id = 'backend'")?.blob("secret") }
        #expect(!(try #require(stored)).contains(sequence: Array("s3cret".utf8)))
        await harness.close()
    }

    @Test("a sealed secret moved to another application doesn't open")
    func swapped() async throws {
        let harness = try await DomainHarness()
        try await harness.domain.directory.applications.create(confidential(harness))
        try await harness.database.write { transaction in
            _ = try transaction.execute("UPDATE applications SET id = 'other' WHERE id = 'backend'")
        }
        harness.time.advance(by: 2)
        await #expect(throws: (any Error).self) {
            try await harness.domain.directory.applications.application("other", in: harness.realm.id)
        }
        await harness.close()
    }

    @Test(
        "impossible settings are refused",
        arguments: ["/relative", "https://a.example/#fragment", "https://*.example/cb", "not a uri"])
    func redirects(_ uri: String) async throws {
        let harness = try await DomainHarness()
        let application = confidential(harness) { $0.redirectURIs = [uri] }
        await #expect(throws: DomainError(.invalid, "")) { try await harness.domain.directory.applications.create(application) }
        await harness.close()
    }

    @Test("a public client has no secret and no client credentials")
    func publicClient() async throws {
        let harness = try await DomainHarness()
        var settings = ApplicationSettings()
        let withSecret = Application(id: "app", realm: harness.realm.id, settings: settings, secret: Secret("x"))
        await #expect(throws: DomainError(.invalid, "")) { try await harness.domain.directory.applications.create(withSecret) }
        settings.grantTypes = [.clientCredentials]
        let withGrant = Application(id: "app", realm: harness.realm.id, settings: settings, secret: nil)
        await #expect(throws: DomainError(.invalid, "")) { try await harness.domain.directory.applications.create(withGrant) }
        await harness.close()
    }
}

extension Collection where Element: Equatable {
    fileprivate func contains(sequence other: [Element]) -> Bool {
        indices.contains { self[$0...].starts(with: other) }
    }
}
