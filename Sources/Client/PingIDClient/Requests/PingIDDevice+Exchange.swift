import DeviceFoundation
import DeviceMessages
import Foundation
import JOSE
import PingIDMessages
import Primitives

extension PingIDDevice {
    /// Calls the server, and keeps what its answer says of the installation before anything of it is told.
    func exchange(
        _ call: PingIDCall, _ content: JSONValue = [:], at issuer: DeviceIssuer? = nil,
        _ edit: @Sendable (inout InstallationState, JSONValue) throws(PingIDError) -> Void = { _, _ in }
    ) async throws(PingIDError) -> JSONValue {
        let state = try await introduced(at: issuer)
        let answer: ExchangeAnswer
        do throws(PingIDError) { answer = try await send(call, content, of: state) } catch {
            try await notice(error)
            throw error
        }
        let sent = state.push
        try await take(answer.standing) { state throws(PingIDError) in
            try edit(&state, answer.content)
            if state.push == sent { state.isPushStale = false }
        }
        return answer.content
    }

    /// Keeps a standing and what comes with it in one write, and then tells what has changed.
    func take(
        _ standing: Standing, _ edit: @Sendable (inout InstallationState) throws(PingIDError) -> Void = { _ in }
    ) async throws(PingIDError) {
        let seed = try await opened(standing.passcode)
        let change = try await book.update { state throws(PingIDError) in
            state.take(standing, seed)
            try edit(&state)
        }
        guard let change else { return }
        try await settleMigration()
        // The server takes the mailbox of a device that is trusted nowhere away, and a later one counts from the beginning.
        if !change.after.isTrusted { try await forgetCursor() }
        if change.before.isTrusted, !change.after.isTrusted { tell(.untrusted) }
        if let passcode = change.after.passcode { tell(.passcode(mayShow(change.after) ? passcode : "")) }
    }

    private func opened(_ sealed: String?) async throws(PingIDError) -> CounterSeed? {
        guard let sealed else { return nil }
        guard let key = try await keys.opening(sealed) else {
            throw PingIDError(.serverResponse, "the passcode's seed is sealed in another way than this protocol's")
        }
        return try reading(try CounterSeed(sealed: sealed, with: key))
    }

    /// Does what a failure means: a server that knows the device no longer took the trust from it; and a passcode that needs the server
    /// can't be shown.
    private func notice(_ error: PingIDError) async throws(PingIDError) {
        if error.refusal?.code == .notPaired {
            let change = try await book.update { $0.users = [] }
            try await settleMigration()
            try await forgetCursor()
            if change?.before.isTrusted == true { tell(.untrusted) }
        }
        if error.isOffline, let state = try await book.state(), state.isRootDetectionRequired, state.seed != nil { tell(.passcode("")) }
    }

    // MARK: - Sending

    /// Sends a call; a wrong clock is put right and the call made once more.
    private func send(
        _ call: PingIDCall, _ content: JSONValue, of state: InstallationState
    ) async throws(PingIDError) -> ExchangeAnswer {
        do throws(PingIDError) { return try await attempt(call, content, of: state) } catch {
            guard let learned = try await learned(from: error) else { throw error }
            return try await attempt(call, content, of: learned)
        }
    }

    nonisolated func learned(from error: PingIDError) async throws(PingIDError) -> InstallationState? {
        guard let serverTime = error.refusal?.serverTime else { return nil }
        journal.note(.warning, "this device's clock differs from the server's; the difference is kept")
        let offset = serverTime.timeIntervalSince(device.time.now).rounded()
        return try await book.update { $0.clockOffset = offset }?.after
    }

    private func attempt(
        _ call: PingIDCall, _ content: JSONValue, of state: InstallationState
    ) async throws(PingIDError) -> ExchangeAnswer {
        let request = try await request(call, content, of: state)
        let response: HTTPResponse
        do { response = try await device.transport.send(request) } catch {
            journal.note(.error, "\(call.rawValue): \(error.code)")
            throw PingIDError(error)
        }
        journal.note(.network, "\(call.rawValue): status \(response.status)")
        let json = try? response.json()
        guard response.isSuccess else { throw Self.failure(response.status, json) }
        return try reading(try ExchangeAnswer(json: json ?? .null))
    }

    private func request(
        _ call: PingIDCall, _ content: JSONValue, of state: InstallationState
    ) async throws(PingIDError) -> HTTPRequest {
        let address = state.issuer.url(call.rawValue)
        guard let url = URL(string: address) else { throw PingIDError(.application, "\(state.issuer) is no address") }
        let exchange = Exchange(
            application: configuration.application, counter: state.seed?.counter, push: state.isPushStale ? state.push : nil,
            content: content)
        var request = HTTPRequest(.post, url, timeout: device.timeout)
        request.setJSON(exchange.json)
        for interceptor in device.interceptors { request = await interceptor.intercept(request, for: RequestAction("DEVICE")) }
        // After the interceptors, since it covers the body as it is sent.
        let proof = DeviceProof(
            installation: state.id, key: .embedded(try await keys.publicKey(InstallationKeys.signing)), method: "POST", url: address,
            body: request.body, issuedAt: serverTime(state), id: device.random.token(16))
        request.headers[DeviceProof.field] = proof.text(signature: try await keys.sign(proof.signingInput))
        return request
    }

    static func failure(_ status: Int, _ json: JSONValue?) -> PingIDError {
        if let refusal = json.flatMap({ DeviceError(json: $0) }) { return PingIDError(refusal) }
        return PingIDError(status >= 500 ? .server : .serverResponse, "the server answered with status \(status)")
    }
}
