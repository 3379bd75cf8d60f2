internal import ScriptMessages
package import Scripting

extension ServerConfiguration {
    /// The configuration for running scripts.
    package var scripts: ScriptPool.Configuration {
        var scripts = ScriptPool.Configuration(program: scriptProgram ?? ScriptPool.siblingProgram)
        scripts.allowsUnconfined = allowsUnconfinedScripts
        scripts.processes = scriptProcesses
        scripts.limits.milliseconds = scriptTime
        scripts.limits.mebibytes = scriptMemory
        scripts.worn = scriptMemory / 2
        return scripts
    }
}
