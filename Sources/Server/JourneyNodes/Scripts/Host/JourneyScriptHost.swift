import Directory
import Foundations
import JourneyEngine
import JourneyModel
import Logging
import Primitives
import ScriptMessages
import Scripting
import SignIn
import Store
import Synchronization

/// Answers what a journey's script asks of the server.
///
/// The first call with an effect spends the run's ticket, so that a state that a client has kept has the effect once.
final class JourneyScriptHost: ScriptHost {
    private let realm: Realm
    private let domain: JourneyServices
    private let logger: Logger
    private let ticket: SpendTicket?
    private let own: ScriptIdentities.OwnUser?
    private let link: @Sendable (Secret) throws -> String
    private let spent = Atomic(false)
    private let suspended = Mutex<(id: Secret, minutes: Int?)?>(nil)

    /// - Parameters:
    ///   - own: the user whom the run is about, if the server has named one.
    ///   - ticket: the run's ticket; nil when there is none to spend.
    ///   - link: makes the link by which the run would continue, from its id.
    init(
        realm: Realm, domain: JourneyServices, runtime: ScriptRuntime, script: Script, own: ScriptIdentities.OwnUser?, ticket: SpendTicket?,
        link: @escaping @Sendable (Secret) throws -> String
    ) {
        self.realm = realm
        self.domain = domain
        self.own = own
        var logger = runtime.logger
        logger[metadataKey: "script"] = "\(script.name)"
        logger[metadataKey: "realm"] = "\(realm.path)"
        self.logger = logger
        self.ticket = ticket
        self.link = link
    }

    func log(_ line: ScriptLogLine) {
        // A script's text may be a client's input: a line stays one line.
        let text = String(line.text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) })
        logger.log(level: line.level.logLevel, "\(text)")
    }

    func answer(_ call: ScriptCall) async -> ScriptAnswer {
        do { return .value(try await value(of: call)) } catch let error as ScriptRefusal { return .refused(error.reason) } catch {
            logger.error("a script's call failed", metadata: ["method": "\(call.method)", "error": "\(error)"])
            return .refused("\(call.method) failed")
        }
    }

    /// Spends the ticket unless a call has, together with something else.
    func settle(_ body: @escaping @Sendable (any WriteTransaction) throws -> Void) async throws {
        let due = hasSpent ? nil : ticket
        try await domain.platform.database.write { transaction in
            try due?.spend(in: transaction)
            try body(transaction)
        }
        spent.store(true, ordering: .relaxed)
    }

    /// Spends the ticket unless a call has.
    func settle() async throws {
        if ticket != nil, !hasSpent { try await settle { _ in } }
    }

    /// Whether the ticket, if there is one, is spent.
    var hasSpent: Bool { spent.load(ordering: .relaxed) }

    /// The link that the script has asked for to suspend the run; nil when it hasn't.
    var suspension: (id: Secret, minutes: Int?)? { suspended.withLock { $0 } }

    private func value(of call: ScriptCall) async throws -> JSONValue {
        if call.method == "http.send" {
            let request = try OutboundRequest(ScriptArguments(call).object(0), allowing: realm.settings[ScriptingSettings.self].scriptHosts)
            try await settle()
            return try await domain.platform.http.send(request).json
        }
        if call.method == "journey.suspend" { return try suspend(ScriptArguments(call)) }
        let reading = ScriptReading(realm: realm, domain: domain, own: own, beforeWriting: settle)
        guard let value = try await reading.value(of: call) else { throw ScriptRefusal("\(call.method) isn't available") }
        return value
    }

    private func suspend(_ arguments: ScriptArguments) throws -> JSONValue {
        let minutes = try arguments.optionalCount(0, most: JourneyLimits.suspension)
        let id = suspension?.id ?? domain.signIn.suspended.newID()
        suspended.withLock { $0 = (id, minutes == 0 ? nil : minutes) }
        return .string(try link(id))
    }
}

extension ScriptLogLine.Level {
    fileprivate var logLevel: Logger.Level {
        switch self {
        case .trace: .trace
        case .debug: .debug
        case .info: .info
        case .warn: .warning
        case .error: .error
        }
    }
}
