internal import ScriptMessages
package import Scripting
import Workers

extension ServerConfiguration {
    /// The configuration for running scripts.
    package var scripts: ScriptPool.Configuration {
        var scripts = ScriptPool.Configuration(program: settings.scriptProgram ?? ScriptPool.siblingProgram)
        scripts.workers.allowsUnconfined = settings.scriptUnconfined
        scripts.workers.processes = settings.scriptProcesses
        scripts.limits.milliseconds = settings.scriptTime
        scripts.limits.mebibytes = settings.scriptMemory
        scripts.workers.worn = settings.scriptMemory / 2
        return scripts
    }
}
