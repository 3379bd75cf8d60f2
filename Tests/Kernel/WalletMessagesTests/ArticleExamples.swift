import Primitives
import WalletMessages

// The example of the module's article, word for word.

func stampsExample(_ configuration: WalletConfiguration, _ grant: StampGrant) throws -> (WalletService, [Stamp]) {
    let service = WalletService(pingBaseURL: "https://id.example.com/wallets/alpha/v1/")
    let pending = try PendingStamps(8, key: configuration.stampKey, service: configuration.log.origin, random: SystemRandom())
    let stamps = try pending.stamps(grant)
    return (service, stamps)
}
