import ArgumentParser
import Foundation
import JOSE
import Primitives

/// `gatehouse token inspect`
struct TokenInspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Show what a JSON Web Token says, and whether it's genuine.",
        discussion: """
            Without keys nothing is verified: a stranger could have written the token.

            Examples:
              gatehouse login --json | jq -r .id_token | gatehouse token inspect -
              gatehouse token inspect token.txt --jwks http://localhost:8080/am/oauth2/realms/root/realms/alpha/connect/jwk_uri
            """)

    @Argument(help: "A file with the token; - for standard input.", completion: .file()) var file = "-"
    @Option(help: ArgumentHelp("The issuer's key set, to verify with: a file or a URL.", valueName: "keys")) var jwks: String?
    @OptionGroup var authorities: AuthoritiesOption
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let text = try InputFile.text(file).trimmingCharacters(in: .whitespacesAndNewlines)
        let token = try ReadToken(text)
        let isGenuine = try await verify(text)
        let isExpired = token.claims["exp"]?.number.map { Date(timeIntervalSince1970: $0) <= SystemTime().now }
        if output.json {
            output.show([
                "header": .object(token.header), "claims": .object(token.claims), "verified": isGenuine.map { .bool($0) } ?? .null,
                "expired": isExpired.map { .bool($0) } ?? .null,
            ])
        } else {
            show(token, isGenuine: isGenuine, isExpired: isExpired)
        }
        if isGenuine == false { throw CommandFailure("no key of \(jwks ?? "") verifies the token's signature") }
    }

    /// Whether a key of the set made the signature; nil without a set.
    private func verify(_ token: String) async throws -> Bool? {
        guard let jwks else { return nil }
        let keys = VerificationKeys(try JWKSet(parsing: try await KeySetSource.read(jwks, over: try authorities.transport())))
        do {
            _ = try JWS.verify(token, with: keys, allowing: SignatureAlgorithm.asymmetric)
            return true
        } catch {
            return false
        }
    }

    private func show(_ token: ReadToken, isGenuine: Bool?, isExpired: Bool?) {
        print("header")
        for line in Self.lines(token.header) { Terminal.say(line) }
        print("claims" + (isExpired == true ? " (expired)" : ""))
        for line in Self.lines(token.claims) { Terminal.say(line) }
        print(
            "signature\n  " + (isGenuine.map { $0 ? "verified" : "not verified: no key fits" } ?? "not checked; give --jwks to verify it"))
    }

    private static func lines(_ object: JSONObject) -> [String] {
        let width = object.names.map(\.count).max() ?? 0
        return object.members.map { member in
            let space = String(repeating: " ", count: width - member.name.count + 2)
            return "  " + member.name + space + Table.text(member.value) + time(member.name, member.value)
        }
    }

    /// A time also in words.
    private static func time(_ name: String, _ value: JSONValue) -> String {
        guard ["exp", "iat", "nbf", "auth_time"].contains(name), let seconds = value.number else { return "" }
        return "  (\(Date(timeIntervalSince1970: seconds).formatted(.iso8601)))"
    }
}
