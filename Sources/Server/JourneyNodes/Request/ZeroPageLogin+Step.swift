import Directory
package import JourneyEngine
import JourneyModel
import Primitives

extension ZeroPageLogin: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        guard turn.realm.settings.zeroPageLogin else { return .outcome(Outcome.no) }
        let headers = turn.client.request().headers
        guard let name = try value(usernameHeader, headers), let password = try value(passwordHeader, headers), mayCome(headers) else {
            return .outcome(Outcome.no)
        }
        turn.state.username = name
        turn.state.secrets[SecretName.password] = Secret(password)
        return .outcome(Outcome.yes)
    }

    private func mayCome(_ headers: [RequestFacts.Field]) -> Bool {
        let given = headers.filter { $0.name.lowercased() == "referer" }.map(\.value)
        guard let referrer = given.first, !referrer.isEmpty else { return mayLackReferrer }
        return referrers.isEmpty || referrers.contains(referrer)
    }

    /// A header's value, nil when it isn't there or empty.
    /// - Throws: ``JourneyRunError`` `.failed` when it is there twice or too long.
    private func value(_ name: String, _ headers: [RequestFacts.Field]) throws -> String? {
        let values = headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
        guard values.count < 2, values.allSatisfy({ $0.utf8.count <= Self.longest }) else { throw JourneyRunError(.failed) }
        return values.first.flatMap(EncodedWords.decode).flatMap { $0.isEmpty ? nil : $0 }
    }

    private static let longest = 4096
}
