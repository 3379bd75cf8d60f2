import DeviceFoundation
import Foundation
import OAuthMessages
import Primitives

extension Request {
    /// The documented view of a request. nil for a method that it has no name for.
    init?(_ request: HTTPRequest) {
        guard let method = HTTPMethod(exactly: request.method.rawValue),
            var components = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
        else { return nil }
        let query = components.queryItems ?? []
        components.query = nil
        var headers = request.headers
        let type = headers["Content-Type"].flatMap(ContentType.init(exactly:))
        (headers["Content-Type"], headers["Accept"]) = (nil, nil)
        self.init(
            url: components.string ?? "", method: method,
            headers: Dictionary(headers.fields.map { ($0.name, $0.value) }) { first, _ in first },
            bodyParams: Self.members(of: request.body, type),
            urlParams: Dictionary(query.map { ($0.name, $0.value ?? "") }) { first, _ in first },
            requestType: type ?? .urlEncoded, responseType: .json, timeoutInterval: request.timeout.seconds)
    }

    private static func members(of body: [UInt8], _ type: ContentType?) -> [String: Any] {
        switch type {
        case .json: (try? JSONValue(body: body))?.object?.untyped ?? [:]
        case .urlEncoded:
            Dictionary(((try? FormBody(parsing: body))?.parameters ?? []).map { ($0.name, $0.value) }) { first, _ in first }
        case .plainText, nil: [:]
        }
    }

    /// Returns the request that an interceptor made of `original`. A body that it left alone is sent byte for byte.
    func applied(to original: HTTPRequest) -> HTTPRequest {
        guard let view = Request(original), let url = URL(string: url) else { return original }
        var request = original
        request.url = url
        request.addQuery(orderedParameters(like: original.url))
        request.method = DeviceFoundation.HTTPMethod(exactly: method.rawValue) ?? original.method
        request.timeout = Duration(clamping: timeoutInterval)
        request.headers = HTTPHeaders(headers.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) })
        request.headers["Accept"] = responseType == view.responseType ? original.headers["Accept"] : responseType.rawValue
        request.headers["Content-Type"] = original.headers["Content-Type"]
        if requestType != view.requestType || !NSDictionary(dictionary: bodyParams).isEqual(to: view.bodyParams) { setBody(of: &request) }
        return request
    }

    /// The parameters in the order in which the original has them, new ones after them by name.
    private func orderedParameters(like url: URL) -> [(name: String, value: String)] {
        let known = (URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []).map(\.name)
        let rank = Dictionary(known.enumerated().map { ($1, $0) }) { first, _ in first }
        return urlParams.map { (name: $0.key, value: $0.value) }
            .sorted { (rank[$0.name] ?? .max, $0.name) < (rank[$1.name] ?? .max, $1.name) }
    }

    private func setBody(of request: inout HTTPRequest) {
        guard method != .GET else { return }
        switch requestType {
        case .json: request.setJSON(JSONValue(plain: bodyParams) ?? [:])
        case .urlEncoded, .plainText:
            let parameters = bodyParams.sorted { $0.key < $1.key }.map { ($0.key, String(describing: $0.value)) }
            request.setForm(encoded: FormBody(parameters).encoded)
        }
        request.headers["Content-Type"] = requestType.rawValue
    }
}

extension Duration {
    fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
