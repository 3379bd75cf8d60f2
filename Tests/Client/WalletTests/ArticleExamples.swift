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
