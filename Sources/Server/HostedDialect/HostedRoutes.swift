package import HTTPBase
import Hummingbird
package import JourneyEngine
import PageHTTP
package import Pages
package import RealmHTTP

/// The pages that the server itself shows: sign-on, account and welcome.
package struct HostedRoutes: Dialect {
    private let errors: PageErrors
    private let signOn: SignOnResource
    private let account: AccountResource
    private let formPost: FormPostResource
    private let welcome: WelcomeResource
    private let assets = AssetResource()
    private let language: LanguageResource
    private let look: LookResource
    private let wellKnown: WellKnownResource

    /// Makes the resources of the pages.
    package init(
        reader: RequestReader, engine: JourneyEngine, services: HostedServices, pages: Pages, selfService: SelfService,
        configuration: WelcomeConfiguration
    ) {
        errors = PageErrors(pages)
        signOn = SignOnResource(reader: reader, engine: engine, services: services.signOn, pages: pages, selfService: selfService)
        account = AccountResource(reader: reader, services: services.account, pages: pages, selfService: selfService)
        formPost = FormPostResource(reader: reader, services: services.formPost)
        welcome = WelcomeResource(reader: reader, services: services.welcome, pages: pages, configuration: configuration)
        wellKnown = WellKnownResource(realms: services.realms)
        language = LanguageResource(address: reader.configuration.publicAddress)
        look = LookResource(reader: reader, applications: services.signOn.applications)
    }

    package var routes: [Route] {
        family(["{realm}"], [.session]).routes(signOnPages + accountPages) + family([""], [.possession]).routes(welcomePages)
            + family(ContextPath.prefixes("oauth2").map { "\($0)/client/form_post" }, [.session]).routes([
                .post(":provider", changes: .nothing, use: formPost.take)
            ])
            + RouteFamily([""], sharing: .never, proofs: [], refusals: .none).routes(documents)
            + RouteFamily(["{realm}"], sharing: .never, proofs: [], refusals: .none).routes([.get("look/:name", use: look.read)])
    }

    /// Pages hold the tokens of their forms, so that no other page may read them.
    private func family(_ prefixes: [String], _ proofs: Set<CallerProof>) -> RouteFamily {
        RouteFamily(prefixes, sharing: .never, proofs: proofs, refusals: .byService, errors: errors)
    }

    private var signOnPages: [RouteDeclaration] {
        [
            .get("login", changes: .signIns, use: signOn.show).shared(.landing),
            .post("login", changes: .signIns, use: signOn.answer),
            .get("login/wait", changes: .signIns, use: signOn.wait),
            .post("login/resume", changes: .signIns, use: signOn.resume),
            .get("login/return", changes: .signIns, use: signOn.comeBack),
            .post("login/return", changes: .nothing, use: signOn.comeBackWithForm),
            .post("login/return/:provider", changes: .nothing, use: formPost.take),
        ]
    }

    private var accountPages: [RouteDeclaration] {
        [
            .get("account", use: account.show),
            .post("account", changes: .ownCredentials, use: account.save),
            .post("account/sessions", changes: .signIns, use: account.endSessions),
            .post("account/links", changes: .ownCredentials, use: account.unlink),
            .post("account/consents", changes: .signIns, use: account.withdraw),
            .post("account/passkeys", changes: .ownCredentials, use: account.changePasskey),
            .post("account/devices", changes: .ownCredentials, use: account.removeDevice),
            .post("account/data", changes: .nothing, use: account.download),
            .post("account/deletion", changes: .ownCredentials, use: account.delete),
            .post("account/sign-out", changes: .signIns, use: account.signOut),
        ]
    }

    private var welcomePages: [RouteDeclaration] {
        [
            .get(HostedPath.welcome, use: welcome.show),
            .get(HostedPath.signIn, changes: .signIns, use: welcome.signIn),
            .get(HostedPath.callback, changes: .signIns, use: welcome.callback),
            .post(HostedPath.signOut, changes: .signIns, use: welcome.signOut),
            .get(HostedPath.signedOut, use: welcome.signedOut),
            .get(HostedPath.language + ":tag", use: language.choose),
        ]
    }

    private var documents: [RouteDeclaration] {
        [
            .get("assets/:name", use: assets.read),
            .get(".well-known/apple-app-site-association", use: wellKnown.apple),
            .get(".well-known/assetlinks.json", use: wellKnown.android),
        ]
    }
}
