import DeviceFoundation
import DeviceMessages
public import PingIDMessages
import Primitives

extension PingIDDevice {
    /// Sends the user's choice in a session.
    ///
    /// - Parameter session: the session that the user was shown, of a ``PayloadOutcome`` or of a push's details; nil for that of the latest
    ///   server's payload or push. A caller that names it never decides another one, which may have come meanwhile.
    /// - Throws: ``PingIDError/Code/pairing`` when there is none; the server's refusal.
    public func select(_ selection: UserSelection, for session: String? = nil) async throws(PingIDError) {
        guard let flow = try await book.state()?.flow(of: session) else {
            throw PingIDError(.pairing, "there is no session in which the user has a choice")
        }
        let message = SessionSelection(session: flow.session, nonce: flow.nonce, selection: selection)
        _ = try await exchange(.selection, message.json) { state, _ in
            state.end(flow.session)
        }
        journal.note(.info, "a choice was sent")
    }
}
