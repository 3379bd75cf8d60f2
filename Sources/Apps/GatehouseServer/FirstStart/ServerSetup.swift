internal import Foundation
import Foundations
import Primitives
internal import Services
#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Sets a server up before its first start: its settings file, its data, and its first administrator.
///
/// Nothing that is there is overwritten. A setup that was cut short is continued by the next: the settings file is written last.
package struct ServerSetup: Sendable {
    /// The path of the settings file.
    package let path: String
    /// The text of the settings file.
    package let text: String
    /// The configuration that the file gives, which was checked.
    package let configuration: ServerConfiguration

    /// - Parameter values: settings by key.
    /// - Throws: when the file is there or can't be made, or when no server could start with these settings.
    package init(path: String, values: [String: String]) throws {
        self.path = path
        text = SettingsFile.text(values)
        guard !FileManager.default.fileExists(atPath: path) else {
            throw ServerError(.alreadySetUp, "\(path) is there already; change it by hand, then run: gatehouse config check \(path)")
        }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard access(folder, W_OK) == 0 else {
            throw ServerError(.badFile, "\(path) can't be written; check its directory and permissions, or name another file by --config")
        }
        // A wrong value is told of its flag, before the file that doesn't exist yet is read as the server will read it.
        _ = try ResolvedSettings(flags: values)
        configuration = try ServerConfiguration(ResolvedSettings(file: SettingsFile(text, path: path)))
        guard configuration.publicURL.hasPrefix("https:") || OutboundURL.isLoopback(configuration.publicURL) else {
            throw ConfigurationError([
                "public-url \(configuration.publicURL) is without TLS: everyone on the way could read passwords; name an https URL"
            ])
        }
        try configuration.check()
    }

    /// Whether the data has no administrator yet.
    package func needsAdministrator() async throws -> Bool {
        guard configuration.database != nil || FileManager.default.fileExists(atPath: configuration.databasePath) else { return true }
        return try await asOwner {
            let installation: ServerAssembly
            do { installation = try await ServerAssembly.openForAdministration(configuration) } catch let error as ServerError
                where error.code == .noDatabase
            { return true }
            let isMade = try await installation.isStarted()
            try await installation.close()
            return !isMade
        }
    }

    /// Makes the data, the administrator and the settings file.
    /// - Parameter administrator: the name and password; nil where the data has an administrator.
    package func carryOut(_ administrator: Credentials?) async throws {
        if let administrator {
            try await asOwner {
                let installation = try await ServerAssembly.openForServing(configuration)
                do {
                    try await FirstStart(domain: installation.domain, isDemo: false).run(with: administrator)
                } catch {
                    try await installation.close()
                    throw error
                }
                try await installation.close()
            }
        }
        try writeFile()
    }

    /// Whether the data's owner, as whom the server runs, may read the private key; true without TLS.
    package func ownerReadsKey() async throws -> Bool {
        guard let tls = configuration.tls else { return true }
        return try await asOwner {
            // The system answers for the process's effective user, as FileManager doesn't.
            let descriptor = open(tls.key, O_RDONLY)
            if descriptor >= 0 { close(descriptor) }
            return descriptor >= 0
        }
    }

    private func asOwner<Value>(_ body: () async throws -> Value) async throws -> Value {
        guard let owner = DataOwner(of: configuration.dataDirectory) else { return try await body() }
        return try await owner.acting(body)
    }

    /// Writes the settings file, which holds no secrets and is for all users to read: commands of any of them look into it.
    private func writeFile() throws(ServerError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o644)
        guard descriptor >= 0 else { throw ServerError(.badFile, "\(path) can't be written; check its directory and permissions") }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard fchmod(descriptor, 0o644) == 0, write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
            unlink(path)
            throw ServerError(.badFile, "\(path) can't be written; is the disk full?")
        }
    }
}

extension ServerAssembly {
    /// Whether the first start of the data is over: an administrator was made, or a demonstration's user.
    fileprivate func isStarted() async throws -> Bool {
        let milestones = Milestones(database: domain.platform.database, time: domain.platform.time)
        for name in [FirstStart.administratorMade, FirstStart.demonstrationMade] where try await milestones.isReached(name) { return true }
        return false
    }
}
