package import DevicePolicies
package import Directory
package import Foundation
import Foundations
package import JourneyMessages
package import JourneyModel
package import Primitives
package import Store

/// One request's way through a journey, as a node sees it: what was answered, what is asked, the state, and the domain.
package struct Turn: Sendable {
    package var realm: Realm { context.realm }
    package var client: ClientContext { context.client }
    /// The services that nodes call.
    package var domain: JourneyServices { context.domain }
    /// The runtime that runs scripts; nil when nothing does.
    package var scripts: ScriptRuntime? { context.scripts }
    /// Makes the links by which suspended runs continue; nil where there are none.
    package var links: ResumeLinks? { context.links }
    /// The time of the request, the same for all its nodes.
    package var now: Date { context.now }
    package var state: JourneyState

    /// The parts that never change, held by one reference: turns are handed on, and a copy counts a reference for each part.
    private let context: RunContext

    /// The key prefix of the running node's private state: its id, with its position when it is on a page.
    package private(set) var place = ""
    /// The callbacks that the running node has asked, in order.
    package internal(set) var callbacks: [Callback] = []
    /// The questions that had no usable answer, and what else was wrong with one, by their place in the step.
    var complaints: [Complaint] = []
    /// The stage, header and description of the step's page; nil outside of pages.
    package private(set) var page: PageDress?

    /// The command about a device, in place of an answer; for the first node that runs.
    package var command: FlowDeviceCommand?
    /// The refusal of the command; nil when it isn't refused.
    package var refusal: SecondFactorError?

    /// Whether the link of the running node's suspension has just been opened.
    package private(set) var isResumed = false
    /// The suspension that the run is to wait for.
    package private(set) var suspension: Suspension?

    /// The text that the user is told at the end of this request's step, or with its failure; nil for none.
    package var notice: String?

    /// The client's answers, for the first node that runs.
    private(set) var answers: Answers?
    /// Whether a failed login has been recorded in this request.
    private(set) var hasRecordedFailure = false
    /// Credentials from the request's headers that no node has taken yet.
    private var zeroPage: (username: String?, password: Secret?)
    /// Nil when the run has no older state, or its ticket is spent in this request.
    private var ticket: SpendTicket?
    /// The answer, or the opening of a link, that this request is; nil when it isn't to be known when it comes again.
    private var answer: RepeatedAnswer?

    /// A turn at the beginning of a run.
    package init(starting state: JourneyState, in context: RunContext, zeroPage: (username: String, password: Secret)?) {
        self.init(state, context)
        if let zeroPage { self.zeroPage = (zeroPage.username, zeroPage.password) }
    }

    /// A turn with a step's answers.
    package init(answering answers: Answers, _ state: JourneyState, in context: RunContext, repeated answer: RepeatedAnswer? = nil) {
        self.init(state, context)
        self.answers = answers
        self.answer = answer
        ticket = SpendTicket(state, realm: context.realm.id, answer: answer, at: context.now)
    }

    /// A turn of a run whose link was opened. There is no other state of the run that could be used beside this one.
    package init(resuming state: JourneyState, in context: RunContext, repeated answer: RepeatedAnswer?) {
        self.init(state, context)
        self.answer = answer
        isResumed = true
    }

    private init(_ state: JourneyState, _ context: RunContext) {
        self.context = context
        self.state = state
        zeroPage = (nil, nil)
    }
}

/// A page's stage, header and description, in the user's language.
package struct PageDress: Sendable, Equatable {
    /// The stage, by which an app chooses its own page; nil for none.
    package var stage: String?
    /// The header of the page; nil for none.
    package var header: String?
    package var description: String?

    package init(stage: String? = nil, header: String? = nil, description: String? = nil) {
        self.stage = stage
        self.header = header
        self.description = description
    }
}

// MARK: - For the walk

extension Turn {
    /// Gets ready for a node. Answers are for the first one only.
    package mutating func begin(_ id: String) {
        place = id
        callbacks = []
        complaints = []
        page = nil
    }

    /// Forgets the answers, and that a link was opened: the node they were for has run.
    mutating func finishAnswers() {
        answers = nil
        command = nil
        isResumed = false
    }

    /// Runs a part of a page.
    package mutating func part<Result>(_ name: String, _ body: (inout Turn) async throws -> Result) async rethrows -> Result {
        let whole = place
        place += "." + name
        defer { place = whole }
        return try await body(&self)
    }

    /// Shows the next questions under a stage, header and description.
    package mutating func present(_ dress: PageDress) { page = dress }

    /// Shows the next questions under a stage, and the header and description in the client's language.
    package mutating func present(stage: String?, header: LocalizedText, description: LocalizedText) {
        page = PageDress(
            stage: stage, header: header.text(for: client.languages), description: description.text(for: client.languages))
    }
}

// MARK: - Asking

extension Turn {
    /// Whether the client has just sent the step of this node.
    package var wasSubmitted: Bool { answers != nil }

    /// A text in the user's language.
    package func text(_ text: LocalizedText) -> String { text.text(for: client.languages) ?? "" }

    /// Adds something that needs no answer to the step.
    package mutating func tell(_ callback: Callback) { callbacks.append(callback) }

    /// Takes back what the node has asked, for one that asks otherwise than before. Not for nodes on pages: answers go by position.
    package mutating func withdraw() {
        callbacks = []
        complaints = []
        answers = nil
    }

    /// Asks a question; nil when it isn't answered, or what was answered can't be.
    ///
    /// A node asks the same questions each time it runs, so that the answers, which go by position, find them.
    package mutating func ask<Asked: Question>(_ question: Asked) -> Asked.Answer? { add(question) }

