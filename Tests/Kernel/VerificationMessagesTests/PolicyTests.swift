import Primitives
import ResourceMessages
import Testing
import VerificationMessages
import VisionMessages

@Suite("Policies of verifications")
struct PolicyTests {
    private func policy(_ members: (String, JSONValue)...) throws -> VerifyPolicy {
        try VerifyPolicy(json: .object(JSONObject([("name", "p")] + members)))
    }

    @Test("a policy of a name alone asks for a document and no selfie, and takes half an hour")
    func defaults() throws {
        let policy = try policy()
        #expect(policy.requirements.map(\.part) == [.governmentID] && policy.requirements[0].isRequired)
        #expect(policy.governmentID.inspection == .automatic && policy.governmentID.failsExpired)
        #expect(policy.governmentID.retries.attempts == 0)
        #expect(policy.transaction.timeout.seconds == 1800 && policy.transaction.collection.timeout.seconds == 900)
        #expect(policy.recordMatching.rules.isEmpty)
    }

    @Test("all members come back as they were")
    func roundTrip() throws {
        let made = try policy(
            ("description", "d"), ("default", true),
            (
                "governmentId",
                [
                    "verify": "REQUIRED", "inspectionType": "STEP_UP", "provider": ["auto": "acme"], "failExpiredId": false,
                    "retry": ["attempts": 3],
                ]
            ),
            ("facialComparison", ["verify": "REQUIRED", "threshold": "HIGH"]),
            ("identityRecordMatching", ["birth_date": ["fieldRequired": true], "name": ["threshold": "LOW"]]),
            (
                "transaction",
                [
                    "timeout": ["duration": 20, "timeUnit": "MINUTES"],
                    "dataCollection": ["timeout": ["duration": 90, "timeUnit": "SECONDS"]], "dataCollectionOnly": true,
                ]
            ))
        #expect(try VerifyPolicy(json: .object(made.json)) == made)
        #expect(made.requirements.map(\.part) == [.governmentID, .selfie] && made.facialComparison.threshold.threshold == 0.5)
        #expect(made.recordMatching.rules.map(\.part) == [.birthDate, .name] && made.recordMatching.rules[1].rule.threshold == .low)
        #expect(made.governmentID.provider == "acme" && made.transaction.collection.timeout.seconds == 90)
    }

    @Test("parts that can't be verified are taken only switched off", arguments: ["liveness", "email", "phone", "voice"])
    func refusedParts(part: String) throws {
        _ = try policy((part, ["verify": "DISABLED"]))
        for word: JSONValue in ["REQUIRED", "OPTIONAL", 1] {
            #expect(throws: ShapeError.self) { try policy((part, ["verify": word])) }
        }
    }

    @Test("authorities that can't be asked are taken only switched off")
    func refusedAuthorities() throws {
        _ = try policy(("governmentId", ["verifyAamva": false, "aadhaar": ["enabled": false]]))
        for member: JSONValue in [["verifyAamva": true], ["aadhaar": ["enabled": true]], ["aadhaar": ["enabled": false, "otp": [:]]]] {
            #expect(throws: ShapeError.self) { try policy(("governmentId", member)) }
        }
    }

    @Test(
        "bounds",
        arguments: [
            ("governmentId", #"{"verify":"DISABLED"}"#), ("governmentId", #"{"retry":{"attempts":4}}"#),
            ("governmentId", #"{"provider":{"manual":"MITEK"}}"#), ("governmentId", #"{"inspectionType":"QUICK"}"#),
            ("facialComparison", #"{"threshold":"NONE"}"#), ("transaction", #"{"timeout":{"duration":31,"timeUnit":"MINUTES"}}"#),
            ("transaction", #"{"timeout":{"duration":10,"timeUnit":"MINUTES"}}"#),
            ("transaction", #"{"timeout":{"duration":0,"timeUnit":"SECONDS"}}"#),
            ("identityRecordMatching", #"{"shoe_size":{}}"#), ("description", #""""#), ("x", "1"),
        ])
    func bounds(member: String, json: String) throws {
        let value = try JSONValue(parsing: json)
        #expect(throws: ShapeError.self) { try policy((member, value)) }
    }

    @Test("a selfie is required with a required document alone")
    func selfieAlone() {
        #expect(throws: ShapeError.self) {
            try policy(("governmentId", ["verify": "OPTIONAL"]), ("facialComparison", ["verify": "REQUIRED"]))
        }
    }

    @Test("administrators decide by four words, and create with what is compared")
    func administrators() throws {
        for status in VerificationStatus.allCases {
            let json: JSONValue = ["transactionStatus": ["status": .string(status.rawValue)], "reason": "seen in person"]
            let expected = VerifyDecision.statuses.contains(status) ? status : nil
            #expect((try? VerifyDecision(json: json))?.transactionStatus.status == expected)
        }
        let order = try VerifyTransactionOrder(
            json: ["requirements": ["given_name": ["value": "Anna"]], "sendNotification": ["email": "a@example.com"]])
        #expect(order.record.givenName?.value == "Anna" && order.notice.email == "a@example.com" && order.policy == nil)
        #expect(throws: ShapeError.self) { try VerifyTransactionOrder(json: ["requirements": ["referenceSelfie": ["value": "x"]]]) }
        let status = try UserVerifyStatus(json: ["verifyStatus": "ENABLED"])
        #expect(status.status == .enabled && status.json["verifyStatus"] == "ENABLED")
    }

    @Test("what was collected and checked is only told")
    func told() throws {
        var datum = VerifiedDatum()
        (datum.id, datum.data, datum.created) = (Sample.transaction, "AAEC", Sample.second)
        #expect(try VerifiedDatum(stored: .object(datum.json)) == datum)
        var check = VerificationMetadatum()
        (check.id, check.provider, check.data) = (Sample.transaction, "built-in", ["distance": 0.41])
        #expect(try VerificationMetadatum(stored: .object(check.json)) == check)
        #expect(try VerifiedDatum(json: .object(datum.json)).data.isEmpty)
    }
}
