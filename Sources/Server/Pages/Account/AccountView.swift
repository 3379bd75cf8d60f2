import Foundation
import JourneyMessages
import Primitives
import Translations

/// The account page as its template sees it.
struct AccountView: FramedView {
    var frame: Frame
    let phrases: Phrases
    let account: AccountPhrases
    let personName: String
    let error: String?
    let isSaved: Bool
    let paths: AccountPage.Paths
    let csrfField = PageForm.csrfField
    let csrfToken: String
    let stateField = SignOnSubmission.stateField
    let sessionField = AccountPage.sessionField
    let linkField = AccountPage.linkField
    let profile: Profile?
    let passwordChange: LinkView?
    let sessions: [OpenSession]
    let others: String?
    let passkeyField = AccountPage.passkeyField
    let nameField = AccountPage.nameField
    let removeField = AccountPage.removeField
    let hasPasskeys: Bool
    let passkeys: [Passkey]
    let passkeyAddition: LinkView?
    let hasLinks: Bool
    let links: [AccountPage.Link]
    let consent: ConsentPhrases
    let consentField = AccountPage.consentField
    let deviceField = AccountPage.deviceField
    let confirmationField = AccountPage.confirmationField
    let deviceGroups: [DeviceGroup]
    let recoveryCodes: String?
    let isDeletable: Bool
    let isFresh: Bool
    let hasConsents: Bool
    let consents: [Consent]

    struct Profile {
        let state: String
        let fields: [FieldView]
        /// The fields that are folded away, unless something is wrong in them.
        let groups: [Group]
        let requiredMark: String?
    }

    struct Group {
        let title: String
        let isOpen: Bool
        let groupFields: [FieldView]
    }

    struct DeviceGroup {
        let title: String
        let devices: [Device]
    }

    struct Device {
        let deviceID: String
        let deviceName: String
        let added: Moment
        let canRemove: Bool
    }

    struct OpenSession {
        let handle: String
        let program: String
        let place: String?
        let since: Moment
        let used: Moment
        let isCurrent: Bool
    }

    struct Consent {
        let applicationID: String
        let applicationName: String
        let scopeTexts: String
        let since: Moment
    }

    struct Passkey {
        let passkeyID: String
        let shownName: String
        let given: String
        let since: Moment
        let isCopied: Bool
        let canChange: Bool

        init(_ passkey: AccountPage.Passkey, _ phrases: Phrases, at now: Date, canChange: Bool) {
            passkeyID = passkey.value
            shownName = passkey.name.nonEmpty ?? phrases.passkeys.nameless
            given = passkey.name ?? ""
            since = Moment(passkey.added, before: now, phrases)
            isCopied = passkey.isBackedUp
            self.canChange = canChange
        }
    }

    init(_ page: AccountPage) {
        phrases = page.language.phrases
        account = phrases.account
        personName = page.name
        error = page.error.nonEmpty
        isSaved = page.isSaved
        frame = Frame(page.language, title: (error == nil ? "" : "\(phrases.errorPrefix): ") + phrases.account.title)
        paths = page.paths
        csrfToken = page.csrfToken
        let (phrases, now) = (phrases, page.now)
        isFresh = page.profile != nil
        profile = page.profile.map { Profile($0, hasError: page.error != nil, phrases) }
        passwordChange = page.passwordChange.map { LinkView($0, phrases) }
        sessions = page.sessions.map {
            OpenSession(
                handle: $0.handle, program: BrowserName.of($0.userAgent) ?? phrases.account.unknownProgram, place: $0.place.nonEmpty,
                since: Moment($0.created, before: now, phrases), used: Moment($0.lastUsed, before: now, phrases), isCurrent: $0.isCurrent)
        }
        others = page.sessions.contains { !$0.isCurrent } ? AccountPage.everyOtherSession : nil
        passkeys = page.passkeys.map { Passkey($0, phrases, at: now, canChange: page.profile != nil) }
        passkeyAddition = page.passkeyAddition.map { LinkView($0, phrases) }
        hasPasskeys = !passkeys.isEmpty || passkeyAddition != nil
        hasLinks = !page.links.isEmpty
        links = page.links
        consent = phrases.consent
        hasConsents = !page.consents.isEmpty
        consents = page.consents.map {
            Consent(
                applicationID: $0.value, applicationName: $0.application,
                scopeTexts: $0.scopes.isEmpty ? phrases.consent.identity : $0.scopes.joined(separator: ", "),
                since: Moment($0.given, before: now, phrases))
        }
        deviceGroups = AccountPage.Device.Kind.allCases.compactMap { DeviceGroup($0, page, phrases) }
        recoveryCodes = page.recoveryCodes > 0 ? "\(phrases.account.codesLeft) \(page.recoveryCodes)" : nil
        isDeletable = page.isDeletable && page.profile != nil
    }
}

extension AccountView.DeviceGroup {
    /// nil for a kind of which the user has none.
    fileprivate init?(_ kind: AccountPage.Device.Kind, _ page: AccountPage, _ phrases: Phrases) {
        let found = page.devices.filter { $0.kind == kind }
        guard !found.isEmpty else { return nil }
        title =
            switch kind {
            case .phone: phrases.account.phones
            case .authenticator: phrases.account.authenticators
            case .message: phrases.account.messages
            }
        devices = found.map {
            AccountView.Device(
                deviceID: $0.value, deviceName: $0.name.nonEmpty ?? phrases.account.unnamedDevice,
                added: Moment($0.added, before: page.now, phrases), canRemove: page.profile != nil)
        }
    }
}

extension AccountView.Profile {
    fileprivate init(_ step: Step, hasError: Bool, _ phrases: Phrases) {
        let maker = FieldMaker(step, hasError: hasError, collectsSignals: false, isForTyping: false, phrases: phrases)
        let all = FieldView.fields(of: step, by: maker)
        let names = Dictionary(
            step.callbacks.enumerated().map { (Step.inputName($0.offset), $0.element.output("name")?.string ?? "") }
        ) { first, _ in first }
        func fields(_ part: Part) -> [FieldView] { all.filter { Part(of: names[$0.fieldName] ?? "") == part } }
        func group(_ title: String, _ part: Part) -> AccountView.Group? {
            let found = fields(part)
            guard !found.isEmpty else { return nil }
            return AccountView.Group(title: title, isOpen: found.contains { $0.problems != nil }, groupFields: found)
        }
        state = step.authID
        self.fields = fields(.person)
        groups = [group(phrases.account.address, .address), group(phrases.account.more, .more)].compactMap(\.self)
        requiredMark = all.contains(where: \.hasMark) ? phrases.form.requiredMark : nil
    }

    /// The part of the form that an attribute belongs to.
    private enum Part {
        case person, address, more

        init(of attribute: String) {
            if ["userName", "givenName", "sn", "displayName", "mail", "telephoneNumber", "preferredLanguage"].contains(attribute) {
                self = .person
            } else if ["postalAddress", "address2", "city", "stateProvince", "postalCode", "country"].contains(attribute) {
                self = .address
            } else {
                self = .more
            }
        }
    }
}
