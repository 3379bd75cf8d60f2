import Foundation
import Foundations
import Primitives
import TransparencyLog

/// Asks witnesses to cosign a checkpoint (c2sp.org/tlog-witness).
struct WitnessDesk: Sendable {
    let http: any OutboundHTTP

    /// The cosignatures of the witnesses that have given one, each verified.
    ///
    /// - Parameters:
    ///   - note: the checkpoint with the log's signature.
    ///   - older: the size that a witness is thought to have seen last; one that has seen another says which.
    ///   - prove: the hashes of a consistency proof from an older size.
    func cosignatures(
        of note: SignedNote, from witnesses: [WitnessAddress], older: Int,
        prove: @escaping @Sendable (_ older: Int) async throws -> [TreeHash]
    ) async -> [NoteSignature] {
        await withTaskGroup(of: NoteSignature?.self) { group in
            for witness in witnesses {
                group.addTask { try? await ask(witness, note, older: older, isAgain: false, prove) }
            }
            var given: [NoteSignature] = []
            for await signature in group { if let signature { given.append(signature) } }
            return given
        }
    }

    private func ask(
        _ witness: WitnessAddress, _ note: SignedNote, older: Int, isAgain: Bool, _ prove: @Sendable (Int) async throws -> [TreeHash]
    ) async throws -> NoteSignature? {
        var request = OutboundRequest(url: witness.url + WitnessRequest.path, method: "POST")
        request.content = WitnessRequest(older: older, path: try await prove(older), checkpoint: note).encoded
        let answer = try await http.send(request)
        switch answer.status {
        case 200:
            var signed = note
            signed.signatures = try NoteSignature.all(parsing: Array(answer.body.utf8))
            return try signed.verified(by: [witness.key]).first?.signature
        case 409 where !isAgain:
            let text = answer.body.utf8.last == 0x0A ? String(answer.body.dropLast()) : answer.body
            guard let size = Int(decimal: text) else { return nil }
            return try await ask(witness, note, older: size, isAgain: true, prove)
        default: return nil
        }
    }
}
