import DeviceMessages
import Foundation
import JOSE
import Primitives
import Testing
import VerificationMessages

@Suite("Messages of a verification")
struct MessageTests {
    private let service: VerificationParty
    private let app: VerificationParty

    init() throws {
        service = try VerificationParty(seed: 1)
        app = try VerificationParty(seed: 2)
    }

    private func text(_ json: JSONValue) throws -> JSONValue { try JSONValue(parsing: json.text) }

    private func start() -> VerificationStart {
        VerificationStart(
            code: Secret("123456789012"), agreement: app.open, application: "app", system: "iOS", push: .builtIn)
    }

    private func configuration() -> VerificationConfiguration {
        VerificationConfiguration(
            transaction: Sample.transaction, signing: service.open, agreement: app.open,
            requirements: [
                VerificationRequirement(part: .governmentID, isRequired: true, documents: [.passport, .idCard]),
                VerificationRequirement(part: .selfie, isRequired: false),
            ], token: Secret("one-time"), serverTime: Sample.second, dataExpires: Sample.second + 900, expires: Sample.second + 1800)
    }

    private func report(_ status: VerificationStatus = .success) -> VerificationReport {
        var data = IdentityFields()
        data[.lastName] = "MUSTER"
        return VerificationReport(
            transaction: Sample.transaction, status: status, providers: [ProviderMessages(provider: "built-in", messages: ["a": "b"])],
            token: Secret("next"), userData: status.isApproved ? data : IdentityFields(), updated: Sample.second,
            expires: Sample.second + 60)
    }

    @Test("each message comes back as it was")
    func roundTrips() throws {
        #expect(try VerificationStart(json: try text(start().json)) == start())
        #expect(try VerificationConfiguration(json: try text(configuration().json)) == configuration())
        for status in VerificationStatus.allCases {
            #expect(try VerificationReport(json: try text(report(status).json)) == report(status))
        }
        #expect(try VerificationSubmission(claims: try #require(text(.object(Sample.submission().content)).object)) == Sample.submission())
    }

    @Test("a start with one member wrong is malformed", arguments: ["enc", "application", "osType", "push", "code"])
    func wrongStarts(member: String) throws {
        var members = try #require(start().json.object)
        members[member] = member == "enc" ? JSONValue.string(service.open.thumbprintText) : 7
        #expect(throws: DeviceError(.malformed, "")) { try VerificationStart(json: .object(members)) }
    }

    @Test("a start with a text that can't be a code is refused as one with an unknown code")
    func wrongCode() throws {
        var members = try #require(start().json.object)
        members["code"] = "12345"
        #expect(throws: DeviceError(.notFound, "")) { try VerificationStart(json: .object(members)) }
    }

    @Test("a configuration with one member wrong is malformed", arguments: 0..<8)
    func wrongConfigurations(place: Int) throws {
        var members = try #require(configuration().json.object)
        let key = JSONValue(service.open)
        switch place {
        case 0: members["id"] = .string(Sample.transaction.text.uppercased())
        case 1: members["jwks"] = ["sig": key, "enc": key]
        case 2: members["jwks"] = ["sig": key]
        case 3: members["requirements"] = []
        case 4: members["requirements"] = .array(Array(repeating: ["part": "FACIAL_COMPARISON", "required": true], count: 2))
        case 5: members["requirements"] = [["part": "GOVERNMENT_ID", "required": true]]
        case 6: members["requirements"] = [["part": "GOVERNMENT_ID", "required": true, "documents": ["SELFIE"]]]
        default: members["token"] = .string(String(repeating: "a", count: 65))
        }
        #expect(throws: DeviceError(.malformed, "")) { try VerificationConfiguration(json: .object(members)) }
    }

    @Test("a report with one member wrong is malformed", arguments: 0..<6)
    func wrongReports(place: Int) throws {
        var members = try #require(report().json.object)
        switch place {
        case 0: members["status"] = "success"
        case 1: members["providerMessages"] = [["provider": "p", "messages": ["": "x"]]]
        case 2: members["userData"] = ["shoeSize": "38"]
        case 3: members["userData"] = ["firstName": .string(String(repeating: "a", count: 513))]
        case 4: members["claims"] = ["no token"]
        default: members["status"] = "FAIL"
        }
        #expect(throws: DeviceError(.malformed, "")) { try VerificationReport(json: .object(members)) }
    }

    @Test("a card with one member wrong is malformed", arguments: 0..<9)
    func wrongCards(place: Int) throws {
        var members = try #require(try Sample.licence().json.object)
        let (front, selfie) = (try Sample.image(.front).reference.json, try Sample.image(.selfie).reference.json)
        switch place {
        case 0: members["type"] = "LIBRARY_CARD"
        case 1: members["images"] = []
        case 2: members["images"] = [front, front]
        case 3: members["images"] = [front, selfie]
        case 4: members["images"] = [try Sample.image(.back).reference.json]
        case 5: members["type"] = "SELFIE"
        case 6: members["barcode"] = .string(Base64URL.encode([UInt8](repeating: 0, count: 8193)))
        case 7: members["type"] = "PASSPORT"
        default: members["id"] = ""
        }
        #expect(throws: DeviceError(.malformed, "")) { try IdentityCard(json: .object(members)) }
    }

    @Test("the first generation has no word for a transaction that has begun")
    func firstGeneration() {
        #expect(VerificationStatus.initiated.firstGeneration == .inProgress)
        #expect(VerificationStatus.allCases.filter { $0.firstGeneration != $0 } == [.initiated])
    }
}
