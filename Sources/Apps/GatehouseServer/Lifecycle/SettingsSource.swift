package import UnixSignals

/// The source from which a running server reads its settings again.
package struct SettingsSource: Sendable {
    /// The settings file; nil when there is none.
    package let file: String?
    /// The signals at which the settings are read again.
    package let signals: UnixSignalsSequence
    /// Brings flags, environment and file together again.
    package let read: @Sendable () throws -> ServerConfiguration

    package init(file: String?, signals: UnixSignalsSequence, read: @escaping @Sendable () throws -> ServerConfiguration) {
        self.file = file
        self.signals = signals
        self.read = read
    }
}
