import Primitives

/// The client's result of a WebAuthn step: the value of the ``HiddenValue`` `webAuthnOutcome` (`docs/protocols/step-protocol.md` 7.4, 7.5).
public enum WebAuthnOutcome: Sendable, Equatable {
    /// The client can't do WebAuthn.
    case unsupported
    /// The ceremony ended with an error: the name of a `DOMException`, and what it says.
    case failed(name: String, message: String)
    /// The authenticator gave an attestation or an assertion.
    case answered(WebAuthnAnswer)

    private static let error = "ERROR::"

    /// Reads a value. Nil for one that is none of these.
    ///
    /// - Parameter isRegistration: whether the step asked for a registration; the texts of both ceremonies look alike.
    public init?(_ text: String, isRegistration: Bool) {
        if text == "unsupported" {
            self = .unsupported
        } else if text.hasPrefix(Self.error) {
            let rest = text.dropFirst(Self.error.count)
            let name = rest.prefix { $0 != ":" }
            let message = String(rest.dropFirst(name.count).drop { $0 == ":" })
            // Newer clients say so in this form.
            self = name == "NotSupportedError" ? .unsupported : .failed(name: String(name.prefix(64)), message: String(message.prefix(256)))
        } else {
            guard let answer = WebAuthnAnswer(text, isRegistration: isRegistration) else { return nil }
            self = .answered(answer)
        }
    }

    /// The value as clients write it.
    public var text: String {
        switch self {
        case .unsupported: "unsupported"
        case .failed(let name, let message): "\(Self.error)\(name):\(message)"
        case .answered(let answer): answer.text
        }
    }
}

/// The answer of an authenticator in a WebAuthn step.
public struct WebAuthnAnswer: Sendable, Equatable {
    /// The client data as the client serialized them: the bytes of a JSON text (WebAuthn L3 §5.8.1).
    public var clientDataJSON: [UInt8]
    /// The attestation object of a registration, or the authenticator data of an assertion.
    public var data: [UInt8]
    /// The signature of an assertion.
    public var signature: [UInt8]?
    /// The credential's identifier, its raw bytes.
    public var credentialID: [UInt8]
    /// The user handle of an assertion, as clients write it, each in its way: the characters of the user's id in Base64, or that in
    /// base64url.
    public var userHandle: String?
    /// The client's name for the device, of a registration.
    public var deviceName: String?
    /// `platform` or `cross-platform`; only in the form around the legacy one.
    public var attachment: String?

    /// An answer of its parts.
    public init(
        clientDataJSON: [UInt8], data: [UInt8], signature: [UInt8]? = nil, credentialID: [UInt8], userHandle: String? = nil,
        deviceName: String? = nil, attachment: String? = nil
    ) {
        self.clientDataJSON = clientDataJSON
        self.data = data
        self.signature = signature
        self.credentialID = credentialID
        self.userHandle = userHandle
        self.deviceName = deviceName
        self.attachment = attachment
    }

    private static let separator = "::"

    init?(_ text: String, isRegistration: Bool) {
        guard let head = Self.leadingObject(text) else { return nil }
        let rest = Self.fields(text[head.endIndex...])
        // A JSON object around the legacy text; some versions add the device's name after it.
        if let json = try? JSONValue(parsing: String(head), limits: StepLimits.json), let legacy = json["legacyData"]?.string {
            guard let inner = Self.leadingObject(legacy),
                let answer = Self(head: String(inner), Self.fields(legacy[inner.endIndex...]), isRegistration)
            else { return nil }
            self = answer
            attachment = json["authenticatorAttachment"]?.string
            if isRegistration, deviceName == nil { deviceName = rest.first }
        } else {
            guard let answer = Self(head: String(head), rest, isRegistration) else { return nil }
            self = answer
        }
    }

    private init?(head: String, _ fields: [String], _ isRegistration: Bool) {
        let idAt = isRegistration ? 1 : 2
        guard fields.count > idAt, let data = Self.bytes(fields[0]), let id = Base64URL.decode(fields[idAt].filter { $0 != "=" }),
            !id.isEmpty
        else { return nil }
        var signature: [UInt8]?
        if !isRegistration {
            guard let bytes = Self.bytes(fields[1]) else { return nil }
            signature = bytes
        }
        // All that follows is one field, with its separators.
        let last = fields.count > idAt + 1 ? fields[(idAt + 1)...].joined(separator: Self.separator) : ""
        let extra = last.isEmpty ? nil : String(last.prefix(256))
        self.init(
            clientDataJSON: Array(head.utf8), data: data, signature: signature, credentialID: id,
            userHandle: isRegistration ? nil : extra, deviceName: isRegistration ? extra : nil)
    }

    /// The fields after the JSON, without the separator before the first.
    private static func fields(_ rest: Substring) -> [String] {
        guard rest.hasPrefix(separator) else { return [] }
        return rest.dropFirst(separator.count).split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }

    /// The JSON object that a text begins with: up to the brace that closes the first one, strings aside.
    private static func leadingObject(_ text: String) -> Substring? {
        var (depth, inString, isEscaped) = (0, false, false)
        for index in text.utf8.indices {
            let byte = text.utf8[index]
            if inString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else {
                    inString = byte != UInt8(ascii: "\"")
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): inString = true
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"): depth -= 1
            default: break
            }
            if depth == 0 {
                guard byte == UInt8(ascii: "}") else { return nil }
                return text[...index]
            }
        }
        return nil
    }

    /// Bytes from numbers of −128 to 127 with commas between.
    private static func bytes(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for number in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let value = Int8(signedDecimal: number) else { return nil }
            bytes.append(UInt8(bitPattern: value))
        }
        return bytes
    }

    static func numbers(_ bytes: [UInt8], separator: String = ",") -> String {
        bytes.map { String(Int8(bitPattern: $0)) }.joined(separator: separator)
    }

    /// The value as clients write it: the legacy text, or the object around it where the kind of authenticator is to be told.
    public var text: String {
        var fields = [String(own: clientDataJSON), Self.numbers(data)]
        if let signature { fields.append(Self.numbers(signature)) }
        fields.append(Base64URL.encode(credentialID))
        if let last = userHandle ?? deviceName { fields.append(last) }
        let legacy = fields.joined(separator: Self.separator)
        guard let attachment else { return legacy }
        return JSONValue.object(["authenticatorAttachment": .string(attachment), "legacyData": .string(legacy)]).text
    }
}
