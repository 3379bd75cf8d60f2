import Primitives

#if canImport(Darwin)
import DeviceFoundation
import Foundation

extension URLRequest {
    init(_ request: HTTPRequest) {
        self.init(url: request.url)
        httpMethod = request.method.rawValue
        for field in request.headers.fields { addValue(field.value, forHTTPHeaderField: field.name) }
        if !request.body.isEmpty { httpBody = Data(request.body) }
        httpShouldHandleCookies = false
        timeoutInterval = Double(request.timeout.components.seconds) + Double(request.timeout.components.attoseconds) * 1e-18
    }
}

extension HTTPResponse {
    init(_ response: HTTPURLResponse, body: [UInt8]) {
        let fields = response.allHeaderFields.compactMap { name, value in
            (name as? String).map { (name: $0, value: String(describing: value)) }
        }
        self.init(status: response.statusCode, headers: HTTPHeaders(fields).splittingCookies(), body: body)
    }
}

extension HTTPHeaders {
    /// URLSession joins several `Set-Cookie` fields with commas; this takes them apart at commas that begin a new cookie.
    func splittingCookies() -> HTTPHeaders {
        HTTPHeaders(
            fields.flatMap { field -> [Field] in
                guard field.name.lowercased() == "set-cookie" else { return [field] }
                return field.value.split(separator: /,\s*(?=[^;,=\s]+=)/).map { (name: field.name, value: String($0)) }
            })
    }
}

extension TransportError {
    init(_ error: any Error, from url: URL) {
        if let error = error as? TransportError {
            self = error
            return
        }
        self.init(Self.code(of: error), "\(url.host() ?? "?"): \(error.localizedDescription)", underlying: error)
    }

    private static func code(of error: any Error) -> Code {
        if error is Deadline.Passed { return .timedOut }
        guard let error = error as? URLError else { return error is CancellationError ? .cancelled : .interrupted }
        return switch error.code {
        case .timedOut: .timedOut
        // A refused challenge and a cancelled task look alike.
        case .cancelled: Task.isCancelled ? .cancelled : .pinMismatch
        case .badURL, .unsupportedURL: .invalidAddress
        case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet: .cannotConnect
        case .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid, .secureConnectionFailed:
            .untrusted
        default: .interrupted
        }
    }
}
#endif
