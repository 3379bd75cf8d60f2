internal import Logging
internal import Synchronization
import Primitives

/// The settings of a running server: those that are live follow the settings file and the certificate's files.
///
/// A reload reads and checks everything before any of it holds, so that a mistake changes nothing.
final class LiveSettings: Sendable {
    private struct State {
        var configuration: ServerConfiguration
        var stamps: [String: FileStamp]
    }

    /// The settings that the server was started with, which hold for all that isn't live.
    private let started: ServerConfiguration
    private let source: SettingsSource
    private let certificate: ShownCertificate?
    private let supervisor: Supervisor?
    private let logger: Logger
    private let state: Mutex<State>

    init(
        _ configuration: ServerConfiguration, from source: SettingsSource, showing certificate: ShownCertificate?,
        telling supervisor: Supervisor?, logger: Logger
    ) {
        started = configuration
        self.source = source
        self.certificate = certificate
        self.supervisor = supervisor
        self.logger = logger
        state = Mutex(State(configuration: configuration, stamps: Self.stamps(configuration, source)))
    }

    /// Reloads if one of the files has changed since the last time.
    func look() {
        let hasChanged = state.withLock { state in
            let stamps = Self.stamps(state.configuration, source)
            defer { state.stamps = stamps }
            return stamps != state.stamps
        }
        if hasChanged { reload() }
    }

    /// Reads the settings and the certificate's files again.
    func reload() {
        supervisor?.tell(.reloading)
        defer { supervisor?.tell(.ready) }
        do {
            let configuration = try source.read()
            try configuration.check()
            try apply(configuration)
        } catch {
            logger.error("the settings stay as they were; what was read can't hold", metadata: ["reason": "\(error)"])
        }
    }

    private func apply(_ configuration: ServerConfiguration) throws {
        if let certificate, let files = configuration.tls { certificate.replace(by: try TLS.Identity(files)) }
        Observability.setLevel(configuration.logLevel)
        state.withLock { state in
            state.configuration = configuration
            state.stamps = Self.stamps(configuration, source)
        }
        logger.notice("the settings were read again")
        let waiting = ServerSettings.changes(from: started.settings, to: configuration.settings).filter { !$0.isLive }
        guard !waiting.isEmpty else { return }
        logger.warning("changed settings hold from the next start", metadata: ["settings": "\(waiting.map(\.key).joined(separator: ", "))"])
    }

    private static func stamps(_ configuration: ServerConfiguration, _ source: SettingsSource) -> [String: FileStamp] {
        let files = [source.file, configuration.tls?.certificate, configuration.tls?.key].compactMap { $0 }
        return Dictionary(files.compactMap { path in FileStamp(path).map { (path, $0) } }) { $1 }
    }
}
