import Hummingbird
import JourneyEngine
import Pages

/// The pages that the server itself shows: sign-on and welcome.
struct HostedRoutes: Sendable {
    private let errors: PageErrors
    private let signOn: SignOnResource
    private let welcome: WelcomeResource
    private let assets = AssetResource()

    init(reader: RequestReader, engine: JourneyEngine, pages: Pages) {
        errors = PageErrors(pages)
        signOn = SignOnResource(reader: reader, engine: engine, pages: pages)
        welcome = WelcomeResource(reader: reader, pages: pages)
    }

    func add(to router: some RouterMethods<GatehouseContext>) {
        let shown = router.group().add(middleware: errors)
        shown.get(RouterPath(HostedPath.welcome), use: welcome.show)
        shown.get(RouterPath(HostedPath.signIn), use: welcome.signIn)
        shown.get(RouterPath(HostedPath.callback), use: welcome.callback)
        shown.post(RouterPath(HostedPath.signOut), use: welcome.signOut)
        shown.get(RouterPath(HostedPath.signedOut), use: welcome.signedOut)
        shown.realms(under: "", isOptional: false) { realm in
            realm.get("login", use: signOn.show)
            realm.post("login", use: signOn.answer)
            realm.get("login/wait", use: signOn.wait)
            realm.post("login/resume", use: signOn.resume)
            realm.get("login/return", use: signOn.comeBack)
            realm.post("login/return", use: signOn.comeBackWithForm)
        }
        router.get("assets/:name", use: assets.read)
    }
}
