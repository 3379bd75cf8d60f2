import DeviceFoundation
public import DeviceMessages
import Primitives

/// The server's report on this device; or the reason why it could not be asked.
public struct RealmInfo: Sendable {
    /// The server and realm.
    public let issuer: DeviceIssuer
    /// The report, or the reason why there is none.
    public let report: Result<InstallationReport, MFAError>
}

extension MFADevice {
    /// Asks each server with whom the device is paired there, and does what it is asked in return: sends logs that are wanted, shows the
    /// device's integrity where its passcodes need that, rotates keys that are due. A server's answer is what counts: users who were removed there are gone here too.
    ///
    /// - Throws: ``MFAError`` `.notPaired` when there is no pairing; the first failure when no server answered.
    public func info() async throws(MFAError) -> [RealmInfo] {
        try await finishPairingsIfIdle()
        let installations = try await book.all().filter(\.isPaired)
        guard !installations.isEmpty else { throw Self.notPaired }
        var infos: [RealmInfo] = []
        for installation in installations {
            let info = await report(of: installation)
            infos.append(info)
            if case .success(let report) = info.report { await attend(to: report, at: installation.issuer) }
        }
        if infos.allSatisfy({ (try? $0.report.get()) == nil }), case .failure(let error)? = infos.first?.report { throw error }
        return infos
    }

    /// Sets where pushes go, and tells every server; one that can't be reached is told with the next call of ``info()``.
    ///
    /// - Throws: ``MFAError`` `.pushAddressMissing` for an address without a token.
    public func setPushAddress(_ address: PushAddress) async throws(MFAError) {
        switch address {
        case .apns("", _), .fcm(""): throw MFAError(.pushAddressMissing, "the push service gave this app no token")
        default: break
        }
        try await changePush { $0.chosen = address }
    }

    /// Allows pushes or not; allowed unless told otherwise.
    public func allowPush(_ isAllowed: Bool) async throws(MFAError) {
        try await changePush { $0.isAllowed = isAllowed }
    }

    /// Whether pushes are allowed, as ``allowPush(_:)`` was told last.
    public nonisolated var isPushAllowed: Bool { get async throws(MFAError) { try await pushSettings().isAllowed } }

    nonisolated func pushSettings() async throws(MFAError) -> PushSettings { PushSettings(json: try await records.record(.push)) }

    private func changePush(_ edit: @Sendable (inout PushSettings) -> Void) async throws(MFAError) {
        try await records.update(.push) { record in
            var settings = PushSettings(json: record)
            edit(&settings)
            record = settings.json
        }
        for installation in try await book.all() {
            try await book.update(installation.issuer) { $0.isPushStale = true }
            if installation.isPaired { try await tellPush(installation.issuer) }
        }
    }

    /// Tells a server the push settings. Another change that came first is read, and this one made to it.
    private func tellPush(_ issuer: DeviceIssuer) async throws(MFAError) {
        for attempt in 1...3 {
            guard let installation = try await book.installation(at: issuer) else { return }
            let settings = try await pushSettings()
            let report = try await fetchReport(of: installation)
            let change = InstallationChange(
                revision: report.revision, push: settings.address(configuration), isPushAllowed: settings.isAllowed,
                device: configuration.tampering == nil ? nil : configuration.description)
            do {
                _ = try await channel.call(.patch, "/installation", at: issuer, as: channel.signer(installation), json: change.json)
            } catch {
                guard error.refusal?.code == .conflict, attempt < 3 else { throw error }
                continue
            }
            try await book.update(issuer) { $0.isPushStale = false }
            return
        }
    }

    // MARK: - Reports

    private func report(of installation: RealmInstallation) async -> RealmInfo {
        do {
            let report = try await fetchReport(of: installation)
            try await book.update(installation.issuer) { installation in
                installation.pairings = report.pairings.map {
                    MFAPairing(id: $0.id, deviceID: $0.device, user: $0.user, issuer: installation.issuer)
                }
            }
            return RealmInfo(issuer: installation.issuer, report: .success(report))
        } catch {
            return RealmInfo(issuer: installation.issuer, report: .failure(error))
        }
    }

    /// Asks a server; when keys are being rotated, with the new ones first. One that knows nothing of this device any more is forgotten.
    func fetchReport(of installation: RealmInstallation) async throws(MFAError) -> InstallationReport {
        let current = try await settled(installation)
        do throws(MFAError) {
            let response = try await channel.call(.get, "/installation", at: current.issuer, as: channel.signer(current))
            let json = try DeviceChannel.json(response)
            let report = try translating(message: try InstallationReport(json: json))
            guard !report.pairings.isEmpty else { throw Self.notPaired }
            return report
        } catch {
            if error.code == .notPaired { try await unpaired(at: current.issuer) }
            throw error
        }
    }

    /// Forgets the installation, since the server said that no user is paired there; one with a pairing under way loses only its pairings.
    func unpaired(at issuer: DeviceIssuer) async throws(MFAError) {
        guard let installation = try await book.installation(at: issuer), installation.pending.isEmpty else {
            try await book.update(issuer) { $0.pairings = [] }
            // The server took the mailbox away, and the next one counts from the beginning.
            try await changeInbox(issuer) { $0.cursor = nil }
            return
        }
        try await forget(installation)
        wakeListeners()
    }

    private func finishPairingsIfIdle() async throws(MFAError) {
        guard !running.contains(.pairing), try await book.all().contains(where: { !$0.pending.isEmpty }) else { return }
        do { try await finishPairings() } catch { journal.note(.warning, "a pairing that was begun could not be finished: \(error.code)") }
    }

    /// Does what a server asks for. A failure is noted, and the next report asks again.
    private func attend(to report: InstallationReport, at issuer: DeviceIssuer) async {
        do throws(MFAError) {
            if try await book.installation(at: issuer)?.isPushStale == true { try await tellPush(issuer) }
            if report.areLogsWanted { _ = try await sendLogs(to: issuer) }
            if report.integrity != nil { try await showIntegrity(at: issuer) }
            if report.isRotationDue { try await rotateKeys(at: issuer) }
        } catch { journal.note(.warning, "what the server asked for could not be done: \(error.code)") }
    }
}
