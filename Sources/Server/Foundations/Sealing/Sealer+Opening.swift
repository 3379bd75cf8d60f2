package import Primitives
package import Store

extension Sealer {
    /// A sealer for a database, with the roots that it keeps.
    ///
    /// - Throws: ``SealError`` when the database was sealed with another master key.
    package static func opening(
        _ database: any Database, with keys: MasterKeyRing, time: any TimeSource, random: any RandomSource
    ) async throws -> Sealer {
        let sealer = Sealer(keys, random: random)
        let isNew = try await MasterKeyProof.check(database, with: sealer)
        let roots = try await DerivationRoots.load(from: database, with: sealer, isNew: isNew, at: time.now, random: random)
        return Sealer(keys, roots: roots, random: random)
    }
}
