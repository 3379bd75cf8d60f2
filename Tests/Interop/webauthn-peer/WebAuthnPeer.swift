import Foundation
import Primitives
import WebAuthn

/// The other half of `test_webauthn.py`: reads requests, one JSON object a line, and answers each with one line.
@main
struct WebAuthnPeer {
    static func main() async {
        let peer = Peer()
        while let line = readLine() {
            let answer: JSONObject
            do { answer = try await peer.answer(JSONValue(parsing: line)) } catch {
                let code = (error as? WebAuthnError).map { "\($0.code)" } ?? "other"
                answer = ["error": .string(code), "reason": .string("\(error)")]
            }
            print(JSONValue.object(answer).text)
            fflush(nil)
        }
    }
}
