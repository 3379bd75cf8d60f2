import Foundation
import MailTesting
import OAuthMessages
import Primitives
import ResourceMessages
import Testing
import Messaging
import Foundations

@Suite("Text messages")
struct SMSTests {
    private static let twilio = """
        {"url":"https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json","username":"AC1","from":"+15005550006",
         "form":{"To":"{{to}}","From":"{{from}}","Body":"{{text}}"}}
        """
    private static let vonage = """
        {"url":"https://rest.nexmo.com/sms/json","from":"Example","accepted":{"/messages/0/status":"0"},
         "form":{"api_key":"k","api_secret":"{{secret}}","to":"{{digits}}","from":"{{from}}","text":"{{text}}"}}
        """
    private static let bird = """
        {"url":"https://rest.messagebird.com/messages","headers":{"Authorization":"AccessKey {{secret}}"},"from":"Example",
         "json":{"recipients":["{{digits}}"],"originator":"{{from}}","body":"{{text}}"}}
        """

    private static func gateway(_ text: String, secret: String? = "s3cret") throws -> SMSGateway {
        var gateway = try SMSGateway(json: try JSONValue(parsing: text).object ?? JSONObject())
        gateway.secret = secret.map { Secret($0) }
        try gateway.check()
        return gateway
    }

    private static func message(_ text: String = "Code 123&456") throws -> SMSMessage {
        SMSMessage(to: try PhoneNumber("+41 79 123-45-67"), text: text, date: Date(timeIntervalSince1970: 0))
    }

    @Test("a form, with basic authentication")
    func form() async throws {
        let peer = RecordingGateway(201)
        try await HTTPSMSSender(http: peer).send(Self.message(), by: Self.gateway(Self.twilio))
        let request = try #require(peer.requests.first)
        #expect(request.method == "POST" && request.url.hasSuffix("/Accounts/AC1/Messages.json"))
        let form = try FormBody(parsing: request.body ?? "")
        #expect(try form.value("To") == "+41791234567" && form.value("From") == "+15005550006" && form.value("Body") == "Code 123&456")
        let basic = "Basic " + Data("AC1:s3cret".utf8).base64EncodedString()
        #expect(request.headers.contains { $0 == ("Authorization", basic) })
        #expect(request.headers.contains { $0 == ("Content-Type", "application/x-www-form-urlencoded") })
    }

