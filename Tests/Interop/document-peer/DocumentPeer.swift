import Foundation
import IdentityDocuments
import Primitives

/// The other half of `test_documents.py`: reads requests, one JSON object a line, and answers each with one line.
///
/// A request has `payload`, a licence's bytes as code points, or `zone`, lines with line feeds between them, and the `year`, `month` and `day` of
/// today. The answer has what was read, or `error`.
@main
struct DocumentPeer {
    static func main() {
        while let line = readLine() {
            print(answer(line).text)
            fflush(nil)
        }
    }

    private static func answer(_ line: String) -> JSONValue {
        do {
            let request = try JSONValue(parsing: line)
            if let payload = request["payload"]?.string {
                return licence(try LicencePayload(parsing: payload.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }))
            }
            guard let zone = request["zone"]?.string, let year = request["year"]?.integer, let month = request["month"]?.integer,
                let day = request["day"]?.integer, let today = CalendarDate(year: Int(year), month: Int(month), day: Int(day))
            else { return ["error": "neither a payload nor a zone with today's date"] }
            return self.zone(try MachineReadableZone(parsing: Array(zone.utf8), today: today))
        } catch { return ["error": .string("\(error)")] }
    }

    private static func licence(_ payload: LicencePayload) -> JSONValue {
        let data = payload.data
        func texts(_ fields: LicenceFields) -> JSONValue {
            .object(JSONObject(LicenceField.allCases.map { ($0.rawValue, .string(fields[$0])) }))
        }
        return [
            "fields": texts(payload.fields), "formatted": texts(payload.fields.formatted),
            "findings": .array(payload.findings.map { .string($0.kind.rawValue) }),
            "data": [
                "family": .string(data.name.family), "first": .string(data.name.first), "middle": .string(data.name.middle),
                "suffix": .string(data.name.suffix), "birthDate": .string(data.birthDate?.description ?? ""),
                "issueDate": .string(data.issueDate?.description ?? ""), "expiryDate": .string(data.expiryDate?.description ?? ""),
                "sex": .string(data.sex?.rawValue ?? ""), "height": .string(data.height?.formatted ?? ""),
                "eyes": .string(data.eyeColour), "hair": .string(data.hairColour), "street": .string(data.address.street),
                "city": .string(data.address.city), "state": .string(data.address.jurisdiction),
                "postalCode": .string(data.address.postalCode), "number": .string(data.number),
                "discriminator": .string(data.discriminator),
                "country": .string(data.country), "inventoryNumber": .string(data.inventoryNumber),
                "placeOfBirth": .string(data.placeOfBirth), "familyTruncation": .string(data.name.familyTruncation?.rawValue ?? ""),
            ],
        ]
    }

    private static func zone(_ zone: MachineReadableZone) -> JSONValue {
        let fields = zone.fields.map { field -> (String, JSONValue) in
            (field.field.rawValue, ["value": .string(field.value), "holds": .bool(field.check == .holds || field.check == .uncovered)])
        }
        return [
            "format": .string(zone.format.rawValue), "fields": .object(JSONObject(fields)),
            "primary": .string(zone.name.primary.joined(separator: " ")), "secondary": .string(zone.name.secondary.joined(separator: " ")),
            "birthDate": .string(zone.birthDate?.description ?? ""), "expiryDate": .string(zone.expiryDate?.description ?? ""),
            "allChecksHold": .bool(zone.allChecksHold), "findings": .array(zone.findings.map { .string($0.kind.rawValue) }),
        ]
    }
}
