import Directory
package import JourneyEngine
import JourneyModel
import Primitives
import Scripting
import SignIn

extension ConfigProvider: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let kind else { throw JourneyRunError.fault("there is no kind of node \(nodeType)") }
        guard let settings = try await settings(kind, &turn), let node = Self.node(kind, settings, turn.realm) else {
            turn["config"] = nil
            return .outcome(Self.failed)
        }
        turn["config"] = .object(settings)
        let result = try await node.run(&turn)
        turn.settle(kind.type, result)
        if result != .waiting, result != .suspended { turn["config"] = nil }
        return result
    }

    /// The settings, by our names; nil when the script fails.
    private func settings(_ kind: NodeKind, _ turn: inout Turn) async throws -> JSONObject? {
        if let kept = turn["config"]?.object { return kept }
        do {
            let config = try await turn.map(ofScript: script, seeing: inputs, about: JSONObject()) { $0["config"] }
            return JSONObject(
                config.members.compactMap { member in
                    let setting = kind.settings.first { $0.amName == member.name || $0.name == member.name }
                    return setting.map { ($0.name, member.value) }
                })
        } catch let error as JourneyRunError where error.underlying is ScriptError && error.code == .failed { return nil }
    }

    private static func node(_ kind: NodeKind, _ settings: JSONObject, _ realm: Realm) -> (any NodeDeclaration)? {
        var reader = JourneyReader(.standard, variables: realm.settings[ScriptingSettings.self].scriptVariables)
        let node = kind.node(settings, &reader, at: "config")
        return reader.problems.isEmpty ? node : nil
    }
}
