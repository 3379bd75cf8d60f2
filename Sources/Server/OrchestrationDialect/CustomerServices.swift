package import Directory
package import Foundations
package import OrchestrationService
import Primitives

/// The services of the routes for customers' servers.
package struct CustomerServices: Sendable {
    let time: any TimeSource
    let random: any RandomSource
    let realms: Realms
    let orchestrations: Orchestrations

    package init(_ platform: Platform, _ directory: DirectoryServices, _ orchestrations: Orchestrations) {
        time = platform.time
        random = platform.random
        realms = directory.realms
        self.orchestrations = orchestrations
    }
}
