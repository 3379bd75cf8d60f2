package import Logging
package import Scripting
import ScriptMessages

/// What runs a journey's scripts.
package struct ScriptRuntime: Sendable {
    package let pool: ScriptPool
    /// Where scripts log to.
    package let logger: Logger

    package init(pool: ScriptPool, logger: Logger = Logger(label: "gatehouse.scripts")) {
        self.pool = pool
        self.logger = logger
    }
}
