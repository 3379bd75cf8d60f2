import Foundation
import HTTPBase
import HTTPTypes
import Hummingbird
import JourneyMessages
import OAuth
import OAuthMessages
import PageHTTP
import Pages
import Primitives
import RealmHTTP
import ResourceMessages
import Translations
import WebAuthn
import DeviceRegistry
import Directory
import Foundations
import Sessions
import SignIn
import DevicePolicies

/// `/realms/…/account`: where users look after their own account.
///
/// To change the profile or to remove a way to sign in takes a session that isn't older than the realm's `accountFreshness`: a person who
/// finds an unlocked screen must not be able to take the account over.
struct AccountResource: Sendable {
    private let reader: RequestReader
    let services: AccountServices
    private let pages: Pages
    private let forms: FormTokens
    private let selfService: SelfService

    init(reader: RequestReader, services: AccountServices, pages: Pages, selfService: SelfService) {
        self.reader = reader
        self.services = services
        self.pages = pages
        self.selfService = selfService
        forms = FormTokens(services.sealer)
    }

    /// `GET …/account`
    func show(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let realm = try await reader.realm(of: request, context)
        guard let turn = try await turn(request, realm) else { return try await signIn(request, realm) }
        return try await page(turn, isSaved: try request.query().value("saved") == "true")
    }

    /// `POST …/account`: the profile.
    func save(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        try await act(request, context) { turn, form in
            guard turn.isFresh, let submission = SignOnSubmission(fields: form.parameters.map { ($0.name, $0.value) }) else {
                return back(turn.realm)
            }
            var attempt: JSONObject?
            do {
                _ = try await services.accounts.change(
                    turn.user.id, in: turn.realm, as: .owner, revision: Int64(submission.authID)
                ) { document in
                    document = try ProfileForm.apply(submission.answers, to: document, by: turn.schema)
                    attempt = document
                }
                return back(turn.realm, "?saved=true")
            } catch let violation as PolicyViolation {
                return try await page(turn, attempt: attempt, violation: violation, error: .wrongAnswer)
            } catch let error as DomainError where error.code == .alreadyExists {
                let taken = PolicyViolation(properties: [.init(name: FieldPath.userName.description, failed: [FailedPolicy(.unique)])])
                return try await page(turn, attempt: attempt, violation: taken, error: .wrongAnswer)
            } catch let error as DomainError where error.code == .conflict {
                // A form that is sent twice has changed the profile by itself.
                if try await isSaved(submission.answers, turn) { return back(turn.realm, "?saved=true") }
                return try await page(turn, error: .changedMeanwhile)
            }
        }
    }

    /// `POST …/account/sessions`: ends one of the user's other sessions, or all of them.
    func endSessions(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        try await act(request, context) { turn, form in
            let chosen = try form.value(AccountPage.sessionField)
            for session in try await services.session.registry.sessions(of: turn.user.id, in: turn.realm.id)
            where session.handle != turn.session.handle && [session.handle, AccountPage.everyOtherSession].contains(chosen) {
                _ = try await services.session.end(handle: session.handle, of: turn.user.id, in: turn.realm)
            }
            return back(turn.realm)
        }
    }

    /// `POST …/account/links`: removes the link to an account at another provider.
    func unlink(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        try await act(request, context) { turn, form in
            guard turn.isFresh, let link = try form.value(AccountPage.linkField) else { return back(turn.realm) }
            try await services.accounts.unlink(link, of: turn.user.id, in: turn.realm)
            return back(turn.realm, "?saved=true")
        }
    }

    /// `POST …/account/passkeys`: renames or removes a passkey.
    func changePasskey(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        try await act(request, context) { turn, form in
            guard turn.isFresh, let id = try form.value(AccountPage.passkeyField).flatMap(UUID.init(text:)),
                let device = try await services.devices.device(id, of: turn.user.id, in: turn.realm.id),
                device.kind == .fido2
            else { return back(turn.realm) }
            if try form.value(AccountPage.removeField) != nil {
                try await services.devices.remove(id, of: turn.user.id, in: turn.realm)
            } else {
                let name = try form.value(AccountPage.nameField) ?? ""
                do { _ = try await services.devices.setNickname(name, id, of: turn.user.id, in: turn.realm) } catch let
                    error
                    as DomainError where error.code == .invalid
                {
                    return try await page(turn, error: .wrongAnswer)
                }
            }
            return back(turn.realm, "?saved=true")
        }
    }

