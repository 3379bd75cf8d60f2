import Directory
package import JourneyEngine
import JourneyModel
import Primitives
import SignIn

extension ZeroPageLogin: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        guard turn.realm.settings[JourneySettings.self].zeroPageLogin else { return .outcome(Outcome.no) }
        let headers = turn.client.request().headers
        let names = (username: usernameHeader, password: passwordHeader)
        guard let credentials = try ZeroPageCredentials(in: headers, named: names), mayCome(headers) else {
            return .outcome(Outcome.no)
        }
        turn.state.username = credentials.username
        turn.state.secrets[SecretName.password] = credentials.password
        return .outcome(Outcome.yes)
    }

    private func mayCome(_ headers: [RequestFacts.Field]) -> Bool {
        let given = headers.filter { $0.name.lowercased() == "referer" }.map(\.value)
        guard let referrer = given.first, !referrer.isEmpty else { return mayLackReferrer }
        return referrers.isEmpty || referrers.contains(referrer)
    }
}
