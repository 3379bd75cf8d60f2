import DeviceFoundation
import DeviceMessages
import Foundation
import JOSE
import PingIDMessages
import Primitives

extension PretendPingID {
    func handle(_ call: PingIDCall, _ content: JSONValue, _ installation: String) throws(DeviceError) -> JSONValue {
        switch call {
        case .selection: try select(SessionSelection(json: content), installation)
        case .session: try details(SessionQuery(json: content), installation)
        case .acknowledgement: try acknowledge(SessionAcknowledgement(json: content))
        case .tokenClaim: try claim(TokenClaim(json: content), installation)
        case .tokenSelection: try choose(SessionSelection(json: content), installation)
        case .tokenStatus: try status(SessionQuery(json: content), installation)
        case .root: judge(try RootReport(json: content), installation).json
        case .identityProviderStep: try step(IdentityProviderStep(json: content))
        case .push: [:]
        case .logs: try keep(LogLines(json: content))
        }
    }

    // MARK: - Trust

    private func select(_ message: SessionSelection, _ installation: String) throws(DeviceError) -> JSONValue {
        guard let session = now.sessions[message.session], session.chooser == installation else {
            throw DeviceError(.deviceMismatch, "another device's")
        }
        guard !session.isOver, session.nonce == message.nonce else { throw DeviceError(.alreadyDecided, "over") }
        if let level = message.selection.trust, !session.levels.contains(level) { throw DeviceError(.policy, "not offered") }
        change { state in
            state.sessions[message.session]?.selection = message.selection
            state.sessions[message.session]?.isOver = true
        }
        switch message.selection.action {
        case .deny: break
        case .block: change { $0.installations[session.subject]?.users.removeAll { $0.username == session.username } }
        case .approve, nil: trust(session, message.selection)
        }
        return [:]
    }

    private func trust(_ session: Session, _ selection: UserSelection) {
        let level = selection.trust ?? .trusted
        let user = TrustedUser(
            username: session.username, level: level, ignoredUntil: level == .ignored ? selection.ignoring?.end(from: time.now) : nil)
        change { state in
            if level == .primary {
                for id in state.installations.keys {
                    for index in state.installations[id]?.users.indices ?? 0..<0
                    where state.installations[id]?.users[index].username == session.username
                        && state.installations[id]?.users[index].level == .primary
                    {
                        state.installations[id]?.users[index].level = .trusted
                    }
                }
            }
            state.installations[session.subject]?.users.removeAll { $0.username == user.username }
            state.installations[session.subject]?.users.append(user)
        }
    }

    private func details(_ query: SessionQuery, _ installation: String) throws(DeviceError) -> JSONValue {
        guard let session = now.sessions[query.session], session.chooser == installation, !session.isOver else {
            throw DeviceError(.expired, "over")
        }
        return SessionDetails(
            session: query.session, username: session.username, device: DeviceDescription(platform: "iOS", name: "Tom's phone"),
            timeout: 30, trustLevels: session.levels, clientContext: "transfer"
        ).json
    }

    private func acknowledge(_ message: SessionAcknowledgement) throws(DeviceError) -> JSONValue {
        guard now.sessions[message.session]?.nonce == message.nonce else { throw DeviceError(.replayed, "nonce") }
        change { _ = $0.acknowledged.insert(message.session) }
        return [:]
    }

    private func judge(_ report: RootReport, _ installation: String) -> RootVerdict {
        guard report.isActive else { return now.isRootDetectionRequired ? .inactive : .permitted }
        let isRooted = now.installations[installation]?.isRooted == true || (report.tampering?.score ?? 0) > 0.5
        return isRooted && now.isRootDetectionRequired ? .rooted : .permitted
    }

    private func step(_ message: IdentityProviderStep) throws(DeviceError) -> JSONValue {
        guard let payload = change({ $0.pendingSteps.removeValue(forKey: message.payload) }) else {
            throw DeviceError(.payload, "no sign-on had this payload")
        }
        return IdentityProviderAnswer(serverPayload: payload).json
    }

    private func keep(_ lines: LogLines) -> JSONValue {
        change { $0.logs.append(lines.text) }
        return LogReceipt(supportID: "S-1").json
    }

    // MARK: - Tokens

    private func claim(_ message: TokenClaim, _ installation: String) throws(DeviceError) -> JSONValue {
        let text = message.token.reveal()
        let session = random.token(16)
        let refusal: DeviceError? = change { state -> DeviceError? in
            guard let token = state.tokens[text] else { return DeviceError(.token, "unknown") }
            guard token.installation == nil else { return DeviceError(.tokenUsed, "claimed") }
            state.tokens[text]?.installation = installation
            state.tokens[text]?.session = session
            return nil
        }
        if let refusal { throw refusal }
        return try report(text)
    }

    private func choose(_ message: SessionSelection, _ installation: String) throws(DeviceError) -> JSONValue {
        let text = try token(message.session, installation)
        guard let token = now.tokens[text], token.status.isAwaitedHere else { throw DeviceError(.tokenUsed, "over") }
        let user = token.users.first { $0.username == message.selection.username }
        if message.selection.username != nil, user == nil { throw DeviceError(.userNotPaired, "not this device's") }
        if user?.status == .suspended { throw DeviceError(.userSuspended, "suspended") }
        change { $0.tokens[text]?.status = message.selection.action == .deny ? .denied : .claimed }
        return try report(text)
    }

    private func status(_ query: SessionQuery, _ installation: String) throws(DeviceError) -> JSONValue {
        let text = try token(query.session, installation)
        change { state in
            guard let token = state.tokens[text], let next = token.next.first else { return }
            state.tokens[text]?.status = next
            state.tokens[text]?.next.removeFirst()
        }
        return try report(text)
    }

    private func token(_ session: String, _ installation: String) throws(DeviceError) -> String {
        let found = now.tokens.first { $0.value.session == session && $0.value.installation == installation }
        guard let found else { throw DeviceError(.token, "no such session") }
        return found.key
    }

    private func report(_ text: String) throws(DeviceError) -> JSONValue {
        guard let token = now.tokens[text], let session = token.session else { throw DeviceError(.token, "unknown") }
        return TokenReport(
            session: session, status: token.status, users: token.status.listsUsers ? token.users : [], clientContext: token.context,
            expires: time.now.addingTimeInterval(120)
        ).json
    }
}
