import Crypto
import DeviceIntegrity
import Foundation
import IntegrityTesting
import Primitives
import Testing

@Suite("Play Integrity")
struct PlayIntegrityTests {
    private static let name = "org.example.app"
    private static let now = Date(timeIntervalSince1970: 1_767_225_600)
    private static let request = Array(SHA256.hash(data: Array("request".utf8)))

    private let service = PretendPlayIntegrity()

    private var keys: PlayIntegrityKeys {
        get throws { try PlayIntegrityKeys(decryption: service.keys.decryption, verification: service.keys.verification) }
    }

    @Test("a token of a standard or a classic request is read and good", arguments: [false, true])
    func genuine(_ isClassic: Bool) throws {
        let json = PretendPlayIntegrity.verdict(package: Self.name, request: Self.request, at: Self.now, isClassic: isClassic)
        let verdict = try keys.open(try service.token(json))
        try verdict.check(package: Self.name, request: Self.request, at: Self.now.addingTimeInterval(5))
        #expect(verdict.appRecognition == "PLAY_RECOGNIZED" && verdict.deviceRecognition == ["MEETS_DEVICE_INTEGRITY"])
        #expect(verdict.licensing == "LICENSED" && verdict.version == "42" && verdict.certificates.count == 1)
    }

    /// One field of a verdict that is wrong, and why it is refused.
    struct Falsification: Sendable, CustomTestStringConvertible {
        let code: IntegrityError.Code
        let testDescription: String
        let group, member: String
        let value: JSONValue?

        init(_ code: IntegrityError.Code, _ group: String, _ member: String, _ value: JSONValue?) {
            self.code = code
            self.group = group
            self.member = member
            self.value = value
            testDescription = "\(group).\(member) = \(value?.text ?? "nothing"): \(code.rawValue)"
        }
    }

    static let falsifications = [
        Falsification(.wrongApp, "requestDetails", "requestPackageName", "org.example.other"),
        Falsification(.wrongApp, "appIntegrity", "packageName", "org.example.other"),
        Falsification(.wrongRequest, "requestDetails", "requestHash", "AAAA"),
        Falsification(.wrongRequest, "requestDetails", "requestHash", ""),
        Falsification(.malformed, "requestDetails", "requestHash", nil),
        Falsification(.malformed, "requestDetails", "timestampMillis", "soon"),
        Falsification(.malformed, "requestDetails", "timestampMillis", nil),
        Falsification(.expired, "requestDetails", "timestampMillis", "1767224999000"),
        Falsification(.expired, "requestDetails", "timestampMillis", "1767225661000"),
        Falsification(.malformed, "requestDetails", "requestPackageName", nil),
        Falsification(.unrecognizedApp, "appIntegrity", "appRecognitionVerdict", "UNRECOGNIZED_VERSION"),
        Falsification(.unrecognizedApp, "appIntegrity", "appRecognitionVerdict", "UNEVALUATED"),
        Falsification(.unrecognizedApp, "appIntegrity", "appRecognitionVerdict", nil),
        Falsification(.unsoundDevice, "deviceIntegrity", "deviceRecognitionVerdict", []),
        Falsification(.unsoundDevice, "deviceIntegrity", "deviceRecognitionVerdict", ["MEETS_BASIC_INTEGRITY"]),
        Falsification(.unsoundDevice, "deviceIntegrity", "deviceRecognitionVerdict", ["MEETS_VIRTUAL_INTEGRITY"]),
        Falsification(.unsoundDevice, "deviceIntegrity", "deviceRecognitionVerdict", nil),
    ]

    @Test("a verdict with one wrong field", arguments: falsifications)
    func falsified(_ falsification: Falsification) throws {
        var json = PretendPlayIntegrity.verdict(package: Self.name, request: Self.request, at: Self.now)
        var group = json[falsification.group]?.object ?? JSONObject()
        group[falsification.member] = falsification.value
        json[falsification.group] = .object(group)
        #expect(throws: IntegrityError(falsification.code, "")) {
            try keys.open(try service.token(json)).check(package: Self.name, request: Self.request, at: Self.now)
        }
    }

    @Test("a token of other keys, or one that was changed, is none")
    func otherKeys() throws {
        let other = PretendPlayIntegrity()
        let json = PretendPlayIntegrity.verdict(package: Self.name, request: Self.request, at: Self.now)
        let token = try service.token(json)
        let mixed = [
            (other.keys.decryption, service.keys.verification, IntegrityError.Code.undecipherable),
            (service.keys.decryption, other.keys.verification, .wrongSignature),
        ]
        for (decryption, verification, code) in mixed {
            #expect(throws: IntegrityError(code, "")) {
                try PlayIntegrityKeys(decryption: decryption, verification: verification).open(token)
            }
        }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        for index in parts.indices {
            var changed = parts.map(String.init)
            changed[index] = changed[index].hasPrefix("A") ? "B" + changed[index].dropFirst() : "A" + changed[index].dropFirst()
            #expect(throws: IntegrityError(.undecipherable, "")) { try keys.open(changed.joined(separator: ".")) }
        }
        #expect(throws: IntegrityError(.undecipherable, "")) { try keys.open("nonsense") }
    }

    @Test("keys that are none", arguments: [("", "x"), ("AAAA", ""), (Data(repeating: 1, count: 32).base64EncodedString(), "AAAA")])
    func noKeys(_ decryption: String, _ verification: String) {
        #expect(throws: IntegrityError(.malformed, "")) {
            try PlayIntegrityKeys(decryption: Secret(decryption), verification: Secret(verification))
        }
    }
}
