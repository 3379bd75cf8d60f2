import DeviceFoundation
import DeviceMessages
import Foundation
import JOSE
import Primitives

extension MFADevice {
    /// Takes a push that some carrier brought: the signed statement.
    ///
    /// A silent push is answered at once. A push that came before gives its request again while that waits, and else nil.
    /// - Throws: ``MFAError`` `.unrecognizedPush` when it isn't a push for this device; `.expired`.
    public func process(remoteNotification statement: String) async throws(MFAError) -> MFAEvent? {
        try await process(remoteNotification: statement, document: nil)
    }

    /// The same with the challenge's document, where the server's own push service brought it along; else it is fetched.
    package func process(remoteNotification statement: String, document: String?) async throws(MFAError) -> MFAEvent? {
        let claimed = try Self.claimed(statement)
        let installation = try await book.all().first { $0.issuer.description == claimed.issuer && $0.id == claimed.audience }
        guard let installation else { throw Self.foreign("it is for another device, or of another server") }
        let push = try await verified(statement, for: installation)
        return try await take(push, statement, document, for: installation)
    }

    /// The requests that wait for a decision: those that came before the process ended, too.
    public func waitingRequests() async throws(MFAError) -> [MFARequest] {
        var requests: [MFARequest] = []
        for installation in try await book.all() where installation.isPaired {
            for item in try await inbox(installation.issuer).items {
                guard let push = try? await verified(item.statement, for: installation) else { continue }
                if let request = try await request(push, for: installation) { requests.append(request) }
            }
        }
        return requests
    }

    /// The issuer and the audience that a statement names, which nothing proves yet.
    static func claimed(_ statement: String) throws(MFAError) -> (issuer: String, audience: String) {
        do { return try PushStatement.claimed(statement) } catch { throw foreign(error.message) }
    }

    private static func foreign(_ reason: String) -> MFAError { MFAError(.unrecognizedPush, "this push isn't ours: \(reason)") }

    // MARK: - Verifying

    /// The server may have changed its keys since they were read.
    func verified(_ statement: String, for installation: RealmInstallation) async throws(MFAError) -> PushStatement {
        try await verified(statement, at: installation.issuer, for: installation.id)
    }

    func verified(_ statement: String, at issuer: DeviceIssuer, for installation: String) async throws(MFAError) -> PushStatement {
        do {
            return try verify(statement, at: issuer, for: installation, with: try await realmKeys(of: issuer))
        } catch {
            guard error.code == .unrecognizedPush else { throw error }
        }
        do {
            return try verify(statement, at: issuer, for: installation, with: try await realmKeys(of: issuer, again: true))
        } catch {
            throw error.code == .untrusted ? Self.foreign(error.reason) : error
        }
    }

    /// Verifies by this device's own clock: what a server said of the time never makes an old push new.
    private func verify(
        _ statement: String, at issuer: DeviceIssuer, for installation: String, with keys: DeviceKeys
    ) throws(MFAError) -> PushStatement {
        do {
            return try PushStatement(
                verifying: statement, issuer: issuer.description, audience: installation, keys: keys.statements, at: device.time.now)
        } catch {
            throw error.code == .expired ? MFAError(error) : Self.foreign(error.message)
        }
    }

    // MARK: - Taking

    /// Keeps the push before anything is done about it.
    func take(
        _ push: PushStatement, _ statement: String, _ document: String?, for installation: RealmInstallation
    ) async throws(MFAError) -> MFAEvent? {
        let now = device.time.now
        let item = push.kind == .authentication ? Inbox.Item(statement: statement, challenge: push.challenge, expires: push.expires) : nil
        let isNew = try await changeInbox(installation.issuer) { inbox in
            if push.kind == .cancel { inbox.remove(push.challenge) }
            // A silent push is answered again, since the answer may have been lost: the server takes the same one twice.
            return inbox.take("\(push.kind.rawValue) \(push.challenge) \(push.nonce)", item, until: push.expires, at: now)
        }
        journal.note(.info, "a push came: \(push.kind.rawValue)\(isNew ? "" : ", again")")
        switch push.kind {
        case .authentication: return try await authentication(push, document, isNew: isNew, for: installation)
        case .silent:
            try await acknowledge(push, document, for: installation)
            return .acknowledged(challenge: push.challenge)
        case .cancel: return isNew ? .cancelled(challenge: push.challenge) : nil
        case .test: return isNew ? .test(challenge: push.challenge) : nil
        }
    }

