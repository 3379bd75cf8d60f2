import Directory
import Foundations
import JourneyEngine
import JourneyModel
import Primitives
import Sessions

/// The values that a decision script sees of its run, by the names that the bindings' code knows.
enum ScriptBindings {
    /// - Parameters:
    ///   - values: the subjects of a script that gives a value; nil for one that decides.
    ///   - known: the user's saved devices, for a script that matches them.
    static func make(
        _ turn: Turn, inputs: [String], session: UserSession?, values: JSONObject? = nil, knowing known: JSONObject? = nil
    ) -> JSONObject {
        let request = turn.client.request()
        var bindings: JSONObject = [
            "state": ScriptState.given(turn, seeing: inputs), "callbacks": .array(answers(turn)), "headers": request.headers.multimap,
            "parameters": request.parameters.multimap, "cookies": request.cookies.map,
            "languages": .array(turn.client.languages.map(JSONValue.string)), "realm": .string(turn.realm.path.description),
            "journey": [
                "name": .string(turn.state.frames.last?.journey ?? ""), "innerJourney": .bool(turn.state.frames.count > 1),
            ],
        ]
        if !request.sessionCookie.isEmpty { bindings["cookieName"] = .string(request.sessionCookie) }
        if turn.isResumed { bindings["resumedFromSuspend"] = true }
        if let session { bindings["existingSession"] = properties(of: session) }
        if let values { bindings["values"] = .object(values) }
        if let known { bindings["deviceProfiles"] = .object(known) }
        return bindings
    }

    /// The callbacks that the client sent back, as in AM: an app's own code, and the documented SDKs for hidden scripts, leave some out.
    private static func answers(_ turn: Turn) -> [JSONValue] {
        let asked = turn.asked
        let forms = asked.map { ($0.type, !$0.inputs.isEmpty) }
        return asked.indices.filter { turn.isReturned($0, of: forms) }.map { index in asked[index].answered { turn.answer(index, $0) } }
    }

    private static func properties(of session: UserSession) -> JSONValue {
        var properties = JSONObject(session.properties.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
        properties["UserId"] = .string(session.username)
        properties["UserToken"] = .string(session.username)
        properties["AuthLevel"] = .string(String(session.authLevel))
        properties["Service"] = .string(session.journey)
        return .object(properties)
    }
}
