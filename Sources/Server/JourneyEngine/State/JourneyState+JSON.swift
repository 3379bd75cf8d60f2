import DeviceRegistry
import Directory
package import Foundation
import MultiFactor
package import Primitives

extension JourneyState {
    /// The compact form that is sealed: one-letter members, and only what differs from a fresh state. `expires` and what else the state is bound
    /// to stand beside them, under names of their own.
    package var json: JSONObject {
        var object: JSONObject = ["r": .string(run), "f": .array(frames.map(\.json)), "n": .integer(Int64(steps))]
        object["e"] = epoch == 0 ? nil : .integer(Int64(epoch))
        object["u"] = username.map(JSONValue.string)
        object["i"] = user.map { .string($0.uuidString) }
        object["y"] = proof.json
        object["v"] = factors.json
        object["o"] = failed.json
        object["l"] = authLevel == 0 ? nil : .integer(Int64(authLevel))
        object["d"] = shared.isEmpty ? nil : .object(shared)
        object["s"] = secrets.isEmpty ? nil : .object(JSONObject(secrets.map { ($0, .string($1.reveal())) }))
        object["p"] = sessionProperties.isEmpty ? nil : .object(JSONObject(sessionProperties.map { ($0, .string($1)) }))
        object["t"] = sessionTime.map { .integer(Int64($0)) }
        object["w"] = idleTime.map { .integer(Int64($0)) }
        object["m"] = failureMessage.map(JSONValue.string)
        object["k"] = lockoutMessage.map(JSONValue.string)
        object["x"] = ending == JourneyEnding() ? nil : ending.json
        object["z"] = isSuspended ? true : nil
        object["v"] = provenMail.map(JSONValue.string)
        object["q"] = request == Request() ? nil : request.json
        return object
    }

    /// Reads ``json``; nil when it is something else.
    package init?(json: JSONValue, expires: Date) {
        guard let object = json.object, let run = object["r"]?.string, let frames = object["f"]?.array?.compactMap(Frame.init(json:)),
            !frames.isEmpty, frames.count == object["f"]?.array?.count, let steps = object["n"]?.int
        else { return nil }
        self.init(run: run, expires: expires, frames: frames)
        self.steps = steps
        epoch = object["e"]?.int ?? 0
        username = object["u"]?.string
        if let user = object["i"]?.string.flatMap(UUID.init(uuidString:)) {
            let proof = object["y"].flatMap(JourneyProof.init(json:)) ?? .fresh
            restore(user, showing: Set(json: object["v"]), by: proof)
        }
        failed = Set(json: object["o"])
        authLevel = object["l"]?.int ?? 0
        shared = object["d"]?.object ?? JSONObject()
        secrets = (object["s"]?.texts ?? [:]).mapValues { Secret($0) }
        sessionProperties = object["p"]?.texts ?? [:]
        sessionTime = object["t"]?.int
        idleTime = object["w"]?.int
        failureMessage = object["m"]?.string
        lockoutMessage = object["k"]?.string
        ending = object["x"].map(JourneyEnding.init(json:)) ?? JourneyEnding()
        isSuspended = object["z"]?.bool ?? false
        provenMail = object["v"]?.string
        request = object["q"].map(Request.init(json:)) ?? Request()
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
        object["u"] = upgrade.map { .string($0.user.uuidString) }
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
        if let handle = json["h"]?.string, let user = json["u"]?.string.flatMap(UUID.init(uuidString:)) {
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
