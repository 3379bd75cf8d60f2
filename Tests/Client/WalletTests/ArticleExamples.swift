import DeviceFoundation
import DeviceMessages
import Foundation
import Primitives
import VerifiableClaims
import Wallet
import WalletMessages

// The examples of the module's article and comments, word for word.

func walletExample(
    _ screen: any ShareConsent, _ transport: any HTTPTransport, _ vault: FileVault, _ token: PushAddress, _ inbox: some WalletInbox
) async throws {
    let configuration = WalletClientConfiguration(address: "https://id.example.com/wallets/alpha/v1/distributedid", consent: screen)
    let wallet = try await Wallet.open(configuration, on: Device(transport: transport, store: vault))
    try await wallet.register(reach: .push(token))
    try await wallet.receive(inbox)
}

func serviceExample(_ address: String, _ device: Device, _ customer: UUID, _ closing: Date) async throws {
    let bank = try await Wallet.open(WalletClientConfiguration(address: address, consent: ConsentByCall()), on: device)
    try await bank.register(reach: .callback("https://bank.example.com/mail"))
    let claim = try await bank.issue(ClaimDraft([.init("accountType", "checking")]), to: customer, message: "Your account")
    try await bank.expire(claim.head, at: closing)
}

// The examples of docs/wallet.md, word for word.

func guideExample(_ configuration: WalletClientConfiguration, on device: Device, _ token: String) async throws {
    let wallet = try await Wallet.open(configuration, on: device)
    try await wallet.register(reach: .push(.apns(token: token, isSandbox: false)))
}

struct Inbox: WalletInbox {
    func receive(_ message: ReceivedMessage) async {
        switch message.content {
        case .claim(let claim?): show(claim)  // kept by the wallet already
        case .request(let request): ask(request)  // answer with wallet.share(…, answering: request)
        case .expiry(let claim?, let end): mark(claim, end)  // marked already
        default: message.errors.forEach(log)
        }
    }
    func receive(failure: WalletError) async { log(failure) }
}

private func show(_ claim: SaltedClaim) {}
private func ask(_ request: ShareRequest) {}
private func mark(_ claim: ClaimHead, _ end: Date?) {}
private func log(_ error: WalletError) {}
