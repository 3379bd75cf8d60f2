import ArgumentParser
import Services
import Directory
import Foundations

/// The realm that a command works in.
struct RealmOption: ParsableArguments {
    @Option(help: "The realm, such as alpha or root.")
    var realm = "alpha"

    func realm(in domain: Domain) async throws -> Realm { try await domain.realms.realm(at: try RealmPath(argument: realm)) }
}

extension RealmPath {
    /// Reads a realm's path as it was typed.
    init(argument: String) throws {
        guard let path = RealmPath(argument) else {
            throw CommandFailure("\(argument) is no realm: names of letters, digits, -, _ and . with slashes between")
        }
        self = path
    }
}
