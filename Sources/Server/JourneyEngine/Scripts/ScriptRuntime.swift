package import Logging
package import Scripting
import ScriptMessages
package import Services

/// What runs a journey's scripts, and what they may reach.
package struct ScriptRuntime: Sendable {
    package let pool: ScriptPool
    /// How requests to the hosts that a realm allows are sent.
    package let http: any OutboundHTTP
    /// Where scripts log to.
    package let logger: Logger

    package init(pool: ScriptPool, http: any OutboundHTTP, logger: Logger = Logger(label: "gatehouse.scripts")) {
        self.pool = pool
        self.http = http
        self.logger = logger
    }
}
