import AsyncHTTPTransport
import DeviceFoundation
import DeviceMessages
import Foundation
import MFA
import Primitives

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The contents of a phone's folder: the vault with keys and pairings, as a phone's own key store has them; the app's data, which go when
/// the app is removed; and which servers are trusted.
struct PhoneHome: Sendable {
    let directory: String

    private var vault: String { "\(directory)/vault" }
    private var app: String { "\(directory)/app" }
    private var trusted: String { "\(directory)/trusted" }

    func store() throws -> FileVault { try FileVault("\(vault)/vault", key: .file("\(vault)/key")) }
    func appData() throws -> FileVault { try FileVault("\(app)/data", key: .file("\(app)/key")) }

    /// The servers that this phone's app may talk to; bare keys and codes go to the first.
    func issuers() throws -> [DeviceIssuer] {
        // The phone's own file: no byte order mark.
        guard let text = try? String(contentsOfFile: trusted, encoding: .utf8) else { return [] }
        return text.split(separator: "\n").compactMap { DeviceIssuer(String($0)) }
    }

    /// Trusts a server from now on.
    func trust(_ issuer: DeviceIssuer, first: Bool = false) throws {
        var issuers = try issuers().filter { $0 != issuer }
        issuers.insert(issuer, at: first ? 0 : issuers.count)
        try makeDirectory()
        try issuers.map { "\($0)\n" }.joined().write(toFile: trusted, atomically: true, encoding: .utf8)
    }

    func distrust(_ issuer: DeviceIssuer) throws {
        try issuers().filter { $0 != issuer }.map { "\($0)\n" }.joined().write(toFile: trusted, atomically: true, encoding: .utf8)
    }

    /// The phone is gone with all that is on it; no server is told.
    func lose() throws { try removeIfThere(directory) }

    /// The app is removed and installed again; the phone's key store stays.
    func reinstall() throws { try removeIfThere(app) }

    /// Holds off other commands that change this phone, until the returned lock goes.
    func lock() throws -> Lock {
        try makeDirectory()
        return try Lock("\(directory)/lock")
    }

    /// Holds off other commands as ``lock()`` does, without waiting for one that runs.
    /// - Throws: ``PhoneFailure`` with ``busy`` while another command has the lock.
    func lockNow() throws -> Lock {
        try makeDirectory()
        return try Lock("\(directory)/lock", waits: false)
    }

    /// The reason for which a phone in use is left alone.
    static let busy = "another command is using this phone; try again once it has ended"

    final class Lock {
        private let descriptor: Int32

        fileprivate init(_ path: String, waits: Bool = true) throws {
            descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw PhoneFailure("\(path) can't be locked") }
            guard flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) == 0 else {
                throw PhoneFailure(errno == EWOULDBLOCK ? PhoneHome.busy : "\(path) can't be locked")
            }
        }

        deinit { close(descriptor) }
    }

    func makeDirectory() throws {
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    private func removeIfThere(_ path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        try FileManager.default.removeItem(atPath: path)
    }
}

extension PhoneOptions {
    /// Switches the phone on.
    /// - Throws: when no server is trusted yet.
    func open(transport: (any HTTPTransport)? = nil) async throws -> MFADevice {
        let home = home
        let issuers = try home.issuers()
        guard !issuers.isEmpty else {
            throw PhoneFailure("this phone knows no server yet; pair it with: phone pair --trust 'http://…/pair?realm=…&key=…'")
        }
        var configuration = MFAConfiguration(
            issuers: issuers, app: AppDescription(id: app, version: "1.0"), device: description, client: client)
        configuration.verification = verification
        configuration.appData = try home.appData()
        return try await MFADevice.open(configuration, on: try device(transport: transport))
    }

    /// The phone as the client's modules see it.
    func device(transport: (any HTTPTransport)? = nil, interceptors: [any RequestInterceptor] = []) throws -> Device {
        let log = verbose ? Log([.info, .network, .warning, .error]) : .off
        return Device(
            transport: try transport ?? network(), store: try home.store(), interceptors: interceptors, log: log, timeout: .seconds(15),
            keepsCookies: false)
    }

    func network() throws -> any HTTPTransport {
        guard !offline else { return NoNetwork() }
        guard let authorities else { return try AsyncHTTPTransport() }
        guard let pem = FileManager.default.contents(atPath: authorities) else { throw PhoneFailure("\(authorities) can't be read") }
        return try AsyncHTTPTransport(trust: .only(pem: pem))
    }

    /// The phone's description of itself.
    var description: DeviceDescription {
        DeviceDescription(
            platform: "Linux", osVersion: "1.0", model: "Terminal phone", name: name,
            locale: Locale.current.identifier(.bcp47), timeZone: TimeZone.current.identifier)
    }
}

/// The network of a phone in a cellar.
struct NoNetwork: HTTPTransport {
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        throw TransportError(.cannotConnect, "the phone is offline")
    }
}
