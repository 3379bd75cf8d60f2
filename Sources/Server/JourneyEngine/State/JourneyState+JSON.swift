import DeviceRegistry
import Directory
package import Foundation
import MultiFactor
package import Primitives

/// The members of a state's sealed form. No two share a letter: the raw values of an enumeration are distinct, or it doesn't compile.
private enum SealedMember: String {
    case run = "r"
    case frames = "f"
    case steps = "n"
    case epoch = "e"
    case username = "u"
    case named = "a"
    case user = "i"
    case proof = "y"
    case factors = "v"
    case failed = "o"
    case authLevel = "l"
    case shared = "d"
    case secrets = "s"
    case sessionProperties = "p"
    case sessionTime = "t"
    case idleTime = "w"
    case failureMessage = "m"
    case lockoutMessage = "k"
    case ending = "x"
    case isSuspended = "z"
    case provenMail = "b"
    case request = "q"
}

/// The members of a form that is being made, each added once, so that none is looked for.
private struct SealedMembers {
    private var members: [JSONObject.Member] = []

    init() { members.reserveCapacity(12) }

    var object: JSONObject { JSONObject(unique: members) }

    mutating func add(_ member: SealedMember, _ value: JSONValue?) {
        if let value { members.append(JSONObject.Member(member.rawValue, value)) }
    }
}

extension JSONObject {
    fileprivate subscript(member: SealedMember) -> JSONValue? { self[member.rawValue] }
}

extension JourneyState {
    /// The compact form that is sealed: one-letter members, and only what differs from a fresh state. `expires` and what else the state is bound
    /// to stand beside them, under names of their own.
    package var json: JSONObject {
        var members = SealedMembers()
        members.add(.run, .string(run))
        members.add(.frames, .array(frames.map(\.json)))
        members.add(.steps, .integer(Int64(steps)))
        members.add(.epoch, epoch == 0 ? nil : .integer(Int64(epoch)))
        members.add(.username, username.map(JSONValue.string))
        members.add(.named, named.map { $0 == user ? true : .string($0.text) })
        members.add(.user, user.map { .string($0.text) })
        members.add(.proof, proof.json)
        members.add(.factors, factors.json)
        members.add(.failed, failed.json)
        members.add(.authLevel, authLevel == 0 ? nil : .integer(Int64(authLevel)))
        members.add(.shared, shared.isEmpty ? nil : .object(shared))
        members.add(.secrets, secrets.isEmpty ? nil : .object(JSONObject(secrets.map { ($0, .string($1.reveal())) })))
        members.add(.sessionProperties, sessionProperties.isEmpty ? nil : .object(JSONObject(sessionProperties.map { ($0, .string($1)) })))
        members.add(.sessionTime, sessionTime.map { .integer(Int64($0)) })
        members.add(.idleTime, idleTime.map { .integer(Int64($0)) })
        members.add(.failureMessage, failureMessage.map(JSONValue.string))
        members.add(.lockoutMessage, lockoutMessage.map(JSONValue.string))
        members.add(.ending, $ending.isInitial ? nil : ending.json)
        members.add(.isSuspended, isSuspended ? true : nil)
        members.add(.provenMail, provenMail.map(JSONValue.string))
        members.add(.request, $request.isInitial ? nil : request.json)
        return members.object
    }

