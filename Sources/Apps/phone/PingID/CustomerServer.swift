import DeviceFoundation
import DeviceMessages
import Foundation
import Primitives
import TerminalJourneys

/// The customer's own server, as its app knows it: `examples/pingid-customer.py`.
struct CustomerServer: Sendable {
    let base: URL
    let transport: any HTTPTransport

    /// The answer to a sign-on or a registration.
    struct SignOnResponse: Sendable {
        let id: String
        let status: String
        /// The server's payload for the SDK; nil where there is none.
        let payload: String?
    }

    /// Signs a user on with a payload of the SDK, or registers the device.
    ///
    /// - Parameter resource: `sign-ons` or `registrations`.
    func begin(_ resource: String, _ username: String, _ password: Secret, payload: String) async throws -> SignOnResponse {
        var request = HTTPRequest(.post, base.appending(path: resource), timeout: .seconds(15))
        let credentials = Array("\(username):\(password.reveal())".utf8)
        request.headers["Authorization"] = "Basic " + Data(credentials).base64EncodedString()
        request.setJSON(["payload": .string(payload)])
        let response = try await transport.send(request)
        let json = (try? response.json()) ?? .null
        guard response.isSuccess, let id = json["id"]?.string, let status = json["status"]?.string else {
            let reason = json["message"]?.string ?? "status \(response.status)"
            throw PhoneFailure("the customer's server refused: \(reason.prefix(200))")
        }
        return SignOnResponse(id: id, status: status, payload: json["payload"]?.string)
    }

    /// The user's password: never an argument, which every user of the machine could read.
    static func askedPassword(of username: String) throws -> Secret {
        let user = TerminalConversation()
        let answer = try? user.askHidden(user.isTyped ? "The password of \(username): " : "")
        guard let answer, !answer.isEmpty else { throw PhoneFailure("give the password as the first line of standard input") }
        return answer
    }
}
