import PolicyMessages
import Primitives
import Testing

@Suite("Advice that is meant badly")
struct HostileAdviceTests {
    private static let pair = "<AttributeValuePair><Attribute name=\"A\"/><Value>1</Value></AttributeValuePair>"

    @Test(
        "XML that is anything else is refused",
        arguments: [
            "", "<Advices></Advices>", "<Advices>", "<Advices/>", "<Advices>\(pair)", "<Advices>\(pair)</Advices>x",
            "<advices>\(pair)</advices>",
            "<!DOCTYPE a [<!ENTITY x \"y\">]><Advices>\(pair)</Advices>", "<Advices><!-- -->\(pair)</Advices>",
            "<Advices><AttributeValuePair><Attribute name=\"A\"/></AttributeValuePair></Advices>",
            "<Advices><AttributeValuePair><Value>1</Value></AttributeValuePair></Advices>",
            "<Advices><AttributeValuePair><Attribute name=\"A\"/><Value>&x;</Value></AttributeValuePair></Advices>",
            "<Advices><AttributeValuePair><Attribute name=\"A\"/><Value>&#65;</Value></AttributeValuePair></Advices>",
            "<Advices><AttributeValuePair><Attribute name=\"A\"/><Value><![CDATA[1]]></Value></AttributeValuePair></Advices>",
            "<Advices><AttributeValuePair><Attribute name=\"A\"/><Value></Value></AttributeValuePair></Advices>",
            "<Advices><AttributeValuePair><Attribute name=\"A\" x=\"y\"/><Value>1</Value></AttributeValuePair></Advices>",
            "<Advices><AttributeValuePair><Attribute name=\"A\"/><Value>a\nb</Value></AttributeValuePair></Advices>",
            "<Advices><AttributeValuePair><Attribute name=\"A/><Value>1</Value></AttributeValuePair></Advices>",
        ])
    func refused(_ text: String) { #expect(throws: PolicyMessageError(.malformed, "")) { try PolicyAdvice(xml: text) } }

    @Test("too much of anything is refused before it is kept")
    func large() {
        let many = String(repeating: Self.pair.replacing("\"A\"", with: "\"B\""), count: 300)
        #expect(throws: PolicyMessageError(.tooLarge, "")) { try PolicyAdvice(xml: "<Advices>\(many)</Advices>") }
        let names = (0..<17).map { Self.pair.replacing("\"A\"", with: "\"A\($0)\"") }.joined()
        #expect(throws: PolicyMessageError(.tooLarge, "")) { try PolicyAdvice(xml: "<Advices>\(names)</Advices>") }
        let values = (0..<65).map { JSONValue.string("\($0)") }
        #expect(throws: PolicyMessageError(.tooLarge, "")) { try PolicyAdvice(json: ["A": .array(values)]) }
        let long = String(repeating: "x", count: 3000)
        #expect(throws: PolicyMessageError(.malformed, "")) { try PolicyAdvice(json: ["A": [.string(long)]]) }
        #expect(PolicyAdvice(challenge: String(repeating: "A", count: 100_000)) == nil)
    }

    @Test("a request for a decision says what is wrong with it")
    func requests() throws {
        let good: JSONValue = [
            "application": "banking", "resources": ["https://api.example.com/"], "subject": ["ssoToken": "t"],
            "environment": ["TxId": ["4e1b"]],
        ]
        let request = try PolicyRequest(json: good)
        #expect(request.application == "banking" && request.session == Secret("t") && request.environment["TxId"] == ["4e1b"])
        #expect(try PolicyRequest(json: request.json) == request)
        #expect(try PolicyRequest(json: ["resources": ["a"]]).application == "iPlanetAMWebAgentService")
        for (body, code) in [
            (["resources": []], .malformed), ([:], .malformed), (["resources": [1]], .malformed), (["resources": [""]], .tooLarge),
            (["resources": ["a"], "subject": ["jwt": "x"]], .notSupported), (["resources": ["a"], "subject": "x"], .malformed),
            (["resources": ["a"], "environment": ["TxId": "x"]], .malformed),
        ] as [(JSONValue, PolicyMessageError.Code)] {
            #expect(throws: PolicyMessageError(code, "")) { try PolicyRequest(json: body) }
        }
    }
}