    @Test("JSON, with the secret in a header")
    func json() async throws {
        let peer = RecordingGateway(201)
        try await HTTPSMSSender(http: peer).send(Self.message("\"{{secret}}\"\n"), by: Self.gateway(Self.bird))
        let request = try #require(peer.requests.first)
        // What is filled in is not filled in again.
        #expect(
            try JSONValue(parsing: request.body ?? "") == [
                "recipients": ["41791234567"], "originator": "Example", "body": "\"{{secret}}\"\n",
            ])
        #expect(request.headers.contains { $0 == ("Authorization", "AccessKey s3cret") })
    }

    @Test(
        "what each answer means",
        arguments: [
            (vonage, 200, #"{"messages":[{"status":"0"}]}"#, nil), (vonage, 200, #"{"messages":[{"status":"4"}]}"#, .refused),
            (vonage, 200, "{}", .refused), (vonage, 200, "oops", .refused), (vonage, 500, "", .unavailable), (bird, 204, "", nil),
            (bird, 401, "{}", .refused), (bird, 302, "", .refused), (bird, 429, "", .unavailable), (bird, nil, "", .unavailable),
        ] as [(String, Int?, String, MessageError.Code?)])
    func answers(_ gateway: String, _ status: Int?, _ body: String, _ code: MessageError.Code?) async throws {
        let sender = HTTPSMSSender(http: RecordingGateway(status, body))
        let (message, settings) = (try Self.message(), try Self.gateway(gateway))
        var found: MessageError.Code?
        do throws(MessageError) { try await sender.send(message, by: settings) } catch { found = error.code }
        #expect(found == code)
    }

    @Test("without a gateway nothing is sent")
    func none() async throws {
        let peer = RecordingGateway()
        await #expect(throws: MessageError(.notConfigured, "")) { try await HTTPSMSSender(http: peer).send(Self.message(), by: nil) }
        #expect(peer.requests.isEmpty)
    }

    @Test("numbers of E.164, as people write them", arguments: ["+41791234567", "+41 79 123 45 67", "+41 (79) 123-45.67", "+41/791234567"])
    func numbers(_ text: String) throws { #expect(try PhoneNumber(text).text == "+41791234567") }

    @Test(
        "what is no such number",
        arguments: [
            "", "+", "0791234567", "0041791234567", "41791234567", "+0791234567", "+4179", "+4179123456789012", "+41791234x67",
            "+٤١٧٩١٢٣٤٥٦٧",
            "+41791234567;ext=1", "+41791234567\r\nX: y", "++41791234567", "+4179+1234567",
        ])
    func noNumbers(_ text: String) { #expect(throws: MessageError(.invalid, "")) { try PhoneNumber(text) } }

    @Test(
        "a gateway that would lose its secret or send nothing is refused",
        arguments: [
            #"{"url":"http://sms.example.com/","form":{"t":"{{to}}{{text}}","s":"{{secret}}"}}"#,
            #"{"url":"https://a:b@sms.example.com/","form":{"t":"{{to}}{{text}}","s":"{{secret}}"}}"#,
            #"{"url":"https://sms.example.com/?k={{secret}}","form":{"t":"{{to}}{{text}}","s":"{{secret}}"}}"#,
            #"{"url":"https://sms.example.com/","form":{"t":"{{to}}{{text}}"}}"#,
            #"{"url":"https://sms.example.com/","form":{"t":"{{to}}","s":"{{secret}}"}}"#,
            #"{"url":"https://sms.example.com/","form":{"t":"{{text}}","s":"{{secret}}"}}"#,
            #"{"url":"https://sms.example.com/","form":{"t":"{{to}}{{text}}{{from}}","s":"{{secret}}"}}"#,
            #"{"url":"https://sms.example.com/","form":{"t":"{{to}}{{text}}{{User}}","s":"{{secret}}"}}"#,
            #"{"url":"https://sms.example.com/","json":{"t":"{{to}}{{text}}{{secret}}"},"form":{}}"#,
            #"{"url":"https://sms.example.com/"}"#, #"{"url":1,"json":"{{to}}{{text}}{{secret}}"}"#,
            #"{"url":"https://sms.example.com/","json":"{{to}}{{text}}{{secret}}","method":"GET"}"#,
            #"{"url":"https://sms.example.com/","json":"{{to}}{{text}}{{secret}}","more":1}"#,
            #"{"url":"https://sms.example.com/","json":"{{to}}{{text}}","headers":{"A":"{{secret}}{{text}}"}}"#,
            #"{"url":"https://sms.example.com/","json":"{{to}}{{text}}","headers":{"A b":"{{secret}}"}}"#,
            #"{"url":"https://sms.example.com/","json":"{{to}}{{text}}","headers":{"Host":"{{secret}}"}}"#,
            #"{"url":"https://sms.example.com/","json":"{{to}}{{text}}","headers":{"A":"{{secret}}\r\nB: c"}}"#,
            #"{"url":"https://sms.example.com/","json":"{{to}}{{text}}","username":"u","headers":{"authorization":"x"}}"#,
            #"{"url":"https://sms.example.com/","json":"{{to}}{{text}}{{secret}}","accepted":{"status":"0"}}"#,
        ])
    func invalid(_ text: String) { #expect(throws: MessageError(.invalid, "")) { try Self.gateway(text) } }

    @Test("a file is read and written without loss", arguments: [twilio, vonage, bird])
    func roundTrip(_ text: String) throws {
        let gateway = try Self.gateway(text)
        #expect(try SMSGateway(json: gateway.json).json == gateway.json)
        #expect(!JSONValue.object(gateway.json).text.contains("s3cret"))
    }
}
