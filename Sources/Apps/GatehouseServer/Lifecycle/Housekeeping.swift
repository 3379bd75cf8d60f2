import Foundations
internal import Primitives
internal import DeviceMessages
internal import Foundation
internal import Logging
internal import ServiceLifecycle
internal import Services
import Verifications
import Wallets
internal import Directory
internal import Store
internal import MultiFactor

/// Sends, at the start, the pushes that a server which was killed had no time for; then every few minutes removes what has expired, on
/// which nothing depends but the size of the file, overwrites what a removal has left, and seals the audit log's events that commands have left.
/// Rows that live for seconds go several times a minute.
struct Housekeeping: Service {
    private static let interval = Duration.seconds(15)
    /// The number of intervals between two removals of all that has expired.
    private static let intervals = 20

    let domain: Services
    let clock: NodeClock
    /// The size in bytes up to which the database is written again after a removal.
    let compactionLimit: Int64
    /// The public address, by which devices know this server.
    let base: String
    let logger: Logger

    func run() async throws {
        await resume()
        try? await cancelWhenGracefulShutdown {
            var number = 0
            while true {
                // Sleeping ends with an error when the server stops, and that ends the loop.
                try await Task.sleep(for: Self.interval)
                number = (number + 1) % Self.intervals
                await forgetBrief()
                guard number == 0 else { continue }
                await forget()
                await compact()
                await AuditSealing(domain: domain, logger: logger).seal()
            }
        }
    }

    private func resume() async {
        do {
            for realm in try await domain.directory.realms.all() {
                let issuer = DeviceIssuer(base: base, realm: realm.id.text)
                try await domain.multiFactor.deviceAuthentications.resumePushes(in: realm, issuer: issuer)
            }
        } catch {
            logger.warning("pushes that wait could not be sent", metadata: ["error": "\(error)"])
        }
    }

    private func forgetBrief() async {
        do {
            guard try await domain.platform.database.leads(.cleaning) else { return }
            try await domain.platform.forgetBrief(allowing: clock.allowance)
        } catch {
            logger.warning("what has expired could not be removed", metadata: ["error": "\(error)"])
        }
    }

    private func forget() async {
        do {
            guard try await domain.platform.database.leads(.cleaning) else { return }
            try await domain.platform.forgetExpired(allowing: clock.allowance)
        } catch {
            logger.warning("what has expired could not be removed", metadata: ["error": "\(error)"])
        }
        do { try await domain.wallets.removeStrayFiles() } catch {
            logger.warning("files of expired envelopes could not be removed", metadata: ["error": "\(error)"])
        }
        do { try await domain.verifications.removeStrayFiles() } catch {
            logger.warning("files of erased verifications could not be removed", metadata: ["error": "\(error)"])
        }
    }

    private func compact() async {
        do { try await domain.platform.database.write { [compactionLimit] in $0.compact(upTo: compactionLimit) } } catch {
            logger.warning("the database could not be written anew", metadata: ["error": "\(error)"])
        }
    }
}