    /// `POST …/account/devices`: removes a device that is no passkey.
    func removeDevice(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        try await act(request, context) { turn, form in
            guard turn.isFresh, let id = try form.value(AccountPage.deviceField).flatMap(UUID.init(text:)),
                let device = try await services.devices.device(id, of: turn.user.id, in: turn.realm.id), device.kind != .fido2
            else { return back(turn.realm) }
            try await services.devices.remove(id, of: turn.user.id, in: turn.realm)
            return back(turn.realm, "?saved=true")
        }
    }

    /// `POST …/account/data`: a file of what the server keeps about the user. It is a form's answer, so that a link of another page can't
    /// cause it.
    func download(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        try await act(request, context) { turn, _ in
            guard turn.isFresh else { return back(turn.realm) }
            var response = Response.json(.object(try await export(turn)), headers: .noStore)
            response.headers[.contentDisposition] = "attachment; filename=\"account.json\""
            return response
        }
    }

    /// `POST …/account/deletion`: deletes the account, where the realm lets users do that. An administrator's account is for another
    /// administrator to delete.
    func delete(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        try await act(request, context) { turn, form in
            guard turn.isFresh, isDeletable(turn) else { return back(turn.realm) }
            guard turn.user.isNamed(try form.value(AccountPage.confirmationField) ?? "") else {
                return try await page(turn, error: .wrongAnswer)
            }
            try await services.users.delete(
                turn.user.id, in: turn.realm.id, revision: nil,
                by: AuditActor.user(turn.user.id).at(reader.address(of: request, context)))
            return signedOut()
        }
    }

    private func isDeletable(_ turn: AccountTurn) -> Bool {
        turn.realm.settings[SelfServiceSettings.self].accountDeletion && !turn.user.isAdministrator
    }

    /// `POST …/account/consents`: withdraws the user's consent to an application, with what the application was granted. It takes away, so
    /// that a session of any age may do it, as it may end others.
    func withdraw(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        try await act(request, context) { turn, form in
            guard let application = try form.given(AccountPage.consentField) else { return back(turn.realm) }
            _ = try await services.consents.withdraw(application, of: turn.user.id, in: turn.realm)
            return back(turn.realm, "?saved=true")
        }
    }

    /// `POST …/account/sign-out`: ends every session that the browser's cookies name. A form that is sent twice finds the session ended, and leads to the same page.
    func signOut(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        try await act(request, context) { turn, _ in
            try await reader.endSessions(of: request, in: turn.realm)
            return signedOut()
        } over: { realm in
            try await reader.endSessions(of: request, in: realm)
            return signedOut()
        }
    }

    private func signedOut() -> Response {
        var response = redirect(to: HostedPath.signedOut)
        response.endSession(by: reader.configuration.sessionCookie)
        return response
    }

    /// Whether the profile is as a form would have it.
    @inline(never)  // Swift 6.3.1 crashes on optimising a caller that it inlines this into.
    private func isSaved(_ answers: Answers, _ turn: AccountTurn) async throws -> Bool {
        guard let user = try await services.users.user(turn.user.id, in: turn.realm.id) else { return false }
        let document = AccountDocument.of(user)
        return try ProfileForm.apply(answers, to: document, by: turn.schema) == document
    }
}

extension AccountResource {
    /// nil when no user is signed in, or not by a journey that the realm requires.
    private func turn(_ request: Request, _ realm: Realm) async throws -> AccountTurn? {
        guard let token = try await reader.sessionToken(of: request, in: realm),
            let session = try await reader.session(of: request, in: realm),
            SignInRequirement(realm.settings).isMet(by: session),
            let user = try await services.users.user(session.user, in: realm.id)
        else { return nil }
        return AccountTurn(
            realm: realm, session: session, user: user, schema: try await services.accounts.schema(of: realm),
            language: Language(of: request), languages: ReaderLanguages.of(request),
            isFresh: Freshness.isFresh(session.created, in: realm, at: services.time.now),
            token: token)
    }

