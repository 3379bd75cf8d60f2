import Primitives

/// The one session that a device has at a server: kept in the secure store, shown to the server, ended.
package struct SessionKeeper: Sendable {
    package let server: ServerAddress
    private let device: Device
    private let key: StoreKey

    package init(at server: ServerAddress, on device: Device) {
        self.server = server
        self.device = device
        key = StoreKey("session", "\(server.base)#\(server.realmPath)")
    }

    /// The session that was kept, if any. A session that can't be read counts as none.
    package func current() async throws(StoreError) -> Session? {
        guard let stored = try await device.store.get(key) else { return nil }
        return stored.withBytes { try? JSONValue(parsing: $0) }.flatMap(Session.init(json:))
    }

    /// Keeps a session in place of an earlier one; with nil, none. The earlier one is ended at the server, since nothing on the device uses
    /// it any more; a server that can't be told ends it in its own time.
    package func replace(with session: Session?) async throws(StoreError) {
        let former = try await current()
        if let session { try await keep(session) } else { try await forget() }
        guard let former, former.token != nil, former.token != session?.token else { return }
        // The cookies are those of the new session, which must not end.
        do { _ = try await SessionKeeper(at: server, on: device.withoutCookies).end(former) } catch {
            device.log(.warning, "the session before could not be ended: \(error)")
        }
    }

    /// Keeps a session in place of an earlier one, which goes on at the server.
    package func keep(_ session: Session) async throws(StoreError) {
        try await device.store.set(Secret(bytes: session.json.encoded), for: key)
    }

    /// Forgets the session, and its cookie.
    package func forget() async throws(StoreError) {
        try await device.store.delete(key)
        try await device.cookies?.remove(server.cookieName)
    }

    /// Forgets the session if it is still this one: another may have come in the meantime.
    package func forget(_ session: Session) async throws(StoreError) {
        if try await current() == session { try await forget() }
    }

    /// Calls an action of the sessions endpoint with a session's token (`docs/protocols/step-protocol.md` 5.1).
    package func call(
        _ action: String, version: String, with session: Session, as purpose: RequestAction
    ) async throws(TransportError) -> HTTPResponse {
        var request = HTTPRequest(.post, try server.url(of: .sessions))
        request.addQuery([("_action", action)])
        request.headers["Accept-API-Version"] = version
        request.setJSON([:])
        show(session, in: &request)
        return try await device.send(request, as: purpose)
    }

    /// Ends a session at the server. An answer that says no session (401) is as good as success.
    package func end(_ session: Session) async throws(TransportError) -> HTTPResponse {
        try await call("logout", version: "resource=3.1, protocol=1.0", with: session, as: .logout)
    }

    /// Puts the session token into a header named like the session cookie (`docs/protocols/step-protocol.md` 0, rule 15).
    package func show(_ session: Session, in request: inout HTTPRequest) {
        if let token = session.token { request.headers[server.cookieName] = token.reveal() }
    }
}
