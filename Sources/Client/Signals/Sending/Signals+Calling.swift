import DeviceFoundation
import Foundation
import Primitives
import RiskSignals

extension Signals {
    /// Makes a call of the ingestion API, and reads its answer.
    func call(
        _ call: SignalsIssuer.Call, _ body: [UInt8], type: String, token: Secret? = nil
    ) async throws(SignalsError) -> JSONValue {
        guard let url = URL(string: configuration.issuer.url(call)) else {
            throw SignalsError(.configuration, "\(configuration.issuer) is no address")
        }
        var request = HTTPRequest(.post, url, body: body, timeout: device.timeout, responseLimit: 64 << 10)
        request.headers["Content-Type"] = type
        if let token { request.headers["Authorization"] = "Bearer \(token.reveal())" }
        for interceptor in device.interceptors { request = await interceptor.intercept(request, for: RequestAction("SIGNALS")) }
        let response: HTTPResponse
        do { response = try await device.transport.send(request) } catch { throw SignalsError(error) }
        device.log(.network, "signals: \(call.rawValue): status \(response.status)")
        let json = try? response.json(limits: JSONLimits(bytes: 64 << 10, depth: 8, values: 1000))
        guard response.isSuccess else { throw Self.failure(response.status, json) }
        guard let json else { throw SignalsError(.server, "the server's answer is no JSON") }
        return json
    }

    private static func failure(_ status: Int, _ json: JSONValue?) -> SignalsError {
        if let refusal = json.flatMap(RiskError.init(json:)) { return SignalsError(refusal) }
        return SignalsError((500...599).contains(status) || status == 429 ? .server : .refused, "the server answered with status \(status)")
    }
}
