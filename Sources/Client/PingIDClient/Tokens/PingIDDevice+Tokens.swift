import DeviceFoundation
import DeviceMessages
import Foundation
public import PingIDMessages
import Primitives

extension PingIDDevice {
    /// The time between two questions how a token stands.
    private static let interval = Duration.seconds(3)

    /// Claims an authentication token, the text of a QR code, and follows its state until the phone's user is asked or it is over. Each
    /// state is told as a ``PingIDEvent/token(_:)`` too.
    ///
    /// - Throws: ``PingIDError/Code/token``, ``PingIDError/Code/tokenUsed``, ``PingIDError/Code/tokenApplication``,
    ///   ``PingIDError/Code/tokenAccount``, ``PingIDError/Code/userSuspended``, ``PingIDError/Code/userNotPaired`` and others.
    public func validate(token text: String) async throws(PingIDError) -> TokenReport {
        let claim = try translating(message: try TokenClaim(text))
        return try await follow(try await report(.tokenClaim, claim.json))
    }

    /// Sends the user's choice about the token that was claimed: the action, and the user where there are several.
    ///
    /// - Throws: ``PingIDError/Code/token`` when none waits; ``PingIDError/Code/selectionMissing`` when a user must be chosen and isn't;
    ///   the server's refusal.
    public func selectForToken(_ selection: UserSelection) async throws(PingIDError) -> TokenReport {
        guard let token = try await book.state()?.token, token.status.isAwaitedHere else {
            throw PingIDError(.token, "no authentication token waits for a choice")
        }
        guard !token.status.listsUsers || selection.username != nil || selection.action == .deny else {
            throw PingIDError(.selectionMissing, "the sign-on has several users; choose one")
        }
        let message = SessionSelection(session: token.session, selection: selection)
        return try await follow(try await report(.tokenSelection, message.json))
    }

    /// Asks how the claimed token stands, and follows it on: for an app that was ended meanwhile. nil when none is under way.
    /// - Throws: ``PingIDError`` when server or store fail.
    public func resumeToken() async throws(PingIDError) -> TokenReport? {
        guard let token = try await book.state()?.token, device.time.now < token.expires else { return nil }
        return try await follow(try await report(.tokenStatus, SessionQuery(token.session).json))
    }

    private func follow(_ first: TokenReport) async throws(PingIDError) -> TokenReport {
        var report = first
        while report.status.isAwaitedElsewhere, device.time.now < first.expires {
            do { try await pause(Self.interval) } catch { return report }
            report = try await self.report(.tokenStatus, SessionQuery(report.session).json, after: report)
        }
        return report
    }

    /// Asks the server about a token, keeps its state, and tells it when it isn't the former one.
    private func report(
        _ call: PingIDCall, _ content: JSONValue, after former: TokenReport? = nil
    ) async throws(PingIDError) -> TokenReport {
        let answer = try await exchange(call, content) { state, content throws(PingIDError) in
            let report = try reading(try TokenReport(json: content))
            state.token = report.waiting
        }
        let report = try reading(try TokenReport(json: answer))
        if report.status != former?.status {
            journal.note(.info, "an authentication token: \(report.status.rawValue)")
            tell(.token(report))
        }
        return report
    }
}

extension TokenReport {
    /// The record of a token that isn't over.
    fileprivate var waiting: InstallationState.Token? {
        guard status.isAwaitedHere || status.isAwaitedElsewhere else { return nil }
        return InstallationState.Token(session: session, status: status, expires: expires)
    }
}
