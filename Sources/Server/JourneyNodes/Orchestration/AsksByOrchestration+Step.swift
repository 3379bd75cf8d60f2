import CommandChannel
import Directory
import Foundations
import JourneyEngine
import JourneyMessages
import JourneyModel
import OrchestrationService
import Primitives

/// A request that a node wants to make, as far as it is the node's own.
struct OrchestrationQuestion {
    let kind: CommandKind
    let display: DisplayData
}

extension AsksByOrchestration {
    /// The greatest length of a request that is shown as a code.
    private var longestCode: Int { 1_000 }

    /// Asks the user's authenticators, waits, and takes the decision.
    func step(_ turn: inout Turn, asking question: (String, Turn) throws -> OrchestrationQuestion) async throws -> NodeResult {
        let customer = try await turn.orchestrationCustomer(asking.application)
        guard let id = turn["id"]?.string else { return try await start(customer, &turn, asking: question) }
        let standing = try await turn.standing(of: id, customer)
        switch standing?.state {
        case .accepted:
            guard let request = standing?.request else { return leave(OrchestrationAsking.expired, &turn) }
            return try await accept(request, &turn)
        case .refused, .failed, .timeout, nil:
            return try await fail(standing?.state, &turn)
        case .pending:
            let pressed = wait(&turn)
            guard turn.wasSubmitted, pressed == 0 else { return .waiting }
            try await turn.spend()
            try? await turn.domain.orchestrations.withdraw(id, of: customer)
            return leave(OrchestrationAsking.exited, &turn)
        }
    }

    private func start(
        _ customer: OrchestrationCustomer, _ turn: inout Turn, asking question: (String, Turn) throws -> OrchestrationQuestion
    ) async throws -> NodeResult {
        let user = try await turn.secondFactorUser()
        guard let name = user?.username ?? turn.state.username else { return .outcome(OrchestrationAsking.noDevice) }
        // A name without a proof may be a stranger's guess: the answer tells neither that there is such a user nor that they have an app.
        let isNamed = try await turn.provenUser() == nil
        if isNamed {
            try await turn.domain.directory.quotas.require(.deviceRequest, bytes: Quotas.row, from: turn.client.address, in: turn.realm)
        }
        let question = try question(name, turn)
        var order = Orchestrations.RequestOrder(
            question.kind, for: user.map(UserReference.init) ?? UserReference(name), display: question.display,
            by: turn.budgetAsker(about: user?.id))
        order.method = asking.method.method
        order.isPushed = true
        order.lifetime = asking.lifetime == 0 ? nil : asking.lifetime
        // A client that sends the step before again must not make the phone ring again.
        try await turn.spend()
        let asked: Orchestrations.Asked
        let orchestrations = turn.domain.orchestrations
        do {
            asked = try await isNamed ? orchestrations.askNamed(order, of: customer) : orchestrations.ask(order, of: customer)
        } catch let refusal as OrchestrationRefusal {
            return try await refuse(refusal, &turn)
        }
        turn["id"] = .string(asked.request.id)
        if asking.showsCode, asked.command.utf8.count <= longestCode { turn["command"] = .string(asked.command) }
        turn.withdraw()
        _ = wait(&turn)
        return .waiting
    }

    private func refuse(_ refusal: OrchestrationRefusal, _ turn: inout Turn) async throws -> NodeResult {
        switch refusal.code {
        case .userUnknown, .userLocked, .authenticatorUnknown, .authenticatorLocked: return .outcome(OrchestrationAsking.noDevice)
        case .limited, .busy:
            try await turn.recordFailure("the app wasn't asked: \(refusal.reason)")
            return .outcome(OrchestrationAsking.failed)
        default: throw refusal
        }
    }

    /// Shows that the app is asked; the button's number when it was pressed.
    private func wait(_ turn: inout Turn) -> Int? {
        if let command = turn["command"]?.string { turn.tell(HiddenValue(id: "orchestrationRequest", value: command).callback) }
        turn.tell(PollingWait(milliseconds: asking.seconds * 1000, message: turn.text(asking.waiting)).callback)
        return turn.ask(ConfirmationQuestion(options: [turn.text(asking.exit)]))
    }

    /// The approval lets in whom the request was for, once: the run's ticket is spent with it.
    private func accept(_ request: RequestRecord, _ turn: inout Turn) async throws -> NodeResult {
        try await turn.spend()
        guard let user = try await turn.domain.directory.users.user(request.user, in: turn.realm.id), user.maySignIn(at: turn.now),
            turn.state.identify(user, showing: .push)
        else {
            try await turn.recordFailure("the request was another user's, or they may not sign in")
            return leave(OrchestrationAsking.failed, &turn)
        }
        turn.state.shared["orchestrationRequest"] = .string(request.id)
        turn.state.shared["orchestrationAuthenticator"] = request.authenticator.map(JSONValue.string)
        turn.passed("Orchestration")
        return leave(OrchestrationAsking.accepted, &turn)
    }

    private func fail(_ state: RequestRecord.SessionStatus?, _ turn: inout Turn) async throws -> NodeResult {
        try await turn.recordFailure("the request in the app ended: \(state?.rawValue ?? "unknown")")
        switch state {
        case .refused: return leave(OrchestrationAsking.refused, &turn)
        case .failed: return leave(OrchestrationAsking.failed, &turn)
        default: return leave(OrchestrationAsking.expired, &turn)
        }
    }

    private func leave(_ outcome: String, _ turn: inout Turn) -> NodeResult {
        turn["id"] = nil
        turn["command"] = nil
        return .outcome(outcome)
    }
}

extension Turn {
    /// An application whose users have authenticators in a customer's app.
    /// - Throws: a fault when the realm has none of this name, or it is switched off.
    fileprivate func orchestrationCustomer(_ application: String) async throws -> OrchestrationCustomer {
        do { return try await domain.orchestrations.customer(application, in: realm) } catch let error as DomainError {
            throw JourneyRunError.fault(error.reason)
        }
    }

    /// A request of this run's as it stands; nil for one that is forgotten.
    fileprivate func standing(
        of id: String, _ customer: OrchestrationCustomer
    ) async throws -> (request: RequestRecord, state: RequestRecord.SessionStatus)? {
        do { return try await domain.orchestrations.request(id, of: customer) } catch let refusal as OrchestrationRefusal
            where refusal.code == .sessionUnknown
        {
            return nil
        }
    }
}

extension OrchestrationAsking.Method {
    fileprivate var method: AuthenticationMethod {
        switch self {
        case .none: .none
        case .pin: .password
        case .fingerprint: .biometric
        case .face: .face
        }
    }
}
