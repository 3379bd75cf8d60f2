import HTTPTypes
import Hummingbird
import Primitives
import DialectBase

/// Credentials in the headers of the first request (`docs/protocols/step-protocol.md` 2.8). The engine asks whether the realm allows them.
enum ZeroPageCredentials {
    private static let username = HTTPField.Name.known("X-OpenAM-Username")
    private static let password = HTTPField.Name.known("X-OpenAM-Password")

    static func of(_ request: Request) -> (username: String, password: Secret)? {
        guard let name = request.headers[username], let word = request.headers[password] else { return nil }
        return (name, Secret(word))
    }
}
