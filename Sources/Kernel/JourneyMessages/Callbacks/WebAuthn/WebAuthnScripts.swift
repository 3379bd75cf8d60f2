import Foundation
import Primitives

// For the user interfaces that run the scripts of a step (`docs/protocols/step-protocol.md` 7.1): what the metadata would say, as
// JavaScript that does it. The names of the page's elements are those that such an interface gives them.

extension WebAuthnRegistration {
    /// The two texts that stand in the place of the metadata: one asks for the credential, one takes the page's button away meanwhile.
    public var scripts: [Callback] {
        let user = """
            {
                id: Uint8Array.from(\(Script.json(.string(userID))), function (c) { return c.charCodeAt(0); }),
                name: \(Script.json(.string(userName))),
                displayName: \(Script.json(.string(displayName)))
              }
            """
        var members = [
            ("challenge", Script.challenge(challenge)), ("rp", Script.party(relyingPartyID, name: relyingPartyName)), ("user", user),
            ("pubKeyCredParams", Script.json(.array(algorithms.map { ["type": "public-key", "alg": .integer(Int64($0))] }))),
            ("attestation", Script.json(.string(attestation))), ("timeout", String(timeout)),
            ("authenticatorSelection", Script.json(.object(selection.json))), ("extensions", Script.json(.object(extensions))),
        ]
        if !excludedCredentials.isEmpty { members.append(("excludeCredentials", "[\(WebAuthnData.text(excludedCredentials))]")) }
        return Script.callbacks(
            "navigator.credentials.create", members,
            parts: ["text(response.clientDataJSON)", "signed(response.attestationObject)", "credential.id"])
    }
}

extension WebAuthnAuthentication {
    /// The two texts that stand in the place of the metadata: one asks for the signature, one takes the page's button away meanwhile.
    public var scripts: [Callback] {
        var members = [
            ("challenge", Script.challenge(challenge)), ("timeout", String(timeout)),
            ("userVerification", Script.json(.string(userVerification))), ("extensions", Script.json(.object(extensions))),
        ]
        if !relyingPartyID.isEmpty { members.append(("rpId", Script.json(.string(relyingPartyID)))) }
        if !allowedCredentials.isEmpty { members.append(("allowCredentials", "[\(WebAuthnData.text(allowedCredentials))]")) }
        return Script.callbacks(
            "navigator.credentials.get", members,
            parts: [
                "text(response.clientDataJSON)", "signed(response.authenticatorData)", "signed(response.signature)", "credential.id",
                "response.userHandle && response.userHandle.byteLength ? text(response.userHandle) : \"\"",
            ])
    }
}

private enum Script {
    static func callbacks(_ call: String, _ options: [(name: String, value: String)], parts: [String]) -> [Callback] {
        let options = options.map { "    \($0.name): \($0.value)" }.joined(separator: ",\n")
        let ceremony = """
            (function () {
              var outcome = document.getElementById("webAuthnOutcome");
              var send = function (value) {
                outcome.value = value;
                document.getElementById("loginButton_0").click();
              };
              if (!window.PublicKeyCredential) { send("unsupported"); return; }
              var signed = function (buffer) { return new Int8Array(buffer).toString(); };
              var text = function (buffer) { return new TextDecoder().decode(buffer); };
              var publicKey = {
            \(options)
              };
              \(call)({ publicKey: publicKey }).then(function (credential) {
                var response = credential.response;
                send([\(parts.joined(separator: ", "))].filter(function (part) { return part; }).join("::"));
              }).catch(function (error) {
                send(error.name === "NotSupportedError" ? "unsupported" : "ERROR::" + error.name + ":" + error.message);
              });
            })();

            """
        let button = """
            (function () {
              var button = document.getElementById("loginButton_0");
              if (button) { button.style.display = "none"; }
            })();

            """
        return [TextStatement(ceremony, .script).callback, TextStatement(button, .script).callback]
    }

    static func challenge(_ text: String) -> String {
        "new Int8Array([\(WebAuthnAnswer.numbers(Array(Data(base64Encoded: text) ?? Data()), separator: ", "))]).buffer"
    }

    static func party(_ id: String, name: String) -> String {
        let name = "name: \(json(.string(name)))"
        return id.isEmpty ? "{ \(name) }" : "{ id: \(json(.string(id))), \(name) }"
    }

    /// JSON that can stand in a script in a page: no text in it ends the script.
    static func json(_ value: JSONValue) -> String { value.text.replacing("<", with: "\\u003c") }
}
