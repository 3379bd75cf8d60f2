public import Foundation
import Primitives

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The outcome of a request, as URLSession hands it over.
public struct Response {
    private static let successes = 200..<303

    private let data: Data?
    private let response: URLResponse?
    private let error: (any Error)?

    /// Makes a response of the parts that a data task has.
    public init(data: Data?, response: URLResponse?, error: (any Error)?) {
        self.data = data
        self.response = response
        self.error = error
    }

    /// The members of the JSON object in the body, none for an empty body; a failure where an error is, no answer, or a status outside of
    /// 200 to 302 (``NetworkError/apiRequestFailure(_:_:_:)``), and where the body is no JSON object
    /// (``NetworkError/invalidResponseDataType``). The name is spelled as documented.
    public func parseReponse() -> RestClient.Result {
        guard error == nil, let data, let answer = response as? HTTPURLResponse, Self.successes.contains(answer.statusCode) else {
            return .failure(error: NetworkError.apiRequestFailure(data, response, error))
        }
        guard !data.isEmpty else { return .success(result: [:], httpResponse: response) }
        guard let object = (try? JSONValue(body: Array(data)))?.object else { return .failure(error: NetworkError.invalidResponseDataType) }
        return .success(result: object.untyped, httpResponse: response)
    }
}
