import Foundations
import HTTPBase
import HTTPTypes
import Hummingbird
import JourneyEngine
import JourneyHTTP
import JourneyMessages
import OAuthMessages
import PageHTTP
import Pages
import Primitives
import RealmHTTP
import Risk
import OAuth
import Directory
import Translations

/// `…/login`: runs a journey as pages that work without script.
struct SignOnResource: Sendable {
    private let reader: RequestReader
    private let authorization: Authorization
    private let engine: JourneyEngine
    private let binding: BrowserBinding
    private let forms: FormTokens
    private let responses: SignOnResponses

    init(reader: RequestReader, engine: JourneyEngine, services: SignOnServices, pages: Pages, selfService: SelfService) {
        self.reader = reader
        authorization = services.authorization
        self.engine = engine
        binding = BrowserBinding(reader: reader, random: services.random)
        forms = FormTokens(services.sealer)
        responses = SignOnResponses(reader: reader, engine: engine, services: services, pages: pages, selfService: selfService)
    }

    /// `GET`: the first step of the journey, or the way on for a user who is signed in already.
    func show(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let turn = try await turn(request, context)
        if let suspendedID = turn.target.suspendedID { return try await responses.invitation(suspendedID, turn) }
        return try await begin(turn)
    }

    /// `POST …/login/resume`: continues with a suspended journey, whose link was opened. Showing the link's page alone doesn't, as programs
    /// that look into people's mail open links too.
    func resume(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        var turn = try await turn(request, context)
        let fields = try await request.form().parameters.map { (name: $0.name, value: $0.value) }
        guard let submission = SignOnSubmission(fields: fields) else { return try await begin(turn) }
        guard let held = binding(of: submission, in: request) else { return try await responses.invitation(submission.authID, turn) }
        turn.bind(to: held)
        do {
            let (reply, run) = try await engine.resumed(submission.authID, in: turn.target.realm, from: turn.client)
            if let destination = responses.origin.destination(of: run, in: request, realm: turn.target.realm) {
                turn.target = turn.target.going(to: destination)
            }
            turn.sensor.forget()
            return try await respond(to: reply, turn)
        } catch let error as JourneyRunError where error.code == .unknownSuspension || error.code == .failed || error.code == .timedOut {
            // Going back after the link's journey comes by here again.
            if error.code == .unknownSuspension, turn.session != nil { return responses.leadingOn(turn) }
            throw WireError(.unauthorized, HostedText.linkUsed.text(in: turn.language))
        }
    }

    /// `POST`: the answer to a step.
    func answer(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        var turn = try await turn(request, context)
        let fields = try await request.form().parameters.map { (name: $0.name, value: $0.value) }
        guard let submission = SignOnSubmission(fields: fields), let held = binding(of: submission, in: request) else {
            return try await begin(turn, telling: HostedText.startedAnew.text(in: turn.language), status: .forbidden)
        }
        turn.bind(to: held)
        turn.sensor.take(submission.signals)
        turn.answers = submission.answers
        return try await advance(submission.step, turn)
    }

    /// `GET …/login/wait`: whether a step that waits continues.
    func wait(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        var turn = try await turn(request, context)
        let states = responses.waiting.values(in: request)
        let response: Response
        if let held = held(states, in: request, turn) {
            turn.bind(to: held.binding)
            response = try await advance(Step(unanswered: states[held.index]), turn)
        } else {
            response = try await begin(turn)
        }
        return request.headers[values: .waitingScript] == [WaitingScript.header.value] ? Self.toldToScript(response) : response
    }

    /// A redirect as the script of a page that waits can read it: a browser shows scripts none.
    private static func toldToScript(_ response: Response) -> Response {
        guard response.status.kind == .redirection, let location = response.headers[.location] else { return response }
        var told = Response.json(["location": .string(location)], headers: .noStore)
        for cookie in response.headers[values: .setCookie] { told.headers.append(HTTPField(name: .setCookie, value: cookie)) }
        return told
    }

    /// `GET …/login/return`: back from an identity provider, whose answer is in the query.
    func comeBack(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let aways = responses.away.values(in: request)
        let first = try await turn(request, context, aways.first?.query ?? FormBody())
        guard let held = held(aways.map { $0.state }, in: request, first) else {
            return try await begin(first, telling: HostedText.startedAnew.text(in: first.language))
        }
        var turn = held.index == 0 ? first : try await turn(request, context, aways[held.index].query)
        turn.bind(to: held.binding)
        return try await advance(Step(unanswered: aways[held.index].state), turn)
    }

    /// The cookie's value for which a form was made; nil for a form that isn't ours, or another browser's.
    private func binding(of submission: SignOnSubmission, in request: Request) -> String? {
        binding.values(in: request).first { forms.isToken(submission.csrfToken, for: $0) }
    }

    /// The one of some states that a browser holds which opens with one of its bindings, and that binding. Where nothing can be mistaken nothing
    /// is tried: the engine says what is wrong. nil when there is no state.
    private func held(_ states: [String], in request: Request, _ turn: SignOnTurn) -> (index: Int, binding: String)? {
        let bindings = binding.values(in: request)
        guard !states.isEmpty else { return nil }
        guard states.count > 1 || bindings.count > 1 else { return (0, turn.binding) }
        for (index, state) in states.enumerated() {
            for binding in bindings {
                var client = turn.client
                client.binding = binding
                if engine.run(of: Step(unanswered: state), in: turn.target.realm, from: client) != nil {
                    return (index, binding)
                }
            }
        }
        return (0, turn.binding)
    }

