import Directory
import Foundation
import Foundations
import PolicyMessages
import Primitives
import Sessions
import SignIn

extension JourneyEngine {
    /// The outcome of a request once its advice is understood.
    enum Advised {
        case run(JourneyStart)
        case satisfied(JourneyCompletion)
    }

    /// Finds the journey for what a policy wants (`docs/protocols/step-protocol.md` 10.2, 10.3). A transaction goes before all else.
    /// - Throws: ``JourneyRunError`` `.failed` for a transaction that isn't the session's to approve, `.unknownJourney` when there is no journey
    ///   for the advice.
    func advised(_ request: JourneyStart) async throws -> Advised {
        guard let advice = request.advice else { return .run(request) }
        var request = request
        if let values = advice.transactionID {
            try await prepare(&request, toApprove: values)
        } else if let service = advice[.service].first {
            request.journey = try Self.journey(service, in: request.realm)
        } else if let level = advice[.level].first {
            return try raise(request, to: level)
        } else if !advice[.session].isEmpty {
            request.forceAuth = true
        } else {
            throw JourneyRunError(.unknownJourney, message: "No journey is configured for this advice")
        }
        return .run(request)
    }

    /// - Parameter values: the transaction's id; some clients write several into one value, of which the first counts.
    private func prepare(_ request: inout JourneyStart, toApprove values: String) async throws {
        let id = values.split(separator: " ").first?.lowercased() ?? ""
        guard let session = request.living(at: domain.platform.time.now), request.sessionToken != nil,
            let transaction = try await domain.signIn.transactions.waiting(id, for: session)
        else { throw JourneyRunError(.failed) }
        request.journey = transaction.journey
        request.transaction = transaction.id
        request.forceAuth = true
    }

    private func raise(_ request: JourneyStart, to text: String) throws -> Advised {
        let (realm, value) = Self.qualified(text)
        guard let level = Int(value), realm.map({ RealmPath($0) == request.realm.path }) ?? true else {
            throw JourneyRunError(.unknownJourney, message: "No journey is configured for this level")
        }
        if let session = request.living(at: domain.platform.time.now), let token = request.sessionToken, session.authLevel >= level {
            return .satisfied(request.completion(session, token))
        }
        var request = request
        request.journey = try Self.journey(raisingTo: level, in: request.realm)
        request.forceAuth = true
        return .run(request)
    }

    private static func journey(raisingTo level: Int, in realm: Realm) throws(JourneyRunError) -> String {
        let enough = realm.settings[SessionSettings.self].journeysByLevel.compactMap { member in Int(member.key).map { ($0, member.value) }
        }
        .filter { $0.0 >= level }
        guard let least = enough.min(by: { $0.0 < $1.0 }) else {
            throw JourneyRunError(.unknownJourney, message: "No journey is configured for this level")
        }
        return least.1
    }

    /// The journey of `StepUp` or `/alpha:StepUp`, which has to be of this realm.
    private static func journey(_ service: String, in realm: Realm) throws(JourneyRunError) -> String {
        let (named, journey) = qualified(service)
        guard named.map({ RealmPath($0) == realm.path }) ?? true else { throw JourneyRunError(.unknownJourney) }
        return journey
    }

    /// A value with the realm that may stand before it.
    private static func qualified(_ text: String) -> (realm: String?, value: String) {
        guard text.hasPrefix("/"), let colon = text.firstIndex(of: ":") else { return (nil, text) }
        return (String(text[..<colon]), String(text[text.index(after: colon)...]))
    }
}
