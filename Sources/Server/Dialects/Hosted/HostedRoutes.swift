import Hummingbird
import JourneyEngine
import Pages

/// The pages that the server itself shows: sign-on, account and welcome.
struct HostedRoutes: Sendable {
    private let errors: PageErrors
    private let signOn: SignOnResource
    private let account: AccountResource
    private let formPost: FormPostResource
    private let welcome: WelcomeResource
    private let assets = AssetResource()
    private let wellKnown: WellKnownResource

    init(reader: RequestReader, engine: JourneyEngine, pages: Pages) {
        errors = PageErrors(pages)
        let selfService = SelfService(engine, reader.domain)
        signOn = SignOnResource(reader: reader, engine: engine, pages: pages, selfService: selfService)
        account = AccountResource(reader: reader, pages: pages, selfService: selfService)
        formPost = FormPostResource(reader: reader)
        welcome = WelcomeResource(reader: reader, pages: pages)
        wellKnown = WellKnownResource(reader: reader)
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
            realm.get("account", use: account.show)
            realm.post("account", use: account.save)
            realm.post("account/sessions", use: account.endSessions)
            realm.post("account/links", use: account.unlink)
            realm.post("account/passkeys", use: account.changePasskey)
            realm.post("account/sign-out", use: account.signOut)
            realm.post("login/return/:provider", use: formPost.take)
        }
        router.get("assets/:name", use: assets.read)
        router.get(".well-known/apple-app-site-association", use: wellKnown.apple)
        router.get(".well-known/assetlinks.json", use: wellKnown.android)
    }
}
