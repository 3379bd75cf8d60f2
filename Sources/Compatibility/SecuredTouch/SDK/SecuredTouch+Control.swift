import CallbackBridge
import Signals

extension SecuredTouch {
    /// Says who the user is.
    public func login(_ userId: String) { signals.login(userId) }
    /// Says who the user is, and the session.
    public func login(_ userId: String, andSessionId sessionId: String) { signals.login(userId, session: sessionId) }
    /// Says that no user is signed in any more; the session's id is forgotten.
    public func logout() { signals.logout() }
    /// Says that no user is signed in any more, and which session continues.
    public func logout(_ sessionId: String) { signals.logout(session: sessionId) }
    /// Says what the session is.
    public func setSessionId(_ sessionId: String) { signals.setSession(sessionId) }

    /// Marks a point in the session. A name that is no word of a program is reduced to its length.
    @discardableResult
    public func addTag(_ tag: String) -> SecuredTouch {
        signals.addTag(tag)
        return self
    }

    /// Marks a point in the session, with further information: one of the words that the app or the environment declares, else its length.
    @discardableResult
    public func addTag(_ tag: String, withValue value: String) -> SecuredTouch {
        signals.addTag(tag, value: value)
        return self
    }

    /// Sends what waits, now; while all is paused, nothing. A pause that ends right after the call doesn't change that.
    public func flush() {
        let signals = signals
        guard signals.isRunning else { return }
        Task { try? await signals.flush() }
    }

    /// Pauses collecting and the network; session and state are saved.
    public func pause() {
        let signals = signals
        Bridge.wait { try? await signals.pause() }
    }

    /// Continues after a pause.
    public func resume() {
        let signals = signals
        Bridge.wait { try? await signals.resume() }
    }

    /// Stops collecting behaviour.
    public func pauseBehavioralData() { signals.pauseBehavior() }
    /// Collects behaviour again.
    public func resumeBehavioralData() { signals.resumeBehavior() }
}
