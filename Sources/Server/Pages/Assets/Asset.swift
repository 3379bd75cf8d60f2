import Crypto
import Primitives

/// A file that the pages link to. It is part of the program.
package struct Asset: Sendable {
    /// The path to serve it at.
    package let path: String
    /// The value of `Content-Type`.
    package let contentType: String
    /// The text of the file.
    package let content: String
    /// The first 96 bits of the content's SHA-256 as base64url: an entity tag, and the version in ``versionedPath``.
    package let version: String

    private init(path: String, contentType: String, content: String) {
        self.path = path
        self.contentType = contentType
        self.content = content
        version = Base64URL.encode(SHA256.hash(data: Array(content.utf8)).prefix(12))
    }

    /// The path with the content's version in the query, so that a browser may keep it for good.
    package var versionedPath: String { "\(path)?v=\(version)" }

    /// Everything there is to serve.
    package static let all = [stylesheet, icon, passwords, passkeys, waiting, signals, capture, sessionCheck]

    /// The pages' one stylesheet.
    package static let stylesheet = Asset(
        path: "/assets/gatehouse.css", contentType: "text/css; charset=utf-8", content: Stylesheet.source)

    /// The script that shows what is typed into a password field, for steps with one and no other script.
    package static let passwords = Asset(
        path: "/assets/passwords.js", contentType: "text/javascript; charset=utf-8",
        content: "\"use strict\";\n" + RevealScript.source + SubmittingScript.source)

    /// The script that runs a WebAuthn ceremony in the browser, for the steps that have one.
    package static let passkeys = Asset(
        path: "/assets/passkeys.js", contentType: "text/javascript; charset=utf-8",
        content: PasskeyScript.source + RevealScript.source + SubmittingScript.source)

    /// The script that asks whether a step that waits continues.
    package static let waiting = Asset(
        path: "/assets/waiting.js", contentType: "text/javascript; charset=utf-8", content: WaitingScript.source + SubmittingScript.source)

    /// The script that sends signals with the forms of journeys that ask for them; ``SignalsScript`` collects them.
    package static let signals = Asset(
        path: "/assets/signals.js", contentType: "text/javascript; charset=utf-8",
        content: SignalsPageScript.source + RevealScript.source + SubmittingScript.source)

    /// The script that takes pictures with the camera, for the steps of a verification.
    package static let capture = Asset(
        path: "/assets/capture.js", contentType: "text/javascript; charset=utf-8", content: CaptureScript.source + SubmittingScript.source)

    /// The script of the page that applications embed to watch the session.
    package static let sessionCheck = Asset(
        path: "/assets/session-check.js", contentType: "text/javascript; charset=utf-8", content: SessionCheckScript.source)

    /// The mark, for the browser's tab.
    package static let icon = Asset(path: "/assets/gatehouse.svg", contentType: "image/svg+xml", content: Mark.file)
}
