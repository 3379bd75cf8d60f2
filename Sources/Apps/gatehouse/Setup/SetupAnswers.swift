import Foundation
import GatehouseServer
import Primitives

/// The settings that a server is set up with: those that were given as flags, those that are asked for, and what follows from them.
struct SetupAnswers {
    private var values: [String: String]
    private let path: String

    /// - Parameters:
    ///   - given: settings by key.
    ///   - path: the settings file that they are for.
    init(_ given: [String: String], for path: String) {
        values = given
        self.path = path
    }

    /// All settings that the file holds.
    /// - Throws: ``CommandFailure`` when something is missing and there is no terminal to ask at.
    func complete() throws -> [String: String] {
        var answers = self
        if Terminal.isInteractive { try answers.ask() }
        guard let publicURL = answers.values["public-url"] else {
            throw CommandFailure(
                "--public-url is missing: the URL by which browsers and apps reach the server, such as https://login.example.com")
        }
        guard answers.values["tls-cert"] != nil || answers.values["behind-proxy"] == "true" || publicURL.hasPrefix("http:") else {
            throw CommandFailure("--tls-cert and --tls-key are missing, or --behind-proxy where a proxy in front terminates TLS")
        }
        return answers.defaults(publicURL).merging(answers.values) { $1 }
    }

    /// Asks for a line; an empty one is the standard answer, where there is one.
    static func ask(_ question: String, standard: String? = nil) throws -> String {
        while true {
            let answer = try Terminal.ask(question + (standard.map { " [\($0)]" } ?? "") + ": ")
            if let answer = answer.isEmpty ? standard : answer { return answer }
        }
    }

    /// Asks for a file that can be read, again if it can't; the standard answer need not be one.
    private static func askForFile(_ question: String, standard: String? = nil) throws -> String {
        while true {
            let answer = try ask(question, standard: standard)
            if answer == standard || FileManager.default.isReadableFile(atPath: answer) { return answer }
            Terminal.complain("\(answer) can't be read")
        }
    }

    private mutating func ask() throws {
        if values["public-url"] == nil {
            values["public-url"] = try Self.ask("URL by which browsers and apps reach the server, such as https://login.example.com")
        }
        let isPlain = values["public-url"]?.hasPrefix("http:") == true
        if values["tls-cert"] == nil, values["behind-proxy"] == nil, !isPlain {
            let certificate = try Self.askForFile(
                "Certificate chain, a PEM file (none: a proxy in front terminates TLS)", standard: "none")
            if certificate == "none" {
                values["behind-proxy"] = "true"
            } else {
                values["tls-cert"] = certificate
            }
        }
        if values["tls-cert"] != nil, values["tls-key"] == nil {
            values["tls-key"] = try Self.askForFile("Private key of the certificate, a PEM file")
        }
        let defaults = defaults(values["public-url"] ?? "")
        for (key, question) in [("host", "Address to listen on"), ("port", "Port to listen on")] where values[key] == nil {
            values[key] = try Self.ask(question, standard: defaults[key])
        }
    }

    /// The values that follow from the public URL: a server with a certificate listens on all addresses and on that URL's port, and one behind a
    /// proxy, or without TLS, on this machine alone.
    private func defaults(_ publicURL: String) -> [String: String] {
        let isOpen = values["tls-cert"] != nil
        let port = URLComponents(string: publicURL)?.port ?? 443
        var defaults = ["host": isOpen ? "0.0.0.0" : "127.0.0.1", "port": "\(isOpen ? port : 8080)"]
        if path == SettingsFile.installedPath {
            defaults["data-directory"] = "/var/lib/gatehouse"
            defaults["log-format"] = "json"
        } else {
            defaults["data-directory"] =
                URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent("gatehouse-data").path
        }
        return defaults
    }
}