    /// Does what a form of the page asks for.
    ///
    /// - Parameter over: the answer to a form of a session that is over; nil to have the user sign in.
    /// - Throws: a 403 for a form that isn't ours.
    private func act(
        _ request: Request, _ context: GatehouseContext, _ body: (AccountTurn, FormBody) async throws -> Response,
        over: ((Realm) async throws -> Response)? = nil
    ) async throws -> Response {
        let realm = try await reader.realm(of: request, context)
        guard let turn = try await turn(request, realm) else {
            guard let over, let sent = try await request.form().value(PageForm.csrfField),
                reader.configuration.sessionCookie.tokens(of: request).contains(where: { forms.isToken(sent, for: $0.reveal()) })
            else { return try await signIn(request, realm) }
            return try await over(realm)
        }
        let form = try await request.form()
        let sent = try form.value(PageForm.csrfField)
        guard let sent, forms.isToken(sent, for: turn.token.reveal()) else {
            throw WireError(.forbidden, HostedText.startedAnew.text(in: turn.language))
        }
        return try await body(turn, form)
    }

    private func page(
        _ turn: AccountTurn, attempt: JSONObject? = nil, violation: PolicyViolation? = nil, error: HostedText? = nil, isSaved: Bool = false
    ) async throws -> Response {
        let (realm, base) = (turn.realm, HostedPath.account(of: turn.realm.path))
        let form = ProfileForm(turn.user, by: turn.schema, attempt: attempt, violation: violation)
        let page = AccountPage(
            language: turn.language, name: turn.user.username, profile: turn.isFresh ? form.step(languages: turn.languages) : nil,
            paths: AccountPage.Paths(
                profile: base, sessions: base + "/sessions", links: base + "/links", passkeys: base + "/passkeys",
                consents: base + "/consents", devices: base + "/devices", data: base + "/data", deletion: base + "/deletion",
                signOut: base + "/sign-out",
                signIn: HostedPath.login(of: realm.path) + HostedPath.query([("ForceAuth", "true"), ("goto", base)])),
            csrfToken: forms.token(for: turn.token.reveal()), passwordChange: try await selfService.passwordChange(in: realm),
            sessions: try await sessions(turn), passkeys: try await passkeys(turn),
            passkeyAddition: try await selfService.passkeyAddition(in: realm), links: try await links(turn),
            devices: try await devices(turn), recoveryCodes: try await services.recoveryCodes(turn.user.id, turn.realm.id),
            consents: try await consents(turn), isDeletable: isDeletable(turn), now: services.time.now,
            error: error?.text(in: turn.language), isSaved: isSaved)
        return .page(pages.of(realm).render(page), status: error == nil ? .ok : .badRequest)
    }

    private func signIn(_ request: Request, _ realm: Realm) async throws -> Response {
        var query = [("goto", HostedPath.account(of: realm.path))]
        if let journey = SignInRequirement(realm.settings).journey { query.append(("journey", journey)) }
        // A session that isn't enough would lead straight back.
        if try await reader.session(of: request, in: realm) != nil {
            query.append(("ForceAuth", "true"))
        } else if !reader.configuration.sessionCookie.tokens(of: request).isEmpty {
            NotedCaller.refuse()
        }
        return redirect(to: HostedPath.login(of: realm.path) + HostedPath.query(query))
    }

    private func back(_ realm: Realm, _ query: String = "") -> Response { redirect(to: HostedPath.account(of: realm.path) + query) }

    private func redirect(to path: String) -> Response {
        var response = Response.redirect(to: reader.configuration.publicAddress.url(path), status: .seeOther)
        response.headers.append(contentsOf: HTTPFields.noStore)
        return response
    }
}
