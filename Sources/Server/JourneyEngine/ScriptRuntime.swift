package import Logging
import ScriptMessages
package import Scripting

/// The runtime of a journey's scripts.
package struct ScriptRuntime: Sendable {
    package let pool: ScriptPool
    /// The logger of the scripts.
    package let logger: Logger

    package init(pool: ScriptPool, logger: Logger = Logger(label: "gatehouse.scripts")) {
        self.pool = pool
        self.logger = logger
    }
}
