import Foundation
import JourneyMessages
import MailTesting
import Primitives
import Store

@testable import JourneyEngine
@testable import JourneyModel
import Messaging
import Services
import Directory

/// The journeys that send mail, a user with an address, and the mail that was sent.
struct MailHarness: Sendable {
    static let address = "demo@example.com"

    let journey: JourneyHarness
    var mail: RecordingMail { journey.mail }
    /// Another device of another network.
    let elsewhere = ClientContext(address: "198.51.100.7", userAgent: "Another", languages: ["de"], binding: "another")

    init(_ change: (inout RealmSettings) -> Void = { _ in }) async throws {
        let form = try await RegistrationHarness(change)
        journey = form.journey
        for template in try EmailTemplate.standard() { try await journey.domain.messaging.templates.save(template, in: journey.realm.id) }
        for text in [BuiltInJourneys.verifiedRegistration, BuiltInJourneys.resetPassword, BuiltInJourneys.forgottenUsername] {
            try await journey.add(text)
        }
        try await setMail(Self.address)
    }

    func setMail(_ address: String) async throws {
        _ = try await journey.domain.directory.accounts.change(journey.user.id, in: journey.realm, as: .administrator) { document in
            for (name, value) in [("mail", address), ("givenName", "Demo"), ("sn", "User")] { document[name] = .string(value) }
        }
    }

    /// A registration, up to the mail.
    func register(_ changes: (String, JSONValue?)...) async throws -> Step {
        try await journey.send(journey.step("VerifiedRegistration").filled(RegistrationHarness.form + changes)).step
    }

    /// A forgotten password or name, up to the mail.
    func ask(_ name: String, for address: String) async throws -> Step {
        try await journey.send(journey.step(name), .string(address)).step
    }

    /// Opens a link, by default the last one that was sent, on another device.
    func open(_ id: String? = nil, in realm: Realm? = nil) async throws -> JourneyReply {
        try await journey.engine.resume(id ?? mail.suspendedID ?? "", in: realm ?? journey.realm, from: elsewhere)
    }

    /// Answers a step on the other device.
    func send(_ step: Step, _ answers: JSONValue?...) async throws -> JourneyReply {
        try await journey.engine.advance(step.answered(answers), in: journey.realm, from: elsewhere)
    }

    /// How many runs wait for their link.
    func waiting() async throws -> Int { try await journey.database.read { try $0.rows("SELECT id FROM suspended_journeys").count } }

    func error(_ body: () async throws -> some Any) async -> JourneyRunError? { await journey.error(body) }
}
