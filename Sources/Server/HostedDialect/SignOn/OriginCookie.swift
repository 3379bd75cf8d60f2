import HTTPBase
import Hummingbird
import JourneyMessages
import Primitives
import Directory
import RealmHTTP

/// Keeps where a sign-on was going whose journey waits for a link, for the browser that it began in. Another that the link is opened in was
/// never going there.
struct OriginCookie: Sendable {
    /// The time that a link may work.
    private static let lifetime = 86_400
    /// Browsers keep cookies of 4096 bytes, and what is sealed grows by a third.
    private static let longest = 2600

    private let cookie: SealedCookie

    init(reader: RequestReader, services: SignOnServices) {
        cookie = SealedCookie(
            "gatehouse_origin", lifetime: Self.lifetime, at: reader.configuration.publicAddress, sealer: services.sealer,
            time: services.time)
    }

    /// - Parameter run: names the run that waits.
    /// - Returns: nil for a place that no cookie can hold; then the journey ends at the welcome page.
    func carrying(_ destination: ReturnPath, of run: String) throws -> Cookie? {
        guard destination.text.utf8.count <= Self.longest else { return nil }
        return try cookie.carrying(["run": .string(run), "goto": .string(destination.text)])
    }

    /// Returns the destination of a run's browser; nil when this isn't the browser, or nothing may be gone to.
    func destination(of run: String, in request: Request, realm: Realm) -> ReturnPath? {
        let content = cookie.held(in: request).map { $0.content }.first { $0["run"]?.string == run }
        guard let text = content?["goto"]?.string else { return nil }
        return ReturnPath(text, in: realm.path, environment: realm.id)
    }

    func expired() -> Cookie { cookie.expired() }
}
