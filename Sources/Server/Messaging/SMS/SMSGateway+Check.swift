import Primitives
import ResourceMessages
import Foundations

extension SMSGateway {
    private static let longest = 16 << 10
    /// The header fields that the server sets itself.
    private static let reserved: Set = ["host", "content-length", "transfer-encoding", "connection", "content-type"]

    /// - Throws: ``MessageError`` `.invalid`, when no message could come of it or its secret would go where it mustn't.
    package func check(for channel: PhoneChannel = .sms) throws(MessageError) {
        guard OutboundURL.isSafe(url), !url.contains("{{") else {
            throw MessageError(.invalid, "url is no https URL without placeholders (http is for this machine only): \(url.prefix(128))")
        }
        guard JSONValue.object(json).text.utf8.count <= Self.longest else { throw MessageError(.invalid, "the file has more than 16 KiB") }
        try checkHeaders()
        try checkPlaceholders(channel)
        guard username.isEmpty || !headers.contains(where: { $0.name.lowercased() == "authorization" }) else {
            throw MessageError(.invalid, "username makes the header Authorization; leave one of them out")
        }
        let needsSecret = !username.isEmpty || placeholders.contains("secret")
        guard needsSecret == (secret != nil) else {
            throw MessageError(
                .invalid, needsSecret ? "the secret is missing" : "there is a secret but nothing that says it: {{secret}}, or a username")
        }
        if let acceptance, !acceptance.pointer.hasPrefix("/") {
            throw MessageError(.invalid, "accepted names a place in the answer by a JSON pointer, such as /messages/0/status")
        }
    }

    private func checkHeaders() throws(MessageError) {
        for (name, value) in headers {
            guard !name.isEmpty, name.utf8.allSatisfy(Self.isTokenByte), !Self.reserved.contains(name.lowercased()) else {
                throw MessageError(.invalid, "headers.\(name.prefix(64)) is no header's name, or one that the server sets itself")
            }
            guard value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
                throw MessageError(.invalid, "headers.\(name) is not printable ASCII")
            }
            guard SMSTemplate.placeholders(in: value).isSubset(of: ["secret", "from"]) else {
                throw MessageError(.invalid, "headers.\(name): a header may have {{secret}} and {{from}} only")
            }
        }
    }

    private func checkPlaceholders(_ channel: PhoneChannel) throws(MessageError) {
        let unknown = placeholders.subtracting(channel.placeholders).sorted()
        guard unknown.isEmpty else {
            throw MessageError(
                .invalid, "there is no {{\(unknown[0].prefix(64))}}; there are \(channel.placeholders.sorted().joined(separator: ", "))")
        }
        guard !placeholders.isDisjoint(with: ["text", "xml"]), !placeholders.isDisjoint(with: ["to", "digits"]) else {
            throw MessageError(.invalid, "the body must have {{text}}, and the number as {{to}} (+41791234567) or {{digits}} (41791234567)")
        }
        guard !placeholders.contains("from") || !from.isEmpty else {
            throw MessageError(.invalid, "from is missing, which {{from}} stands for")
        }
    }

    /// Whether its texts stand for something, such as `extension`.
    func has(_ placeholder: String) -> Bool { placeholders.contains(placeholder) }

    private var placeholders: Set<String> {
        let texts: [String] =
            switch body {
            case .form(let fields): fields.map(\.value)
            case .json(let json): SMSTemplate.texts(in: json)
            }
        return (texts + headers.map(\.value)).reduce(into: []) { $0.formUnion(SMSTemplate.placeholders(in: $1)) }
    }

    /// `tchar` of RFC 9110 §5.6.2.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
