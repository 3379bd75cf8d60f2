public import DeviceFoundation
public import JourneyMessages
import Primitives

extension Journey {
    /// The session that was kept from the last journey that succeeded; nil after ``logout()``. It may have ended at the server.
    public var session: Session? {
        get async throws(JourneyError) {
            do { return try await sessions.current() } catch { throw JourneyError(error) }
        }
    }

    /// Asks the server what it tells of the session.
    /// - Throws: ``JourneyError/Code/noSession`` when there is none or the server ended it; then it is forgotten here too.
    public func sessionInfo() async throws(JourneyError) -> SessionInfo {
        guard let session = try await session else { throw JourneyError(.noSession, "no user is signed in") }
        let response: HTTPResponse
        do {
            response = try await sessions.call("getSessionInfo", version: "resource=2.1, protocol=1.0", with: session, as: .sessionInfo)
        } catch {
            throw JourneyError(error)
        }
        switch response.status {
        case 200: return try info(in: response)
        case 401: throw try await ended(session)
        default: throw JourneyError(response)
        }
    }

    /// Whether there is a session that the server still accepts.
    /// - Throws: ``JourneyError`` when the server can't be asked or answers otherwise; ``JourneyError/Code/noSession`` gives false instead.
    public func isAlive() async throws(JourneyError) -> Bool {
        do {
            _ = try await sessionInfo()
            return true
        } catch {
            guard error.code == .noSession else { throw error }
            return false
        }
    }

    /// Ends the session: first here, then at the server.
    ///
    /// The session is forgotten whatever happens; the error says that the server could not be told, and that the session goes
    /// on there until it expires.
    public func logout() async throws(JourneyError) {
        guard let session = try await session else { return }
        do { try await sessions.forget() } catch { throw JourneyError(error) }
        let response: HTTPResponse
        do { response = try await sessions.end(session) } catch { throw JourneyError(error) }
        // 401 says that the session is no more, which is what was wanted.
        guard response.isSuccess || response.status == 401 else { throw JourneyError(response) }
    }

    private func info(in response: HTTPResponse) throws(JourneyError) -> SessionInfo {
        do {
            return try SessionInfo(json: try response.json())
        } catch {
            throw JourneyError(.unexpectedAnswer, "the server's answer is no session info: \(error)", underlying: error)
        }
    }

    private func ended(_ session: Session) async throws(JourneyError) -> JourneyError {
        do { try await sessions.forget(session) } catch { throw JourneyError(error) }
        return JourneyError(.noSession, "the session has ended at the server")
    }
}
