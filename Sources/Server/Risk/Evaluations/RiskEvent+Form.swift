package import ResourceMessages
import Foundation
import Primitives
import RiskScoring
import RiskSignals

/// The event in JSON: as callers send it, and without its signals and its address of mail as it is kept and told.
extension RiskEvent: Shaped {
    package static let shapeName = "RiskEvent"

    package static let members: [Member<Self>] = [
        Member("ip", \.address, .networkAddress, .required), Member("user", \.person, .object, .required),
        Member("flow", optional: \.flow, .object), Member("targetResource", optional: \.targetResource, .object),
        Member("session", optional: \.sessionPart, .object), Member("browser", optional: \.browser, .object),
        Member("origin", optional: \.origin, .text(0...256)),
        Member("sharingType", optional: \.sharingType, .oneOf(RiskEvent.sharingTypes)),
        Member("evaluatedFactors", \.factors, .factors).unless { $0.factors.allSatisfy { $0.json.isEmpty } },
        Member("completionStatus", \.completion, .choice), Member("sdk", optional: \.sdk, .object, .writeOnly),
    ]

    package init() { self.init(address: "", user: "") }

    // MARK: - Parts

    private struct Person: Shaped {
        var id = ""
        var name: String?
        var type = RiskEvent.userTypes[0]
        var email: String?
        var groups: [Group] = []

        static let shapeName = "RiskUser"
        static let members: [Member<Self>] = [
            Member("id", \.id, .text(1...1024), .required), Member("name", optional: \.name, .text(0...1024)),
            Member("type", \.type, .oneOf(RiskEvent.userTypes)), Member("email", optional: \.email, .text(0...320), .writeOnly),
            Member("groups", \.groups, .list(.object, count: 0...100)).unless(\.groups.isEmpty),
        ]
    }

    private struct Group: Shaped {
        var name = ""

        static let shapeName = "RiskGroup"
        static let members: [Member<Self>] = [Member("name", \.name, .text(1...256), .required)]
    }

    private struct Flow: Shaped {
        var type: String?
        var subtype: String?

        static let shapeName = "RiskFlow"
        static let members: [Member<Self>] = [
            Member("type", optional: \.type, .oneOf(RiskEvent.flowTypes)), Member("subtype", optional: \.subtype, .text(0...64)),
        ]
    }

    private struct Target: Shaped {
        var id: String?
        var name: String?

        static let shapeName = "RiskTarget"
        static let members: [Member<Self>] = [
            Member("id", optional: \.id, .text(0...256)), Member("name", optional: \.name, .text(0...256)),
        ]
    }

    private struct Session: Shaped {
        var id: String?

        static let shapeName = "RiskSession"
        static let members: [Member<Self>] = [Member("id", optional: \.id, .text(0...256))]
    }

    private struct SDK: Shaped {
        var signals: Sent?

        static let shapeName = "RiskSDK"
        static let members: [Member<Self>] = [Member("signals", optional: \.signals, .object)]

        struct Sent: Shaped {
            var data: String?
            var token: String?

            static let shapeName = "RiskSDKSignals"
            static let members: [Member<Self>] = [
                Member("data", optional: \.data, .lines(0...SignalLimits.sealed)), Member("token", optional: \.token, .text(0...512)),
            ]
        }
    }

    private struct Browser: Shaped {
        var userAgent: String?

        /// The members that the older profiler of browsers sends besides, all at once.
        private static let profiled = [
            "cookie", "language", "colorDepth", "deviceMemory", "hardwareConcurrency", "screenResolution",
            "availableScreenResolution", "timezoneOffset", "timezone", "sessionStorage", "localStorage", "indexedDb",
            "addBehaviour", "openDatabase", "cpuClass", "platform", "plugins", "webglVendorAndRenderer", "webgl", "adBlock",
            "hasLiedLanguages", "hasLiedResolution", "hasLiedOs", "hasLiedBrowser", "touchSupport", "fonts", "audio",
        ]

        static let shapeName = "RiskBrowser"
        static let members: [Member<Self>] =
            [Member("userAgent", optional: \.userAgent, .text(0...512))]
            + profiled.map { Member(ignored: $0, .any, because: "the older profiler's; the signals of the SDK have taken its place") }
    }

    // MARK: - Where the parts are

    private var person: Person {
        get {
            var person = Person()
            person.id = user
            person.name = username
            person.type = userType
            person.groups = groups.map { name in
                var group = Group()
                group.name = name
                return group
            }
            return person
        }
        set {
            user = newValue.id
            username = newValue.name
            userType = newValue.type
            mailDomain = newValue.email.flatMap(Self.mailDomain)
            groups = newValue.groups.map(\.name)
        }
    }

    private var flow: Flow? {
        get { flowType == nil && flowSubtype == nil ? nil : Flow(type: flowType, subtype: flowSubtype) }
        set {
            flowType = newValue?.type
            flowSubtype = newValue?.subtype
        }
    }

    private var targetResource: Target? {
        get { target == nil && targetName == nil ? nil : Target(id: target, name: targetName) }
        set {
            target = newValue?.id
            targetName = newValue?.name
        }
    }

    private var sessionPart: Session? {
        get { session.map { Session(id: $0) } }
        set { session = newValue?.id }
    }

    private var browser: Browser? {
        get { userAgent.map { Browser(userAgent: $0) } }
        set { userAgent = newValue?.userAgent }
    }

    /// The signals that the SDK sent, which are never told.
    private var sdk: SDK? {
        get { nil }
        set {
            if let text = newValue?.signals?.data, !text.isEmpty {
                signals = .payload(text)
            } else if let token = newValue?.signals?.token, !token.isEmpty {
                signals = .token(Secret(token))
            }
        }
    }
}

extension RiskEvent.Factor {
    fileprivate var json: JSONObject {
        var object = JSONObject()
        object["type"] = type.map { .string($0) }
        object["status"] = status.map { .string($0) }
        return object
    }
}

extension Form where Value == String {
    /// An address of IPv4 or IPv6.
    fileprivate static var networkAddress: Form {
        Form(.text(.init(length: 2...45))) { json, reading in
            guard let text = json.string, IPAddress(text) != nil else {
                reading.refuse(.invalid, "it is an address of IPv4 or IPv6")
                return nil
            }
            return text
        } write: {
            .string($0)
        }
    }
}

extension Form where Value == [RiskEvent.Factor] {
    /// One object, or a list of some.
    fileprivate static var factors: Form {
        Form(.any) { json, reading in
            let all = json.object.map { [.object($0)] } ?? json.array
            guard let all, all.count <= 16 else {
                reading.refuse(.invalid, "it is an object with type and status, or a list of at most 16")
                return nil
            }
            let read = all.compactMap { factor($0, &reading) }
            return read.count == all.count ? read : nil
        } write: { factors in
            let told = factors.map(\.json).filter { !$0.isEmpty }.map { JSONValue.object($0) }
            return told.count == 1 ? told[0] : .array(told)
        }
    }

    private static func factor(_ json: JSONValue, _ reading: inout ShapeReading) -> RiskEvent.Factor? {
        let text = Shape.text(.init(length: 0...64))
        let shape = ObjectShape(
            name: "RiskFactor",
            members: ["type", "status"].map { ObjectShape.Member(name: $0, shape: text, presence: .optional) })
        let before = reading.problems.count
        Shape.object(shape).check(json, &reading)
        guard reading.problems.count == before else { return nil }
        return RiskEvent.Factor(type: json["type"]?.string, status: json["status"]?.string)
    }
}
