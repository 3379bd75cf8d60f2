import DeviceFoundation
public import JourneyMessages
public import PolicyMessages
package import Primitives

extension Journey {
    /// Starts a journey by name.
    public func start(_ name: String, options: JourneyOptions = []) async throws(JourneyError) -> JourneyResult {
        try await start(indexType: "service", value: name, options: options)
    }

    /// Starts the journey that the realm runs when none is named.
    package func start(options: JourneyOptions = []) async throws(JourneyError) -> JourneyResult {
        try await start(query: [], of: nil, options: options)
    }

    /// Starts what a policy's advice asks for.
    ///
    /// For a transaction the session stays what it is; any other success may bring a new one in place of it.
    public func start(advice: PolicyAdvice, options: JourneyOptions = []) async throws(JourneyError) -> JourneyResult {
        try await start(advice: advice.xml, options: options)
    }

    /// Starts what a policy's advice asks for: `advice` is the XML of the advice.
    public func start(advice: String, options: JourneyOptions = []) async throws(JourneyError) -> JourneyResult {
        try await start(indexType: "composite_advice", value: advice, options: options)
    }

    /// Continues with a journey that was suspended: the link that the user got has the id as its query parameter `suspendedId`, which
    /// works once.
    /// - Throws: ``JourneyError/Code/suspensionExpired`` when it is unknown, used up or too old.
    public func resume(suspendedID: String) async throws(JourneyError) -> JourneyResult {
        try await post([:], query: [("suspendedId", suspendedID)], as: .resumeAuthenticate)
    }

    /// Sends an answered step. `name` is the journey's, told to the interceptors.
    public func next(_ step: Step, in name: String? = nil) async throws(JourneyError) -> JourneyResult {
        try await post(step.json, query: [], as: .authenticate(name))
    }

    /// Sends a step with callbacks in a form of the app's, which may have members that the protocol doesn't have.
    package func next(_ step: Step, sending callbacks: [JSONValue], in name: String?) async throws(JourneyError) -> JourneyResult {
        var body = step.json.object ?? JSONObject()
        body["callbacks"] = .array(callbacks)
        return try await post(.object(body), query: [], as: .authenticate(name))
    }

    private func start(indexType: String, value: String, options: JourneyOptions) async throws(JourneyError) -> JourneyResult {
        let query = [(name: "authIndexType", value: indexType), (name: "authIndexValue", value: value)]
        return try await start(query: query, of: value, indexType: indexType, options: options)
    }

    private func start(
        query: [(name: String, value: String)], of journey: String?, indexType: String = "service", options: JourneyOptions
    ) async throws(JourneyError) -> JourneyResult {
        var query = query
        if options.contains(.noSession) { query.append(("noSession", "true")) }
        if options.contains(.forceAuth) { query.append(("ForceAuth", "true")) }
        return try await post([:], query: query, as: .startAuthenticate(journey, indexType: indexType))
    }

    /// `POST …/authenticate` (`docs/protocols/step-protocol.md` 1.3, 1.4).
    private func post(
        _ body: JSONValue, query: [(name: String, value: String)], as action: RequestAction
    ) async throws(JourneyError) -> JourneyResult {
        let response: HTTPResponse
        do {
            var request = HTTPRequest(.post, try server.url(of: .authenticate))
            request.addQuery(query)
            request.headers["Accept-API-Version"] = "resource=2.1, protocol=1.0"
            request.setJSON(body)
            response = try await device.send(request, as: action)
        } catch {
            throw JourneyError(error)
        }
        guard response.status == 200 else { throw JourneyError(response) }
        return try await result(of: response)
    }

    private func result(of response: HTTPResponse) async throws(JourneyError) -> JourneyResult {
        let answer: JourneyResponse
        do {
            answer = try JourneyResponse(json: try response.json(limits: StepLimits.json))
        } catch {
            throw JourneyError(.unexpectedAnswer, "the server's answer is neither a step nor a success: \(error)", underlying: error)
        }
        switch answer {
        case .step(let step): return .step(step)
        case .success(let success):
            // An object that says nothing of an end is none: what answered isn't the server's endpoint, or a proxy before it.
            guard !success.isEmpty else {
                throw JourneyError(
                    .unexpectedAnswer, "the server's answer is neither a step nor a success: it names no session and no realm")
            }
            return .success(try await keep(success))
        }
    }

    /// Keeps the session of a success; an earlier one ends. Without a token there is nothing to keep, and an earlier session continues.
    private func keep(_ success: JourneySuccess) async throws(JourneyError) -> Session {
        let session = Session(
            token: success.tokenID.map { Secret($0) }, successURL: success.successURL, realm: success.realm)
        guard session.token != nil else { return session }
        do {
            try await sessions.replace(with: session)
        } catch {
            throw JourneyError(error)
        }
        return session
    }
}

extension JourneySuccess {
    /// True when the body has none of its members (`docs/protocols/step-protocol.md` 2.4).
    fileprivate var isEmpty: Bool { tokenID == nil && successURL.isEmpty && message == nil && realm == "/" }
}
