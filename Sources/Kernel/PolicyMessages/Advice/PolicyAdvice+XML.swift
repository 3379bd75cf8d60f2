import Primitives

extension PolicyAdvice {
    /// The XML with which a journey begins (`docs/protocols/step-protocol.md` 10.3): without a declaration, one pair for each condition.
    public var xml: String {
        let pairs = entries.map { entry in
            let values = entry.values.map { "<Value>\(Self.escaped($0))</Value>" }.joined()
            let name = Self.escaped(entry.condition.rawValue)
            return "<AttributeValuePair><Attribute name=\"\(name)\"/>\(values)</AttributeValuePair>"
        }
        return "<Advices>\(pairs.joined())</Advices>"
    }

    /// Reads ``xml``, also with space between its elements.
    ///
    /// It is no XML in general: a document type, entities of its own, comments and any other element are refused.
    /// - Throws: ``PolicyMessageError``.
    public init(xml text: String) throws(PolicyMessageError) {
        var reader = try AdviceXMLReader(text)
        self = try reader.advice()
        try AdviceLimits.check(self)
    }

    /// Reads the value of `authIndexValue`: ``xml``, the same percent-encoded once more, or as base64url.
    /// - Throws: ``PolicyMessageError``.
    public init(indexValue text: String) throws(PolicyMessageError) {
        guard text.utf8.count <= AdviceLimits.bytes * 2 else { throw AdviceXMLReader.tooLong }
        let xml = text.contains("<") ? nil : AdviceText.unescaped(text) ?? AdviceText.decoded(text)
        try self.init(xml: xml ?? text)
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&apos;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