    private func authentication(
        _ push: PushStatement, _ document: String?, isNew: Bool, for installation: RealmInstallation
    ) async throws(MFAError) -> MFAEvent? {
        let waits = try await inbox(installation.issuer).items.contains { $0.challenge == push.challenge }
        guard isNew || waits else { return nil }
        return try await request(push, document, for: installation).map(MFAEvent.request)
    }

    private func acknowledge(_ push: PushStatement, _ document: String?, for known: RealmInstallation) async throws(MFAError) {
        guard let pairing = push.pairing else { throw Self.foreign("it names no pairing") }
        let installation = try await settled(known)
        let isWanted = try await wantsEvidence(push, document, of: installation)
        try await withEvidence(for: installation, isWanted: isWanted) { evidence throws(MFAError) in
            let answer = ChallengeAcknowledgement(nonce: push.nonce, pairing: pairing, integrity: evidence)
            _ = try await channel.call(
                .post, "/challenges/\(push.challenge)/acknowledgement", at: installation.issuer, as: channel.signer(installation),
                json: answer.json)
        }
    }

    /// Whether the server wants evidence with the answer to a silent push. A device that has none to give doesn't ask.
    private func wantsEvidence(
        _ push: PushStatement, _ brought: String?, of installation: RealmInstallation
    ) async throws(MFAError) -> Bool {
        guard configuration.integrity != nil else { return false }
        let bytes = if let brought { Array(brought.utf8) } else { try await fetchedDocument(of: push, for: installation) }
        return try document(bytes, of: push).integrity != nil
    }

    /// The request of a push: what is asked, by the document that came along or that is fetched. nil for one that is over.
    private func request(
        _ push: PushStatement, _ brought: String? = nil, for installation: RealmInstallation
    ) async throws(MFAError) -> MFARequest? {
        let bytes: [UInt8]
        if let brought {
            bytes = Array(brought.utf8)
        } else {
            guard let fetched = try await waitingDocument(of: push, for: installation) else { return nil }
            bytes = fetched
        }
        return MFARequest(
            id: push.challenge, document: try document(bytes, of: push), issuer: installation.issuer, timeout: push.timeout,
            nonce: push.nonce, shown: ChallengeDocument.hash(of: bytes), device: self)
    }

    private func document(_ bytes: [UInt8], of push: PushStatement) throws(MFAError) -> ChallengeDocument {
        let json = try DeviceChannel.json(bytes)
        let document = try translating(message: try ChallengeDocument(json: json))
        guard document.challenge == push.challenge, document.pairing == push.pairing else {
            throw MFAError(.untrusted, "the server showed another request than the one of the push")
        }
        return document
    }

    /// The challenge's document; nil, and out of the inbox, for one that is over.
    private func waitingDocument(of push: PushStatement, for known: RealmInstallation) async throws(MFAError) -> [UInt8]? {
        let installation = try await settled(known)
        do { return try await fetchedDocument(of: push, for: installation) } catch {
            guard !error.isTemporary else { throw error }
            try await changeInbox(installation.issuer) { $0.remove(push.challenge) }
            guard [.expired, .cancelled].contains(error.code) else { throw error }
            return nil
        }
    }

    private func fetchedDocument(of push: PushStatement, for installation: RealmInstallation) async throws(MFAError) -> [UInt8] {
        try await channel.call(
            .get, "/challenges/\(push.challenge)", at: installation.issuer, as: channel.signer(installation)
        ).body
    }
}
