import OAuthMessages
import PolicyMessages
import Primitives
import Testing

@Suite("Advice in all its forms")
struct AdviceFormTests {
    static let transaction = PolicyAdvice(.transaction, "4e1b7a52-0d3c-4c7e-9a41-6f2d8c0b5e13")

    @Test("the documented XML and header are read and written (docs/protocols/step-protocol.md 10.1, 10.3)")
    func documented() throws {
        let xml = """
            <Advices><AttributeValuePair><Attribute name="TransactionConditionAdvice"/>\
            <Value>4e1b7a52-0d3c-4c7e-9a41-6f2d8c0b5e13</Value></AttributeValuePair></Advices>
            """
        #expect(try PolicyAdvice(xml: xml) == Self.transaction && Self.transaction.xml == xml)
        let header =
            "SSOADVICE realm=\"/\",advices=\"eyJUcmFuc2FjdGlvbkNvbmRpdGlvbkFkdmljZSI6WyI0ZTFiN2E1Mi0wZDNjLTRjN2UtOWE0MS02ZjJkOGMwYjVlMTMiXX0=\",am_uri=\"https://am.example.com/am/\""
        let challenge = AdviceChallenge(realm: "/", advice: Self.transaction, server: "https://am.example.com/am/")
        #expect(AdviceChallenge(headerValue: header) == challenge && challenge.headerValue == header)
    }

    /// Advice that is hard to write: several conditions, several values, marks of XML and of base64, another script.
    static let advices: [PolicyAdvice] = {
        var several = PolicyAdvice(.service, "/alpha:Step <Up> & \"more\"")
        several.add(.level, "/alpha:2")
        several.add(.service, "Überweisung ~?>")
        return [transaction, several, PolicyAdvice(.init(rawValue: "Other'Advice"), "x")]
    }()

    @Test("each form says the same", arguments: advices)
    func forms(_ advice: PolicyAdvice) throws {
        #expect(try PolicyAdvice(json: advice.json) == advice)
        #expect(try PolicyAdvice(xml: advice.xml) == advice)
        #expect(try PolicyAdvice(indexValue: Base64URL.encode(advice.xml.utf8)) == advice)
        let redirect = AdviceRedirect(
            login: "https://am.example.com/am/XUI/", resource: "https://api.example.com/?a=b&c=d", realm: "/alpha", advice: advice)
        #expect(AdviceRedirect(location: redirect.location) == redirect)
        let challenge = AdviceChallenge(realm: "/alpha", advice: advice, server: nil)
        #expect(AdviceChallenge(headerValue: challenge.headerValue) == challenge)
        #expect(PolicyAdvice(challenge: challenge.headerValue) == advice)
        let decision = PolicyDecision(resource: "https://api.example.com/", advices: advice)
        for body in [decision.json, [PolicyDecision(resource: "x").json, decision.json]] { #expect(PolicyAdvice(body: body) == advice) }
    }

    @Test("XML that was encoded once too often is read, and no oftener", arguments: advices)
    func encodedTwice(_ advice: PolicyAdvice) throws {
        let once = String(FormBody([("x", advice.xml)]).encoded.dropFirst(2))
        #expect(try PolicyAdvice(indexValue: once) == advice)
        var query = FormBody([("authIndexType", AdviceRedirect.indexType)])
        query.append("authIndexValue", once)
        let redirect = AdviceRedirect(location: "https://am.example.com/am/XUI/?" + query.encoded)
        #expect(redirect?.advice == advice)
        let twice = String(FormBody([("x", once)]).encoded.dropFirst(2))
        #expect(throws: PolicyMessageError.self) { try PolicyAdvice(indexValue: twice) }
    }

    @Test("a header's base64 is the same in both alphabets", arguments: advices)
    func alphabets(_ advice: PolicyAdvice) throws {
        let header = AdviceChallenge(realm: "/", advice: advice, server: nil).headerValue
        #expect(!header.contains("+") && !header.contains("-") && !header.contains("_"))
        #expect(!header.contains(", "))
    }

    @Test("space between elements, an end tag and a declaration are read")
    func lenient() throws {
        let text = """
            <?xml version="1.0"?>
            <Advices >
              <AttributeValuePair>
                <Attribute name = 'AuthLevelConditionAdvice'></Attribute>
                <Value>2</Value> <Value>3</Value>
              </AttributeValuePair>
            </Advices>

            """
        #expect(try PolicyAdvice(xml: text)[.level] == ["2", "3"])
    }

    @Test("other challenges, addresses and bodies hold no advice")
    func foreign() {
        #expect(AdviceChallenge(headerValue: "Bearer realm=\"/\",advices=\"e30=\"") == nil)
        #expect(AdviceChallenge(headerValue: "SSOADVICE realm=\"/\",advices=\"e30=\"") == nil)
        #expect(AdviceChallenge(headerValue: "SSOADVICE realm=\"/\"") == nil)
        #expect(AdviceRedirect(location: "https://am.example.com/?authIndexType=service&authIndexValue=Login") == nil)
        #expect(PolicyAdvice(body: ["advices": [:]]) == nil && PolicyAdvice(body: "advices") == nil && PolicyAdvice(body: []) == nil)
    }
}