    private mutating func add<Asked: Question>(_ question: Asked) -> Asked.Answer? {
        guard let answers else {
            callbacks.append(question.callback)
            return nil
        }
        let index = callbacks.count
        callbacks.append(answers.asking(question, at: index))
        do {
            let answer = try answers.answer(to: question, at: index)
            if answer == nil { complaints.append(Complaint(index, FailedPolicy(.required), isOfNode: false)) }
            return answer
        } catch {
            complaints.append(Complaint(index, FailedPolicy(error), isOfNode: false))
            return nil
        }
    }

    /// Returns the answer to the question that the node is about to ask, for a question whose wording depends on the answer, as when it
    /// shows the policies that failed. To be followed by ``tell(_:)`` or ``ask(_:)``, since answers go by position.
    package func answer<Asked: Question>(to question: Asked) throws(JourneyMessageError) -> Asked.Answer? {
        try answers?.answer(to: question, at: callbacks.count)
    }

    /// Returns the answer to an input of a callback that the running node asked in the step before, counted from 0.
    package func answer(_ index: Int, _ suffix: String) -> JSONValue? { answers?[callbacks.count + index, suffix] }

    /// Whether the client sent back a callback that the running node asked in the step before, counted from 0.
    /// - Parameter asked: the type of each callback that it asked, and whether it has inputs.
    package func isReturned(_ index: Int, of asked: [(type: String, hasInputs: Bool)]) -> Bool {
        guard let answers else { return false }
        let callback = asked[index]
        guard !callback.hasInputs else { return answers.isReturned(callbacks.count + index) }
        let count =
            callbacks.count { $0.type.name == callback.type && $0.input.isEmpty }
            + asked[...index].count { $0.type == callback.type && !$0.hasInputs }
        return answers.areReturned(count, withoutInputs: callback.type)
    }

    /// Asks for a user name; nil when it isn't answered or empty.
    /// - Parameter known: the name that the field shows when the question is asked for the first time; nil for none.
    package mutating func ask(_ question: NameQuestion, filledWith known: String? = nil) -> String? {
        let answer = add(question)
        if wasSubmitted { return answer }
        if let known { callbacks[callbacks.count - 1].setInput("", .string(known)) }
        defer { zeroPage.username = nil }
        return zeroPage.username.flatMap { $0.isEmpty || $0.utf8.count > StepLimits.text ? nil : $0 }
    }

    /// Asks for a password; nil when it isn't answered or empty.
    package mutating func ask(_ question: PasswordQuestion) -> Secret? {
        let answer = add(question)
        if wasSubmitted { return answer }
        defer { zeroPage.password = nil }
        return zeroPage.password.flatMap { $0.isEmpty || $0.count > StepLimits.text ? nil : $0 }
    }

    /// Has the run wait for a link; to be followed by the result ``NodeResult/suspended``.
    package mutating func suspend(_ suspension: Suspension) { self.suspension = suspension }

    /// The link that an id of a suspended run goes into.
    package func resumeLink(_ id: Secret) throws -> String {
        guard let links else { throw JourneyRunError.fault("this server has no address for the links of suspended journeys") }
        return links.link(id, journey: state.frames.first?.journey ?? "", in: realm)
    }

    /// The values that the running node keeps for itself from run to run, under its own id.
    package subscript(name: String) -> JSONValue? {
        get { state.shared["\(place).\(name)"] }
        set { state.shared["\(place).\(name)"] = newValue }
    }
}

// MARK: - Acting

extension Turn {
    /// Has an effect: runs `body` in one transaction with the spending of the run's ticket.
    package mutating func act<Value: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction, JourneyRecord) throws -> Value
    ) async throws -> Value {
        let (spend, record) = (try await spending(), record)
        return try await domain.platform.database.write { transaction in
            try spend(transaction)
            return try body(transaction, record)
        }
    }

    /// Returns the effect that spends the run's ticket, for an effect whose transaction is another's. To be carried out at once.
    /// - Throws: `throttled` when a run that is no user's yet would leave a row too many.
    package mutating func spending() async throws -> @Sendable (any WriteTransaction) throws -> Void {
        guard let ticket else { return { _ in } }
        // Made here, as hashing is no work for the database's thread.
        _ = answer?.claim
        if state.user == nil { try await domain.directory.quotas.require(.journeyRow, bytes: 0, from: client.address, in: realm) }
        self.ticket = nil
        state.epoch += 1
        return { try ticket.spend(in: $0) }
    }

    /// The answer, once this request has spent what it answers; nil before, and when it isn't to be known again.
    package var takenAnswer: RepeatedAnswer? { ticket == nil ? answer : nil }

    /// The run's ticket, for a caller that may spend it and then says so with ``noteSpent()``; nil when there is none to spend.
    package var unspentTicket: SpendTicket? { ticket }

    /// Takes down that the ticket was spent.
    package mutating func noteSpent() {
        guard ticket != nil else { return }
        ticket = nil
        state.epoch += 1
    }

    /// Spends the run's ticket, unless an effect before has.
    package mutating func spend() async throws {
        if ticket != nil { try await act { _, _ in } }
    }

    /// Records a login attempt that failed for a reason.
    ///
    /// - Parameter factor: the factor that was wrong, if it can be guessed; the account's lock-out goes by it.
    package mutating func recordFailure(_ reason: String, of factor: Factor? = nil) async throws {
        if let factor { state.failed.insert(factor) }
        let user = state.user
        try await act { transaction, record in
            try record.append(.loginFailed, .failure, user: user, reason: reason, in: transaction)
        }
        hasRecordedFailure = true
    }

    /// Writes events of this run into the audit log.
    package var record: JourneyRecord { JourneyRecord(self) }
}
