import DeviceMessages
import Foundation
import PingIDMessages
import Primitives
import Store
import DeviceRegistry
import Directory
import Messaging

extension PingID {
    /// Takes a user's choice in a session. The same choice once more changes nothing.
    ///
    /// - Throws: ``/DeviceMessages/DeviceError`` `.expired`, `.deviceMismatch`, `.replayed`, `.alreadyDecided`, `.policy`,
    ///   `.userNotPaired`, `.userSuspended`, `.rooted`, `.permission`.
    func choose(
        _ message: SessionSelection, by installation: String, _ application: String, _ rules: PingIDRules, _ realm: UUID, at now: Date,
        in transaction: any WriteTransaction
    ) throws {
        let session = try session(message.session, of: installation, application, realm, at: now, in: transaction)
        guard session.nonce == message.nonce else { throw DeviceError(.replayed, "the nonce isn't this session's") }
        let text = message.selection.json.text
        if session.selection == text { return }
        guard let member = try PingIDUsers.member(session.user, of: application, realm: realm, in: transaction),
            member.maySignOn(at: now)
        else { throw DeviceError(.userSuspended, "the user is suspended") }
        if let name = message.selection.username, !member.user.isNamed(name) {
            throw DeviceError(.userNotPaired, "the session is another user's")
        }
        if let level = message.selection.trust, !session.levels.contains(level) {
            throw DeviceError(.policy, "the trust level \(level.rawValue) isn't one that was offered")
        }
        try PingIDInstallation.checkRoot(installation, realm: realm, rules, in: transaction)
        var decided = session
        decided.selection = text
        let choice = Choice(selection: message.selection, rules: rules, now: now)
        if session.chooser == session.subject {
            try chooseOwn(choice, &decided, transaction)
        } else {
            try chooseForOther(choice, &decided, transaction)
        }
        guard try decided.update(from: session, at: now, in: transaction) else { throw Self.meanwhile }
        if decided.stored != session.stored { try tell(decided, at: now, in: transaction) }
    }

    private struct Choice {
        let selection: UserSelection
        let rules: PingIDRules
        let now: Date

        var isRefusal: Bool { selection.action == .deny || selection.action == .block }
        var end: Date? { selection.ignoring?.end(from: now) }
    }

    /// A session whose user's installation this is.
    func session(
        _ text: String, of installation: String, _ application: String, _ realm: UUID, at now: Date, in transaction: any ReadTransaction
    ) throws -> PingIDAuthentication {
        guard let id = UUID(text: text), let session = try PingIDAuthentication.find(id, realm: realm, at: now, in: transaction),
            session.application == application
        else { throw DeviceError(.expired, "there is no such session any more") }
        guard session.chooser == installation else { throw DeviceError(.deviceMismatch, "the session is another device's") }
        return session
    }

    /// The choice of trust in the device that chooses. By itself it only ever becomes a user's first.
    private func chooseOwn(_ choice: Choice, _ session: inout PingIDAuthentication, _ transaction: any WriteTransaction) throws {
        let now = choice.now
        // After a passcode, trust may still be chosen while the session lasts.
        let isLate = session.stored == .approved && session.isPasscodeTaken && now < session.expires
        guard session.isOpen(at: now) || isLate else { throw Self.over(session, at: now) }
        guard try PingIDAuthentication.find(session.id, realm: session.realm, at: now, in: transaction)?.selection == nil else {
            throw Self.meanwhile
        }
        if choice.isRefusal {
            if !isLate { session.stored = .rejected }
            return
        }
        let level = choice.selection.trust ?? session.levels.first ?? .trusted
        if level == .ignored {
            try trustSubject(of: session, as: level, choice, transaction)
            if !isLate { session.stored = .ignored }
        } else if session.stored == .selectDevice {
            try requireNoOther(session, at: now, transaction)
            try trustSubject(of: session, as: level, choice, transaction)
            session.stored = .approved
        } else if isLate {
            try trustSubject(of: session, as: level, choice, transaction)
        }
        // Else the choice is kept until a trusted device's passcode has been typed.
    }

