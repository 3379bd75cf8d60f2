import FRAuth
import Foundation

/// An app with the documented SDK, for `test_mail.py`: registers, or goes on with the registration by its link.
///
///     register-peer register URL NAME    says what the SuspendedTextOutputCallback says
///     register-peer resume URL LINK      says the session's token
@main
struct RegisterPeer {
    static func main() async throws {
        let arguments = CommandLine.arguments
        try FRAuth.start(
            options: FROptions(
                url: "\(arguments[2])/am", realm: "alpha", oauthClientId: "sdkPublicClient",
                oauthRedirectUri: "org.forgerock.demo://oauth2redirect", oauthScope: "openid profile", authServiceName: "Login",
                registrationServiceName: "VerifiedRegistration"))
        switch arguments[1] {
        case "register": print(try await register(arguments[3]))
        case "resume": print(try await resume(arguments[3]))
        default: throw PeerFailure(reason: "register or resume, not \(arguments[1])")
        }
    }

    private static func register(_ name: String) async throws -> String {
        let first: Ending<FRUser> = await ending { FRUser.register(completion: $0) }
        guard let node = first.node else { throw PeerFailure(reason: "no form: \(String(describing: first.error))") }
        fill(node, name)
        let second: Ending<FRUser> = await ending { node.next(completion: $0) }
        guard let told = second.node?.callbacks.first as? SuspendedTextOutputCallback else {
            throw PeerFailure(reason: "not suspended: \(String(describing: second.error))")
        }
        return told.message
    }

    private static func fill(_ node: Node, _ name: String) {
        let values: [String: Any] = [
            "givenName": "Ada", "sn": "Lovelace", "mail": "\(name)@example.org", "preferences/marketing": false,
            "preferences/updates": true,
        ]
        for callback in node.callbacks {
            switch callback {
            case let callback as AttributeInputCallback: callback.setValue(values[callback.name])
            case let callback as ValidatedCreateUsernameCallback: callback.setValue(name)
            case let callback as ValidatedCreatePasswordCallback: callback.setValue("analytical engine")
            case let callback as TermsAndConditionsCallback: callback.setValue(true)
            default: break
            }
        }
        for (index, callback) in node.callbacks.compactMap({ $0 as? KbaCreateCallback }).enumerated() {
            callback.setQuestion(callback.predefinedQuestions[index])
            callback.setAnswer("answer \(index)")
        }
    }

    private static func resume(_ link: String) async throws -> String {
        guard let url = URL(string: link) else { throw PeerFailure(reason: "\(link) is no URL") }
        let end: Ending<Token> = await ending { FRSession.authenticate(resumeURI: url, completion: $0) }
        guard let token = end.result else { throw PeerFailure(reason: "no session: \(String(describing: end.error))") }
        return token.value
    }
}

/// What a completion was called with.
private struct Ending<Result>: @unchecked Sendable {  // handed over once
    let result: Result?
    let node: Node?
    let error: (any Error)?
}

private func ending<Result>(_ call: (@escaping NodeCompletion<Result>) -> Void) async -> Ending<Result> {
    await withCheckedContinuation { continuation in
        call { continuation.resume(returning: Ending(result: $0, node: $1, error: $2)) }
    }
}

private struct PeerFailure: Error { let reason: String }
