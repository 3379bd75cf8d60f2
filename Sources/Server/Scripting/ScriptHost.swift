package import ScriptMessages

/// The services that a running script may ask of the server; each call is decided here, whatever the script's process claims.
package protocol ScriptHost: Sendable {
    /// Answers a call.
    func answer(_ call: ScriptCall) async -> ScriptAnswer
    /// Takes a line for the log.
    func log(_ line: ScriptLogLine)
}
