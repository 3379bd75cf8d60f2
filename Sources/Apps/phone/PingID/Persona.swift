import ArgumentParser
import Primitives

/// The app that is on the phone: `phone --as NAME`.
enum Persona: String, CaseIterable {
    /// The app with the MFA SDK and authenticator accounts.
    case mfa
    /// A customer's app with the PingID SDK.
    case pingID = "pingid"
    /// A customer's app with the Orchestration SDK.
    case orchestration

    /// The persona that the first arguments name, and the arguments after that.
    static func named(by arguments: [String]) throws -> (persona: Persona, rest: [String]) {
        guard let first = arguments.first else { return (.mfa, []) }
        var (name, rest) = (String?.none, Array(arguments.dropFirst()))
        if first == "--as" {
            name = rest.isEmpty ? "" : rest.removeFirst()
        } else if first.hasPrefix("--as=") {
            name = String(first.dropFirst(5))
        }
        guard let name else { return (.mfa, arguments) }
        guard let persona = Persona(exactly: name) else {
            throw PhoneFailure("--as takes \(allCases.map(\.rawValue).joined(separator: " or "))", exitCode: 64)
        }
        return (persona, rest)
    }

    /// The commands of this app.
    var root: any AsyncParsableCommand.Type {
        switch self {
        case .mfa: PhoneCommand.self
        case .pingID: PingIDPhoneCommand.self
        case .orchestration: OrchestrationPhoneCommand.self
        }
    }
}