    /// `POST …/login/return`: the same for providers that answer with a form, as Apple does. Browsers keep our cookies from a form of
    /// another site, and send them with the request that they are told to make after it.
    func comeBackWithForm(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let realm = try await reader.realm(of: request, context)
        var query = FormBody()
        for parameter in try await request.form().parameters where Self.answers.contains(parameter.name) {
            query.append(parameter.name, parameter.value)
        }
        var response = Response.redirect(
            to: reader.configuration.publicAddress.url(HostedPath.back(of: realm.path) + "?" + query.encoded), status: .seeOther)
        response.headers.append(contentsOf: HTTPFields.noStore)
        return response
    }

    /// The parameters that an authorization endpoint may answer, with Apple's `user`.
    private static let answers: Set = ["code", "state", "error", "error_description", "iss", "user"]

    private func advance(_ step: Step, _ turn: SignOnTurn) async throws -> Response {
        do {
            let reply = try await engine.advance(step, in: turn.target.realm, from: turn.client)
            return try await respond(to: reply, turn) {
                Self.isRepeated($0, turn) ? HostedText.wrongAnswer.text(in: turn.language) : nil
            }
        } catch let error as JourneyRunError {
            if let url = error.detail?["failureUrl"]?.string { return responses.redirect(to: url, turn) }
            switch error.code {
            case .failed, .locked, .tooManySteps:
                let told = error.notice ?? HostedText.wrongAnswer.text(in: turn.language)
                return try await begin(turn, telling: told, status: .unauthorized)
            case .timedOut, .spent, .forged: return try await begin(turn, telling: HostedText.startedAnew.text(in: turn.language))
            case .unknownSuspension, .unknownJourney, .disabled, .overloaded, .throttled, .internal: throw error
            }
        }
    }

    /// Answers for the browser what steps ask of its sensor alone, and shows what comes then.
    private func respond(
        to reply: JourneyReply, _ turn: SignOnTurn, telling error: (JourneyReply) -> String? = { _ in nil },
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        var (reply, turn) = (reply, turn)
        for _ in 0..<Self.mostSensorSteps {
            guard case .step(let step) = reply, let answered = turn.sensor.answer(step) else { break }
            reply = try await engine.advance(answered, in: turn.target.realm, from: turn.client)
        }
        return try await responses.response(to: Self.keepingNames(reply, turn), turn, error: error(reply), status: status)
    }

    /// The reply with the user name that was typed before, when the same step is asked again from the beginning of a journey.
    private static func keepingNames(_ reply: JourneyReply, _ turn: SignOnTurn) -> JourneyReply {
        guard case .step(var step) = reply, let answers = turn.answers, step.fingerprint == turn.target.answered else { return reply }
        guard let index = step.first(.name), step.callbacks[index].initial()?.string?.isEmpty != false,
            let name = answers[index]?.string, name.utf8.count <= StepLimits.text
        else { return reply }
        step.answer(index, with: name)
        return .step(step)
    }

    /// The number of steps that are answered one after the other for a browser's sensor.
    private static let mostSensorSteps = 8

    /// Begins the journey, perhaps again and saying why.
    private func begin(
        _ turn: SignOnTurn, telling error: String? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        var turn = turn
        turn.sensor.forget()
        var start = turn.start
        if let request = turn.target.destination?.request {
            start.mobilePayload = try await authorization.payload(of: request, in: turn.target.realm)
            start.application = try await responses.application(of: turn).map { RequestingApplication(id: $0.id, name: $0.shownName) }
        }
        return try await respond(to: try await engine.start(start), turn, telling: { _ in error }, status: status)
    }

    /// Whether the journey asks for the same password again: then the answer was wrong, though no step says so.
    private static func isRepeated(_ reply: JourneyReply, _ turn: SignOnTurn) -> Bool {
        guard case .step(let step) = reply, step.first(.password) != nil else { return false }
        return step.fingerprint == turn.target.answered
    }

    /// - Parameter page: the query of the page's address; the request's own unless it is another's.
    private func turn(_ request: Request, _ context: GatehouseContext, _ page: FormBody? = nil) async throws -> SignOnTurn {
        let query = try request.query()
        let realm = try await reader.realm(of: request, context)
        let target = try SignOnTarget(page ?? query, realm: realm) { Language(of: request, uiLocales: $0) }
        let held = binding.values(in: request).first ?? binding.newValue()
        var client = try reader.client(of: request, context, known: responses.known, query: query, binding: held)
        let locale = try query.value("locale")?.replacing("_", with: "-")
        client.languages = ReaderLanguages.of(request, uiLocales: target.uiLocales ?? locale)
        let token = try await reader.sessionToken(of: request, in: realm)
        return SignOnTurn(
            target: target, language: Language(of: request, uiLocales: target.uiLocales), binding: held, client: client,
            session: try await reader.session(of: request, in: realm), sessionToken: token,
            knownMarks: responses.known.marks(in: request),
            sensor: PageSensor(
                isOn: realm.settings[RiskSettings.self].signalsOnPages,
                wishes: responses.sensor.value(in: request, environment: realm.id.text)))
    }
}

extension HTTPField.Name {
    fileprivate static let waitingScript = Self.known(WaitingScript.header.name)
}
