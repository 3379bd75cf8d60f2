import DeviceFoundation
import DeviceMessages
public import PingIDMessages
import Primitives

extension PingIDDevice {
    /// Sends the user's choice in the session that is under way: that of the latest server's payload or push.
    ///
    /// - Throws: ``PingIDError/Code/pairing`` when there is none; the server's refusal.
    public func select(_ selection: UserSelection) async throws(PingIDError) {
        guard let flow = try await book.state()?.flow else {
            throw PingIDError(.pairing, "there is no session in which the user has a choice")
        }
        let message = SessionSelection(session: flow.session, nonce: flow.nonce, selection: selection)
        _ = try await exchange(.selection, message.json) { state, _ in
            if state.flow == flow { state.flow = nil }
        }
        journal.note(.info, "a choice was sent")
    }
}
