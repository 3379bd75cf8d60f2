import CommandChannel
import Foundation
import Primitives
import Testing

@Suite("Formats of the command channel")
struct FormatTests {
    private static let key = Secret("12345678901234567890123456789012")
    private static let time = Date(timeIntervalSince1970: 1_700_000_010)

    @Test("data fields are encoded and signed as the reference's check values say")
    func checkValues() throws {
        let fields = try TransactionFields(["GB33BUKB20201555", "0000000001234.56", "EUR", "ACME LTD"])
        #expect(
            fields.bytes
                == Array(
                    hexadecimal: "4f545831040100104742333342554b423230323031353535020010303030303030303030313233342e3536"
                        + "03000345555204000841434d45204c5444"))
        #expect(fields.digest == "15c354baaa5c56f0a85c8e9fd0b808ecedeb946f5bc2d1647f714ee5a28a36fc")
        let signing = ApplicationKey(Self.key, application: try CryptographicApplication(4, .signature, hasHostCode: true))
        #expect(try signing.signature(of: fields, at: Self.time) == .init(code: "50314332", hostCode: "792439"))
        let answering = ApplicationKey(Self.key, application: try CryptographicApplication(3, .challengeResponse, hasHostCode: true))
        #expect(try answering.code(challenge: "A7K3P9QX", at: Self.time) == .init(code: "97047353", hostCode: "567519"))
    }

    @Test(
        "one-time passwords are those of RFC 6238",
        arguments: zip(
            [59, 1_111_111_109, 1_111_111_111, 1_234_567_890, 2_000_000_000, 20_000_000_000] as [TimeInterval],
            ["46119246", "68084774", "67062674", "91819424", "90698825", "77737706"]))
    func oneTimePasswords(_ time: TimeInterval, _ expected: String) throws {
        let key = ApplicationKey(Self.key, application: try CryptographicApplication(2, .oneTimePassword))
        #expect(try key.code(at: Date(timeIntervalSince1970: time)) == .init(code: expected, hostCode: nil))
    }

    @Test("a code is good in its step and the neighbours, and not again")
    func windows() throws {
        let key = ApplicationKey(Self.key, application: try CryptographicApplication(2, .oneTimePassword))
        let code = try key.code(at: Self.time).code
        let step = try #require(key.verify(code, at: Self.time))
        #expect(key.verify(code, at: Self.time + 30) == step && key.verify(code, at: Self.time - 30) == step)
        #expect(key.verify(code, at: Self.time + 60) == nil && key.verify(code, at: Self.time + 60, drift: 2) == step)
        #expect(key.verify(code, at: Self.time, after: step) == nil && key.verify("", at: Self.time) == nil)
    }

    @Test("challenges and fields are held to their limits, and capitals, spaces and empty fields count")
    func limits() throws {
        let key = ApplicationKey(Self.key, application: try CryptographicApplication(3, .challengeResponse))
        for challenge in ["", "abc", "12345678901234567", "1234 5", "123é"] {
            #expect(code { _ = try key.code(challenge: challenge, at: Self.time) } == .invalid)
        }
        #expect(code { _ = try key.code(at: Self.time) } == .invalid, "it needs a challenge")
        #expect(throws: TransactionFields.Fault.count) { try TransactionFields([]) }
        #expect(throws: TransactionFields.Fault.count) { try TransactionFields(Array(repeating: "", count: 9)) }
        #expect(throws: TransactionFields.Fault.length) { try TransactionFields(["12345678901234567"]) }
        #expect(throws: TransactionFields.Fault.length) { try TransactionFields([String(repeating: "e\u{301}", count: 17)]) }
        let digests = try [["a"], ["A"], ["a "], ["a", ""], ["", "a"], ["e\u{301}"]].map { try TransactionFields($0).digest }
        #expect(Set(digests).count == digests.count)
        #expect(try TransactionFields(["e\u{301}"]).digest == TransactionFields(["é"]).digest)
    }

    @Test("a command is one text; whatever isn't one is refused")
    func envelopes() throws {
        let refusal = ServerRefusal(code: -1202, message: "no registration", payload: "x")
        let start = try DeviceActivation(
            ChannelUser("tom"), password: ActivationPassword(random: SeededRandom(seed: 1)), random: SeededRandom(seed: 2))
        let command = try refusal.command(answering: start.command)
        #expect(try CommandEnvelope(command.text.uppercased()) == command && command.text == command.text.lowercased())
        #expect(try ServerRefusal(CommandEnvelope(command.text)) == refusal)
        for text in ["", "4", "4f43", "zz", String(command.text.dropLast(2)), command.text + "00", "00" + command.text, "\u{FF14}f"] {
            #expect(code { _ = try CommandEnvelope(text) } == .malformed, "\(text)")
        }
        #expect(code { _ = try CommandEnvelope(String(repeating: "0", count: 65_538)) } == .tooLarge)
        for (offset, value) in [(2, UInt8(2)), (3, 0x99), (4, 0x80), (4, 2), (33, 1)] {
            var bytes = command.bytes
            bytes[offset] = value
            #expect(code { _ = try CommandEnvelope(bytes: bytes) } == .malformed)
        }
        for length in 0..<command.bytes.count {
            #expect(code { _ = try CommandEnvelope(bytes: Array(command.bytes.prefix(length))) } != nil)
        }
        #expect(ServerRefusal(code: 0, message: String(repeating: "é", count: 600)).message.utf8.count == 1_024)
    }

    @Test("what is shown has no characters that a screen hides")
    func display() throws {
        let data = try DisplayData([.init("Name", "ZoĂ« 👩‍👧"), .init("", "no name"), .init("Name", "twice")])
        #expect(try DisplayData(bytes: data.bytes) == data && data.text == "Name: ZoĂ« 👩‍👧\nno name\nName: twice")
        for text in ["a\u{202E}b", "a\nb", "a\u{0}", "a\u{2028}b", "\u{200B}"] {
            #expect(code { _ = try DisplayData([.init("x", text)]) } == .invalid)
        }
        #expect(code { _ = try DisplayData(Array(repeating: .init("a", "b"), count: 33)) } == .tooLarge)
        #expect(code { _ = try DisplayData(bytes: [0, 1, 65]) } == .malformed)
        #expect(code { _ = try DisplayData(bytes: [0, 1, 0xff, 0, 0]) } == .malformed)
        #expect(code { _ = try AdditionalData([.init("a", []), .init("a", [1])]) } == .invalid)
    }

    @Test("messages are read as they were written, and nothing else is read")
    func messages() throws {
        let request = try RemoteRequest(
            sequence: 7, session: "s", id: "r", method: .biometric, deadline: Self.time, display: DisplayData([.init("a", "b")]),
            additional: AdditionalData([.init("n", [0, 255])]))
        #expect(try RemoteRequest(bytes: request.bytes) == request)
        let later = request.bytes + [0x80, 0, 1, 9]
        #expect(try RemoteRequest(bytes: later) == request, "additions of later versions are passed over")
        for bytes in [request.bytes + [0x20, 0, 0], Array(request.bytes.dropLast()), [1, 0, 0] + request.bytes, []] {
            #expect(code { _ = try RemoteRequest(bytes: bytes) } == .malformed)
        }
        let endless = request.bytes.replacing([5, 0, 8, 0], with: [5, 0, 8, 1])
        #expect(code { _ = try RemoteRequest(bytes: endless) } == .malformed, "there is no such time")
        let commands: [DeviceCommand] = [
            .notificationRegistration(sequence: 1, identifier: "x"), .pendingRequests(sequence: 2),
            .passwordChange(sequence: 3, application: 2, proof: "ab"),
            .deviceData(sequence: UInt64(Int64.max), event: "", application: "{}", device: "{}"),
        ]
        for command in commands { #expect(try DeviceCommand(bytes: command.bytes, kind: command.kind) == command) }
        #expect(code { _ = try DeviceCommand(bytes: commands[1].bytes, kind: .remoteAuthentication) } == .order)
        for sequence in [UInt64(Int64.max) + 1, .max] {
            #expect(code { _ = try DeviceCommand.pendingRequests(sequence: sequence).checked() } == .malformed)
        }
        #expect(
            code { _ = try DeviceCommand.notificationRegistration(sequence: 1, identifier: String(repeating: "a", count: 4_097)).checked() }
                == .tooLarge)
        let terms = try ActivationTerms(serial: "GTH0000001", pins: PINPolicy(minimum: 4, isNumeric: false), time: Self.time)
        #expect(try ActivationTerms(bytes: terms.bytes) == terms)
        #expect(code { _ = try ActivationTerms(serial: "gth0000001", time: Self.time) } == .invalid)
    }

    @Test(
        "PINs that are guessed first aren't taken",
        arguments: ["111111", "123456", "987654", "246802", "901234", "121212", "123123", "112211"])
    func weak(_ pin: String) { #expect(throws: PINPolicy.Fault.weak) { try PINPolicy().checkChoice(Secret(pin)) } }

    @Test("a PIN's form is checked")
    func forms() throws {
        let policy = PINPolicy()
        #expect(throws: PINPolicy.Fault.tooShort) { try policy.checkForm(Secret("12345")) }
        #expect(throws: PINPolicy.Fault.tooLong) { try policy.checkForm(Secret("1234567890123")) }
        #expect(throws: PINPolicy.Fault.notDigits) { try policy.checkForm(Secret("12345a")) }
        try policy.checkForm(Secret("111111"))
        try policy.checkChoice(Secret("193758"))
        try PINPolicy(refusesWeak: false).checkChoice(Secret("111111"))
    }
}