    /// Refuses the second of two first devices that choose at once: it needs the other's approval.
    private func requireNoOther(_ session: PingIDAuthentication, at now: Date, _ transaction: any WriteTransaction) throws {
        guard !session.isValidated else { return }
        let others = try TrustBook.trusted(
            of: session.user, application: session.application, realm: session.realm, at: now, in: transaction)
        guard others.isEmpty else {
            throw DeviceError(.policy, "another device has been trusted meanwhile, and must approve; begin again")
        }
    }

    /// The decision of a trusted device about another one, or about a sign-on in a browser.
    private func chooseForOther(_ choice: Choice, _ session: inout PingIDAuthentication, _ transaction: any WriteTransaction) throws {
        let now = choice.now
        guard session.isOpen(at: now) else { throw Self.over(session, at: now) }
        let chooser = try Self.requireTrustedChooser(of: session, at: now, in: transaction)
        try BuiltInPush.answered(session.id.text, by: chooser, realm: session.realm, in: transaction)
        switch choice.selection.action {
        case .deny:
            session.stored = .rejected
        case .block:
            session.stored = .rejected
            guard let subject = try subject(of: session, transaction) else { return }
            try book.untrust(subject, because: "blocked by its user", at: now, in: transaction)
        case .approve, nil:
            session.stored = choice.selection.trust == .ignored ? .ignored : .approved
            guard session.subject != nil else { return }
            try trustSubject(of: session, as: choice.selection.trust ?? .trusted, choice, transaction)
        }
    }

    /// The installation that is asked about another one, or about a sign-on in a browser.
    /// - Throws: ``/DeviceMessages/DeviceError`` `.policy` when it isn't trusted any more: it decides nothing, and is told nothing.
    @discardableResult
    static func requireTrustedChooser(
        of session: PingIDAuthentication, at now: Date, in transaction: any ReadTransaction
    ) throws -> String {
        guard let chooser = session.chooser,
            let record = try TrustRecord.find(
                chooser, user: session.user, application: session.application, realm: session.realm, in: transaction),
            try TrustBook.device(of: record, at: now, in: transaction) != nil
        else { throw DeviceError(.policy, "only a trusted device may decide") }
        return chooser
    }

    private func subject(of session: PingIDAuthentication, _ transaction: any ReadTransaction) throws -> TrustRecord? {
        guard let subject = session.subject else { return nil }
        return try TrustRecord.find(
            subject, user: session.user, application: session.application, realm: session.realm, in: transaction)
    }

    private func trustSubject(
        of session: PingIDAuthentication, as level: TrustLevel, _ choice: Choice, _ transaction: any WriteTransaction
    ) throws {
        guard let record = try subject(of: session, transaction) else {
            throw DeviceError(.expired, "the device that asked is gone; begin again")
        }
        _ = try book.trust(
            record, as: level, until: choice.end, most: choice.rules.mostDevices, at: choice.now, in: transaction)
    }

    private static func over(_ session: PingIDAuthentication, at now: Date) -> DeviceError {
        session.status(at: now) == .timeout
            ? DeviceError(.expired, "the session's time is over") : DeviceError(.alreadyDecided, "the session is over")
    }

    /// Applies a choice that waited for a passcode, now that one was right.
    func applyKeptChoice(
        of session: PingIDAuthentication, _ rules: PingIDRules, at now: Date, in transaction: any WriteTransaction
    ) throws {
        guard let text = session.selection, session.subject != nil, session.subject == session.chooser else { return }
        let selection = try UserSelection(json: try JSONValue(parsing: text))
        guard let level = selection.trust ?? session.levels.first, level.isTrusted else { return }
        try trustSubject(of: session, as: level, Choice(selection: selection, rules: rules, now: now), transaction)
    }
}
