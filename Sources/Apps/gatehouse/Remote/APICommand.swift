import Administration
import ArgumentParser
import DeviceFoundation
import Foundation
import Primitives

/// `gatehouse api`
struct APICommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "api", abstract: "Send a request to a server's administration API, and print its answer.",
        discussion: """
            A path is below the realm, unless it begins with server/ or realms/. The requests that there are: /admin/v1/openapi.json.

            Examples:
              gatehouse api GET 'users?filter=status eq "locked"' --as login.example.com
              gatehouse api POST users/ada:lock --input lock.json --as login.example.com
              gatehouse api PATCH '' --input settings.json --force --realm alpha --as login.example.com
              gatehouse api GET server/realms --as login.example.com
            """)

    @Argument(help: "GET, PUT, POST, PATCH or DELETE.", transform: Self.method) var method: HTTPMethod
    @Argument(help: "The path, and its query.") var path: String
    @Option(help: "A file with the body, JSON or YAML; - for standard input.", completion: .file()) var input: String?
    @Option(help: ArgumentHelp("The entity tag of the resource that is changed.", valueName: "tag")) var ifMatch: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var remote: RemoteOptions

    private static func method(_ text: String) throws -> HTTPMethod {
        guard let method = HTTPMethod(exactly: text.uppercased()) else { throw ValidationError("\(text) is no method") }
        return method
    }

    func validate() throws {
        guard ifMatch == nil || !change.force else { throw ValidationError("--if-match and --force don't go together") }
    }

    func run() async throws {
        guard let connection = try await remote.connection(hasLocalFlags: false) else {
            throw CommandFailure(["name the server with --server or --as"], exitCode: 64)
        }
        var headers: HTTPHeaders = [:]
        headers["If-Match"] = change.force ? "*" : ifMatch
        if method == .patch { headers["Content-Type"] = "application/merge-patch+json" }
        let answer = try await connection.send(method, try target(), headers: headers, body: try input.map(InputFile.json))
        guard answer.isSuccess else { throw ProblemText.failure(answer) }
        if answer.json != .null { Terminal.show(answer.json) }
    }

    private func target() throws -> String {
        let typed = path.drop { $0 == "/" }
        let (place, query) = typed.firstIndex(of: "?").map { (typed[..<$0], typed[$0...]) } ?? (typed, "")
        guard !place.split(separator: "/").contains("..") else { throw CommandFailure("\(path) is no path of the administration API") }
        let isWhole = ["server", "realms"].contains(place.prefix { $0 != "/" }) || place == "openapi.json"
        let base = isWhole ? "" : "realms/" + (try realm.path.segment) + (place.isEmpty ? "" : "/")
        let dryRun = change.dryRun ? (query.isEmpty ? "?" : "&") + "dryRun=true" : ""
        return base + place + query + dryRun
    }
}
