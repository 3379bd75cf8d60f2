package import Primitives
import Synchronization

/// Counts, in windows of one minute, what quotas allow of something.
///
/// Where a process has the database to itself its memory has all counts, and refusing costs nothing. Where several servers share one, each takes
/// portions of the limits from the database and admits from these; what is refused there is refused from memory for the rest of the minute. So all
/// together never admit more than a limit, and one may refuse earlier by what others hold
/// ([decision 191](../../../../docs/decisions/0191-quotas-of-all-nodes.md)).
package final class QuotaCounts<Source: QuotaSource>: Sendable {
    /// The answer of memory alone.
    package enum Verdict: Sendable {
        case admitted(QuotaAdmission<Source>)
        case refused
        /// The database has to be asked.
        case lacking
    }

    private typealias Waiter = CheckedContinuation<Void, any Error>

    private struct State {
        var minute: QuotaMinute<Source>
        /// The requests that wait, for each source of which a portion is being taken.
        var waiters: [Source: [Waiter]] = [:]
    }

    private enum Step {
        case end(QuotaAdmission<Source>?)
        case wait(Source)
        case take([QuotaClaim<Source>], from: QuotaLedger, in: Int64)
    }

    private let ledger: QuotaLedger?
    private let mostSources: Int
    private let time: any TimeSource
    private let state: Mutex<State>

    /// - Parameters:
    ///   - ledger: the counts that servers share; nil where the process counts alone.
    ///   - mostSources: the number of sources that are counted apart in a minute.
    package init(over ledger: QuotaLedger?, mostSources: Int, time: any TimeSource) {
        self.ledger = ledger
        self.mostSources = mostSources
        self.time = time
        state = Mutex(State(minute: QuotaMinute(0, isAlone: ledger == nil, mostSources: mostSources)))
    }

    /// Counts what is within all quotas; nil when one of them is used up, and then nothing is counted. Not to be called in a transaction.
    ///
    /// - Throws: ``/Store/DatabaseError`` when the database has to be asked and can't be; `CancellationError`.
    package func admission(_ requests: [QuotaRequest<Source>]) async throws -> QuotaAdmission<Source>? {
        var step = state.withLock { begin(requests, &$0) }
        // Each round counts, refuses for the rest of the minute, or takes something of a limit: there is an end of them.
        while true {
            switch step {
            case .end(let admission): return admission
            case .wait(let source):
                try await wait(for: source)
                step = state.withLock { begin(requests, &$0) }
            case .take(let claims, let ledger, let slot): step = try await take(claims, from: ledger, in: slot, for: requests)
            }
        }
    }

    /// Counts what is within all quotas as far as memory knows: for the body of a transaction, in which the database isn't asked.
    package func known(_ requests: [QuotaRequest<Source>]) -> Verdict {
        let slot = Throttle.slot(time.now)
        return state.withLock { state in
            turn(to: slot, &state)
            return switch state.minute.take(requests) {
            case .admitted(let admission): .admitted(admission)
            case .refused: .refused
            case .lacking: .lacking
            }
        }
    }

    /// Counts more of a source, within its limit or not.
    package func add(_ part: QuotaRequest<Source>.Part) {
        let slot = Throttle.slot(time.now)
        state.withLock { state in
            turn(to: slot, &state)
            state.minute.add(part)
        }
    }

    /// Takes back what was counted and came to nothing.
    package func cancel(_ admission: QuotaAdmission<Source>) { state.withLock { $0.minute.cancel(admission) } }

    private func turn(to slot: Int64, _ state: inout State) {
        if state.minute.slot != slot { state.minute = QuotaMinute(slot, isAlone: ledger == nil, mostSources: mostSources) }
    }

    private func begin(_ requests: [QuotaRequest<Source>], _ state: inout State) -> Step {
        turn(to: Throttle.slot(time.now), &state)
        switch state.minute.take(requests) {
        case .admitted(let admission): return .end(admission)
        case .refused: return .end(nil)
        case .lacking(let claims):
            guard let ledger else { return .end(nil) }
            // One portion of a source at a time, so that a crowd of requests doesn't take all of it for one node.
            if let busy = claims.first(where: { state.waiters[$0.source] != nil }) { return .wait(busy.source) }
            for claim in claims { state.waiters[claim.source] = [] }
            return .take(claims, from: ledger, in: state.minute.slot)
        }
    }

    private func wait(for source: Source) async throws {
        try await withCheckedThrowingContinuation { (waiter: Waiter) in
            let isOver = state.withLock { state in
                guard state.waiters[source] != nil else { return true }
                state.waiters[source]?.append(waiter)
                return false
            }
            if isOver { waiter.resume() }
        }
    }

    /// Takes portions, and goes on with the request for which they are before another can use them.
    private func take(
        _ claims: [QuotaClaim<Source>], from ledger: QuotaLedger, in slot: Int64, for requests: [QuotaRequest<Source>]
    ) async throws -> Step {
        do {
            let given = try await ledger.take(claims, in: slot)
            return end(claims, in: slot, for: requests) { minute in
                for (claim, number) in zip(claims, given) { minute.grant(number, of: claim) }
            }
        } catch let refusal as QuotaLedger.Refusal {
            return end(claims, in: slot, for: requests) { $0.refuse(claims[refusal.index]) }
        } catch {
            let waiters = state.withLock { Self.release(claims, &$0) }
            // A request that was given up leaves the others to try; when the database is away, they fail together and not one after another.
            for waiter in waiters {
                if error is CancellationError { waiter.resume() } else { waiter.resume(throwing: error) }
            }
            throw error
        }
    }

    private func end(
        _ claims: [QuotaClaim<Source>], in slot: Int64, for requests: [QuotaRequest<Source>],
        _ note: (inout QuotaMinute<Source>) -> Void
    ) -> Step {
        let (step, waiters) = state.withLock { state in
            if state.minute.slot == slot { note(&state.minute) }
            let waiters = Self.release(claims, &state)
            return (begin(requests, &state), waiters)
        }
        for waiter in waiters { waiter.resume() }
        return step
    }

    private static func release(_ claims: [QuotaClaim<Source>], _ state: inout State) -> [Waiter] {
        claims.flatMap { state.waiters.removeValue(forKey: $0.source) ?? [] }
    }
}
