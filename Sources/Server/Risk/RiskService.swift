package import Directory
package import Foundations
import JOSE
import Primitives
import Store

/// Signals of devices, and the risk of events: ingestion, evaluation, and what sign-ins teach (docs/risk.md).
///
/// A class only so that handing it on costs one reference; nothing of it ever changes.
package final class RiskService: Sendable {
    package let applications: SignalApplications
    package let declarations: RiskDeclarations
    let database: any Database
    let realms: Realms
    let keys: SigningKeys
    package let sources: any RiskSources
    let hash: KeyedHash
    let quotas: Quotas
    let audit: AuditLog
    let time: any TimeSource
    let random: any RandomSource
    /// The keys on which the realms have agreed with the instances that send payloads now.
    let agreements = Agreements(limit: 4096)

    /// The service over a platform and a directory, with the sources that know of addresses and networks.
    package init(_ platform: Platform, _ directory: DirectoryServices, sources: any RiskSources) {
        database = platform.database
        audit = platform.audit
        time = platform.time
        random = platform.random
        realms = directory.realms
        keys = directory.keys
        quotas = directory.quotas
        self.sources = sources
        let (sealer, configuration) = (platform.sealer, platform.configuration)
        hash = KeyedHash("risk", sealer)
        applications = SignalApplications(
            database: database, applications: directory.applications, sealer: sealer, configuration: configuration, time: time,
            random: random)
        declarations = RiskDeclarations(database: database, configuration: configuration, time: time, random: random)
    }
}
