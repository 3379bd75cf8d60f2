public import Foundation
import Primitives

/// A witness's decision on a checkpoint: it cosigns what continues the last one that it has seen, and nothing else (c2sp.org/tlog-witness).
///
/// It has no state: the caller keeps each log's last checkpoint, and makes a new one durable *before* the cosignature is given out.
public struct Witness: Sendable {
    /// The key that cosigns.
    public let signer: NoteSigner
    private let logs: [String: [NoteKey]]

    /// The refusal of a request, with the status that a witness answers it by.
    public struct Refusal: Error, Equatable, Sendable {
        /// The status of HTTP: 400, 403, 404, 409 or 422.
        public let status: Int
        /// The reason, in one sentence.
        public let reason: String
        /// The size of the last checkpoint, which a 409 tells; nil for others.
        public let latestSize: Int?

        /// The refusal of a request that can't be read.
        public static func unreadable(_ error: TransparencyError) -> Self { Self(status: 400, reason: error.reason, latestSize: nil) }
    }

    /// A checkpoint to keep, and the cosignature to give out afterwards.
    public struct Decision: Sendable, Equatable {
        /// The log's newest checkpoint.
        public let checkpoint: Checkpoint
        /// The cosignature over it.
        public let cosignature: NoteSignature
    }

    /// A witness of some logs.
    /// - Throws: ``TransparencyError/Code/malformedKey`` for a signer of another kind than cosignatures.
    public init(signer: NoteSigner, logs: [String: [NoteKey]]) throws(TransparencyError) {
        guard signer.key.kind == .cosignature else { throw TransparencyError(.malformedKey, "a witness's key makes cosignatures") }
        self.signer = signer
        self.logs = logs
    }

    /// Decides on a request.
    ///
    /// - Parameters:
    ///   - latest: gives the last checkpoint of a log that was cosigned; nil for none.
    ///   - now: the present time, which the cosignature says.
    /// - Throws: ``Refusal``.
    public func decide(
        _ request: WitnessRequest, latest: (_ origin: String) -> Checkpoint?, at now: Date
    ) throws(Refusal) -> Decision {
        let checkpoint: Checkpoint
        do { checkpoint = try Checkpoint(noteText: request.checkpoint.text) } catch { throw Self.refusal(400, error.reason) }
        guard let keys = logs[checkpoint.origin] else { throw Self.refusal(404, "this witness doesn't know the log") }
        do { _ = try request.checkpoint.verified(by: keys) } catch { throw Self.refusal(403, error.reason) }
        guard request.older <= checkpoint.size else { throw Self.refusal(400, "the old size is greater than the checkpoint's") }
        let seen = latest(checkpoint.origin)
        guard request.older == seen?.size ?? 0 else { throw Self.conflict("another checkpoint was seen last", seen) }
        var follower = LogFollower(latest: seen)
        do throws(TransparencyError) {
            if seen?.size ?? 0 == 0 || request.older == checkpoint.size {
                guard request.path.isEmpty else { throw TransparencyError(.wrongConsistency, "a proof where none is needed") }
            }
            // A tree without entries is the beginning of every other.
            let proof = ConsistencyProof(older: request.older, newer: checkpoint.size, path: request.path)
            try follower.advance(to: checkpoint, proof: proof)
        } catch {
            throw error.code == .forked ? Self.conflict(error.reason, seen) : Self.refusal(422, error.reason)
        }
        do { return Decision(checkpoint: checkpoint, cosignature: try signer.sign(request.checkpoint.text, at: now)) } catch {
            throw Self.refusal(400, error.reason)
        }
    }

    private static func refusal(_ status: Int, _ reason: String) -> Refusal { Refusal(status: status, reason: reason, latestSize: nil) }

    private static func conflict(_ reason: String, _ seen: Checkpoint?) -> Refusal {
        Refusal(status: 409, reason: reason, latestSize: seen?.size ?? 0)
    }
}