    /// Reads ``json``; nil when it is something else.
    package init?(json: JSONValue, expires: Date) {
        guard let object = json.object, let run = object[.run]?.string, let frames = object[.frames]?.array?.compactMap(Frame.init(json:)),
            !frames.isEmpty, frames.count == object[.frames]?.array?.count, let steps = object[.steps]?.int
        else { return nil }
        self.init(run: run, expires: expires, frames: frames)
        self.steps = steps
        epoch = object[.epoch]?.int ?? 0
        username = object[.username]?.string
        if let user = object[.user]?.string.flatMap(UUID.init(text:)) {
            let proof = object[.proof].flatMap(JourneyProof.init(json:)) ?? .fresh
            restore(user, showing: Set(json: object[.factors]), by: proof)
        }
        if let named = object[.named]?.bool == true ? self.user : object[.named]?.string.flatMap(UUID.init(text:)) { restore(named: named) }
        failed = Set(json: object[.failed])
        authLevel = object[.authLevel]?.int ?? 0
        shared = object[.shared]?.object ?? JSONObject()
        secrets = (object[.secrets]?.texts ?? [:]).mapValues { Secret($0) }
        sessionProperties = object[.sessionProperties]?.texts ?? [:]
        sessionTime = object[.sessionTime]?.int
        idleTime = object[.idleTime]?.int
        failureMessage = object[.failureMessage]?.string
        lockoutMessage = object[.lockoutMessage]?.string
        ending = object[.ending].map(JourneyEnding.init(json:)) ?? .initial
        isSuspended = object[.isSuspended]?.bool ?? false
        provenMail = object[.provenMail]?.string
        request = object[.request].map(Request.init(json:)) ?? .initial
    }
}

extension JourneyState.Frame {
    fileprivate var json: JSONValue { [.string(journey), .string(fingerprint), .string(node)] }

    fileprivate init?(json: JSONValue) {
        guard let texts = json.strings, texts.count == 3 else { return nil }
        self.init(journey: texts[0], fingerprint: texts[1], node: texts[2])
    }
}

extension JourneyState.Request {
    fileprivate var json: JSONValue {
        var object = JSONObject()
        object["n"] = noSession ? true : nil
        object["g"] = goto.map(JSONValue.string)
        object["o"] = gotoOnFail.map(JSONValue.string)
        object["h"] = upgrade.map { .string($0.handle) }
        object["u"] = upgrade.map { .string($0.user.text) }
        object["a"] = upgrade?.isAnonymous == true ? true : nil
        object["t"] = approval.map { .string($0.transaction) }
        object["s"] = approval.map { .string($0.sessionToken.reveal()) }
        object["c"] = application.map { [.string($0.id), .string($0.name)] }
        object["p"] = payload.map {
            [.string($0.submitted.reference.reveal()), .string($0.submitted.application), .bool($0.isPassed)]
        }
        object["k"] = passkeys == .none ? nil : .string(passkeys.rawValue)
        return .object(object)
    }

    fileprivate init(json: JSONValue) {
        self.init(noSession: json["n"]?.bool ?? false, goto: json["g"]?.string, gotoOnFail: json["o"]?.string)
        passkeys = json["k"]?.string.flatMap(Browser.Compatibility.init(exactly:)) ?? .none
        if let texts = json["c"]?.strings, texts.count == 2 { application = RequestingApplication(id: texts[0], name: texts[1]) }
        if let parts = json["p"]?.array, parts.count == 3, let reference = parts[0].string, let application = parts[1].string {
            let submitted = SubmittedPayload(reference: Secret(reference), application: application)
            payload = JourneyState.Payload(submitted: submitted, isPassed: parts[2].bool ?? false)
        }
        if let transaction = json["t"]?.string, let token = json["s"]?.string {
            approval = JourneyState.Approval(transaction: transaction, sessionToken: Secret(token))
        }
        if let handle = json["h"]?.string, let user = json["u"]?.string.flatMap(UUID.init(text:)) {
            upgrade = JourneyState.Upgrade(handle: handle, user: user, isAnonymous: json["a"]?.bool ?? false)
        }
    }
}

extension Set<Factor> {
    fileprivate var json: JSONValue? { isEmpty ? nil : .array(map(\.rawValue).sorted().map(JSONValue.string)) }

    fileprivate init(json: JSONValue?) { self.init((json?.strings ?? []).compactMap(Factor.init(exactly:))) }
}

extension JSONValue {
    fileprivate var int: Int? { integer.flatMap { Int(exactly: $0) } }

    fileprivate var texts: [String: String]? {
        object.map { Dictionary($0.members.compactMap { m in m.value.string.map { (m.name, $0) } }) { first, _ in first } }
    }
}
