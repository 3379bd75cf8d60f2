import CallbackBridge
import Foundation
import Primitives
import Wallet

/// Gives the wallet's mail to the app's handler.
struct HandlerInbox: WalletInbox {
    let handler: Handoff<any MessageHandler>

    init(_ handler: any MessageHandler) { self.handler = Handoff(handler) }

    func receive(_ message: ReceivedMessage) async {
        let (errors, challenge) = (message.errors.map { DIDException.of($0) }, message.challenge.map(Challenge.init))
        await call { handler in
            switch message.content {
            case .shares(let shares): handler.handleShare(message.sender, message.text, challenge, shares.map { Share($0) }, errors)
            case .claim(let claim): handler.handleClaim(message.sender, message.text, challenge, claim.map { Claim($0) }, errors)
            case .expiry(let head, _):
                handler.handleExpiredClaim(message.sender, message.text, challenge, head.map { ClaimReference($0) }, errors)
            case .request(let request): handler.handleShareRequest(message.sender, message.text, challenge, request.keys)
            case .failure(let reason):
                handler.handleException(DIDException("the other instance could not process a message: \(reason)"))
            }
        }
    }

    func receive(failure: WalletError) async { await call { $0.handleException(DIDException.of(failure)) } }

    private func call(_ body: @escaping (any MessageHandler) -> Void) async {
        let handler = handler
        try? await Bridge.blocking { body(handler.value) }
    }
}
