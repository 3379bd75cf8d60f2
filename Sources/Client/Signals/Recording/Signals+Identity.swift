import RiskSignals

extension Signals {
    /// Says who the user is, and the session if it is known. Both leave the device as hashes.
    public nonisolated func login(_ user: String, session: String? = nil) {
        recorder.change { state in
            state.identity.user = digest(user)
            if let session { state.identity.session = digest(session) }
        }
        record(.state(.loggedIn))
    }

    /// Says that no user is signed in any more. The session's id is forgotten, or replaced.
    public nonisolated func logout(session: String? = nil) {
        record(.state(.loggedOut))
        recorder.change { $0.identity = SignalBuffer.Identity(session: session.map(digest)) }
    }

    /// Says what the session is, which the app's back end knows by the same id.
    public nonisolated func setSession(_ session: String) {
        recorder.change { $0.identity.session = digest(session) }
        record(.state(.sessionChanged))
    }

    fileprivate nonisolated func digest(_ text: String) -> String { SignalIdentity.digest(of: text, at: configuration.issuer) }
}

extension Signals {
    /// Says who the user is and what the session is before the start, without an event.
    public nonisolated func setIdentity(user: String?, session: String?) {
        recorder.change { state in
            state.identity.user = user.map(digest)
            state.identity.session = session.map(digest)
        }
    }
}
