import DeviceMessages
import Foundation
import Primitives
import Verification
import VerificationMessages

extension VerificationTransaction {
    /// The transaction for a terminal.
    var sentence: String {
        let parts = requirements.map { requirement in
            let what = requirement.part == .selfie ? "--selfie" : requirement.documents.map(\.option).joined(separator: " or ")
            return requirement.isRequired ? what : "\(what) if you like"
        }
        let head = "\(status.rawValue)\(isPending ? ", a submission waits to be sent" : "")"
        return status == .initiated
            ? "\(head): asks for \(parts.joined(separator: ", and ")), until \(dataExpires.formatted(.iso8601))" : head
    }

    /// The transaction for programs.
    var object: JSONObject {
        [
            "id": .string(id.text), "status": .string(status.rawValue), "pending": .bool(isPending),
            "requirements": .array(requirements.map(\.json)), "dataExpiresAt": JSONValue(dataExpires), "expiresAt": JSONValue(expires),
        ]
    }
}

extension VerificationReport {
    /// Whether the checks are still being made.
    var isAwaited: Bool { status == .inProgress }

    /// The lines of the report for a terminal.
    var lines: [String] {
        let words = providers.flatMap { provider in
            provider.messages.sorted { $0.key < $1.key }.map { "   \(provider.provider): \($0.key): \($0.value)" }
        }
        let data = IdentityField.allCases.compactMap { field in userData[field].map { "   \(field.rawValue) = \($0)" } }
        let retry = status == .fail && token != nil ? ["   other photographs are taken: phone verify --license …"] : []
        return [status.rawValue] + words + data + retry
    }

    /// The report for programs, without the token.
    var object: JSONObject {
        var object: JSONObject = [
            "id": .string(transaction.text), "status": .string(status.rawValue), "providerMessages": .array(providers.map(\.json)),
            "userData": userData.json, "claims": .integer(Int64(claims.count)), "updatedAt": JSONValue(updated),
            "expiresAt": JSONValue(expires),
        ]
        object["takesData"] = .bool(token != nil)
        return object
    }
}

extension IdentityCardType {
    /// The option of `phone verify` that gives such a card.
    fileprivate var option: String {
        switch self {
        case .drivingLicense: "--license"
        case .idCard: "--id-card"
        case .residencePermit: "--residence-permit"
        case .passport: "--passport"
        case .selfie: "--selfie"
        }
    }
}

extension PhoneOutput {
    /// Says a report.
    func say(_ report: VerificationReport) {
        guard !json else { return Terminal.write(JSONValue.object(report.object).text + "\n") }
        for line in report.lines { Terminal.say(line) }
    }
}
