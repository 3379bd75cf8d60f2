import DeviceMessages
import Directory
import Foundation
import NIOPosix
import Primitives
import Store
package import WalletMessages

extension Wallets {
    /// Signs stamps for an instance, without seeing them.
    ///
    /// - Throws: `.conflict` for another key than the one that signs now; `.rateLimited` for more than the instance gets in a day; `.malformed` for
    ///   a number that the key can't sign.
    package func sign(_ order: StampOrder, for instance: WalletInstance, at site: WalletSite) async throws -> StampGrant {
        let key = try await stamps.signing(in: site.realm.id)
        guard order.keyID == key.key.id else {
            throw DeviceError(.conflict, "this key doesn't sign stamps now; read the configuration again")
        }
        let (now, allowance) = (time.now, WalletAllowance.stamps(site.settings))
        let left = try await database.write { try allowance.take(order.blinded.count, by: instance, at: now, in: $0) }
        guard let left else { throw DeviceError(.rateLimited, "the instance has as many stamps as it gets in a day") }
        // A signature takes about a millisecond.
        let signatures = try await NIOThreadPool.singleton.runIfActive { order.blinded.map { key.signer.sign($0) } }
        guard !signatures.contains(nil) else { throw DeviceError(.malformed, "a blinded message is no number that the key signs") }
        return StampGrant(signatures: signatures.compactMap(\.self), left: left)
    }

    /// The stamps that keys of the realm have signed.
    /// - Throws: `.stamps` for none, for one twice, and for one that isn't good.
    func verified(_ stamps: [Stamp], at site: WalletSite) async throws -> [GoodStamp] {
        let (keys, origin) = (try await self.stamps.keys(of: site.realm.id), try await registry.log(at: site).origin)
        let good = stamps.compactMap { stamp -> GoodStamp? in
            guard let key = keys.first(where: { $0.key.id == stamp.keyID }), key.key.accepts(stamp, of: origin) else { return nil }
            return GoodStamp(id: stamp.nonce, expires: key.expires)
        }
        guard !stamps.isEmpty, good.count == stamps.count, Set(good.map(\.id)).count == good.count else {
            throw DeviceError(.stamps, "an envelope needs one stamp for each begun MiB, each good and spent once")
        }
        return good
    }
}
