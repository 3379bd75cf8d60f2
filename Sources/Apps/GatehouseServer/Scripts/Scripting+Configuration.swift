internal import ScriptMessages
package import Scripting

extension ServerConfiguration {
    /// The configuration for running scripts.
    package var scripts: ScriptPool.Configuration {
        var scripts = ScriptPool.Configuration(program: settings.scriptProgram ?? ScriptPool.siblingProgram)
        scripts.allowsUnconfined = settings.scriptUnconfined
        scripts.processes = settings.scriptProcesses
        scripts.limits.milliseconds = settings.scriptTime
        scripts.limits.mebibytes = settings.scriptMemory
        scripts.worn = settings.scriptMemory / 2
        return scripts
    }
}
