import Foundation
import OneTimePassword
package import Primitives

extension Mechanism {
    /// The record of a mechanism (`docs/protocols/step-protocol.md` 6.7). It holds secrets.
    package var json: JSONValue {
        var object: JSONObject = ["mechanismUID": .string(id), "timeAdded": .integer(added.millisecondsSince1970)]
        object["uid"] = userID.map(JSONValue.string)
        object["resourceId"] = resourceID.map(JSONValue.string)
        switch kind {
        case .password(let password): password.add(to: &object)
        case .push(let push): push.add(to: &object)
        }
        return .object(object)
    }

    init(json: JSONValue) throws(AuthenticatorError) {
        let reader = RecordReader(json: json, what: "a mechanism")
        let kind: Kind
        switch try reader.text("type") {
        case "otpauth": kind = .password(try Password(reader))
        case "pushauth": kind = .push(try Push(reader))
        default: throw reader.unreadable("type")
        }
        self.init(
            id: try reader.text("mechanismUID"), added: try reader.time("timeAdded"), kind, userID: reader.optionalText("uid"),
            resourceID: reader.optionalText("resourceId"))
    }
}

extension Mechanism.Password {
    fileprivate func add(to object: inout JSONObject) {
        object["type"] = "otpauth"
        object["secret"] = .string(secret.withBytes { Base32.encode($0) })
        object["algorithm"] = .string(algorithm.rawValue)
        object["digits"] = .integer(Int64(digits))
        switch kind {
        case .totp(let period):
            object["oathType"] = "TOTP"
            object["period"] = .integer(Int64(period))
        case .hotp(let counter):
            object["oathType"] = "HOTP"
            object["counter"] = .integer(Int64(clamping: counter))
        }
    }

    fileprivate init(_ reader: RecordReader) throws(AuthenticatorError) {
        guard let algorithm = HashAlgorithm(exactly: try reader.text("algorithm").lowercased()) else {
            throw reader.unreadable("algorithm")
        }
        guard let digits = Int(exactly: try reader.integer("digits")), (4...10).contains(digits) else { throw reader.unreadable("digits") }
        let kind: AuthenticatorURI.Password.Kind
        switch try reader.text("oathType").uppercased() {
        case "TOTP":
            guard let period = Int(exactly: try reader.integer("period")), (1...86_400).contains(period) else {
                throw reader.unreadable("period")
            }
            kind = .totp(period: period)
        case "HOTP":
            guard let counter = UInt64(exactly: try reader.integer("counter")) else { throw reader.unreadable("counter") }
            kind = .hotp(counter: counter)
        default: throw reader.unreadable("oathType")
        }
        self.init(
            kind, secret: Secret(bytes: try reader.bytes("secret") { Base32.decode($0) }), algorithm: algorithm, digits: digits)
    }
}

extension Mechanism.Push {
    fileprivate func add(to object: inout JSONObject) {
        object["type"] = "pushauth"
        object["secret"] = .string(secret.withBytes { Base64URL.encode($0) })
        object["registrationEndpoint"] = .string(registrationURL)
        object["authenticationEndpoint"] = .string(authenticationURL)
        if isStale { object["isStale"] = true }
    }

    fileprivate init(_ reader: RecordReader) throws(AuthenticatorError) {
        self.init(
            secret: Secret(bytes: try reader.bytes("secret") { Base64URL.decode($0) }),
            registrationURL: try reader.text("registrationEndpoint"), authenticationURL: try reader.text("authenticationEndpoint"),
            isStale: reader.json["isStale"]?.bool ?? false)
    }
}
