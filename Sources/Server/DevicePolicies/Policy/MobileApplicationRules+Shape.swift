import Primitives
package import ResourceMessages
import Foundations

extension MobileApplicationRules: Shaped {
    package static let shapeName = "MobileApplicationRules"
    package static let members: [Member<Self>] = [
        Member("id", \.id, .text(1...128).naming(.nativeApplication), .required),
        Member("type", optional: \.type, .choice),
        Member("push", optional: \.push, .object),
        Member("pushTimeout", optional: \.pushTimeout, .span(40...150, [.seconds])),
        Member("pushLimit", optional: \.pushLimit, .object),
        Member("pairingKeyLifetime", optional: \.pairingKeyLifetime, .pairingKeyLifetime),
        Member("otp", optional: \.otp, .object),
        Member("pairingDisabled", \.isPairingDisabled, .flag),
        Member("autoEnrollment", optional: \.autoEnrollment, .object),
        Member("deviceAuthorization", optional: \.deviceAuthorization, .object),
        Member("integrityDetection", optional: \.integrityDetection, .choice),
        Member("biometricsEnabled", optional: \.biometricsEnabled, .flag),
        Member("addresses", optional: \.addresses, .object).formerly("ipPairingConfiguration"),
        Member("newRequestDuration", optional: \.newRequestDuration, .object).formerly("newRequestDurationConfiguration"),
    ]

    /// Refuses, for any other app, the members that only the PingID app has: they would look as if they did something.
    package func check(_ reading: inout ShapeReading) {
        guard type == nil else { return }
        let isSent = [
            ("biometricsEnabled", biometricsEnabled != nil), ("addresses", addresses != nil),
            ("newRequestDuration", newRequestDuration != nil),
        ]
        for (name, isSent) in isSent where isSent {
            reading.refuse(.invalid, "only an application of type \(Kind.pingID.rawValue) has it", at: name)
        }
    }
}

extension MobileApplicationRules.Switch: Shaped {
    package static let shapeName = "Switch"
    package static let members: [Member<Self>] = [Member("enabled", \.isEnabled, .flag, .required)]
}

extension MobileApplicationRules.Push: Shaped {
    package static let shapeName = "PushRules"
    package static let members: [Member<Self>] = [
        Member("enabled", \.isEnabled, .flag), Member("numberMatching", optional: \.numberMatching, .object),
    ]
}

extension MobileApplicationRules.PushLimit: Shaped {
    package static let shapeName = "PushLimit"
    package static let members: [Member<Self>] = [
        Member("count", \.count, .integer(1...50)),
        Member("timePeriod", \.timePeriod, .pushPeriod),
        Member("lockDuration", \.lockDuration, .pushPeriod),
    ]
}

extension MobileApplicationRules.DeviceAuthorization: Shaped {
    package static let shapeName = "DeviceAuthorization"
    package static let members: [Member<Self>] = [
        Member("enabled", \.isEnabled, .flag, .required), Member("extraVerification", optional: \.extraVerification, .choice),
    ]
}

extension MobileApplicationRules.PairingAddresses: Shaped {
    package static let shapeName = "PairingAddresses"
    package static let members: [Member<Self>] = [
        Member("allowsAny", \.allowsAny, .flag, .required).formerly("anyIPAdress"),
        Member("only", optional: \.only, .list(.addressRange, count: 0...64)).formerly("onlyTheseIpAddresses"),
    ]
}

extension MobileApplicationRules.NewRequestDuration: Shaped {
    package static let shapeName = "NewRequestDuration"
    package static let members: [Member<Self>] = [
        Member("deviceTimeout", \.deviceTimeout, .span(15...75, [.seconds]), .required),
        Member("totalTimeout", \.totalTimeout, .span(30...90, [.seconds]), .required),
    ]
}

extension Form where Value == TimeSpan {
    /// One minute to two hours.
    fileprivate static var pushPeriod: Form { span(60...7200, [.seconds, .minutes]) }
}

extension Form where Value == String {
    fileprivate static var addressRange: Form {
        text(1...64, pattern: "^[0-9A-Fa-f.:]+(/[0-9]{1,3})?$") { AddressRange($0) != nil }
    }
}
