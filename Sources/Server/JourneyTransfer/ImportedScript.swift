import AMFormat
import Foundation
import JourneyModel
import Primitives
import ScriptMessages
import SignIn
import Store

/// A script of a file.
struct ImportedScript {
    /// The script; nil when it can't be one of ours.
    private(set) var script: Script?
    /// The other members of the file, or, when it can't be ours, all of it.
    private(set) var kept: JSONValue?
    private(set) var findings: [ImportFinding] = []

    private static let ignored = AM.provenance.union(["script"])

    init(_ id: String, _ file: JSONObject, attachment: (String) -> [UInt8]?) {
        let name = file["name"]?.string ?? id
        let language = file["language"]?.string ?? "JAVASCRIPT"
        guard language == "JAVASCRIPT" else {
            kept = .object(file)
            note(.warning, name, "it is in \(language), which this server doesn't run; kept for export")
            return
        }
        let text: String
        do { text = try ScriptText.source(file["script"] ?? .null, attachment: attachment) } catch {
            note(.error, name, error.reason)
            return
        }
        guard text.utf8.count <= Script.longest else {
            note(.error, name, "is longer than \(Script.longest >> 10) KiB")
            return
        }
        guard let uuid = UUID(text: ScriptRewriting.id(id)) else { return }
        var file = file
        if UUID(text: id) == nil {
            // An export has it again.
            file["_id"] = .string(id)
            note(.note, name, "its id \(id.prefix(64)) is no UUID; it has the id \(uuid.text) here")
        }
        var script = Script(id: uuid, name: name, text: text)
        script.description = AM.isNothing(file["description"]) ? nil : file["description"]?.string
        script.context = file["context"]?.string.map(Script.Context.init) ?? .decision
        script.generation = file["evaluatorVersion"].flatMap { String(setting: $0) }.flatMap(ScriptSource.Generation.init) ?? .legacy
        self.script = script
        if !Script.Context.known.contains(script.context) {
            note(.warning, name, "its context \(script.context.rawValue) belongs to no node of this server; it is kept and never run")
        }
        for missing in JavaUses(text, script.generation).missing {
            note(.warning, name, "it names \(JavaStandIns.absence(of: missing))")
        }
        kept = Overlay(of: file, over: script.amJSON, ignoring: Self.ignored).json
    }

    private mutating func note(_ level: ImportFinding.Level, _ name: String, _ reason: String) {
        findings.append(ImportFinding(level, "script \(name)", reason))
    }
}

extension Script {
    /// The script as AM's files have it, its source in base64.
    var amJSON: JSONObject {
        var object = json
        object["description"] = .string(description ?? "null")
        object["script"] = .string(Data(text.utf8).base64EncodedString())
        object["default"] = false
        return object
    }

    /// The same, with what a file said of it besides.
    func amJSON(kept: JSONValue?) -> JSONObject {
        let plain = amJSON
        return Overlay(json: kept).applied(to: plain) { name, value in
            switch name {
            case "_id": value.string.map(ScriptRewriting.id) == id.text
            case "description": AM.isSame(value, plain[name]) || AM.isNothing(value) && description == nil
            case "evaluatorVersion":
                AM.isSame(value, plain[name]) || AM.isNothing(value) && generation == .legacy
            case "name", "context": AM.isSame(value, plain[name])
            default: true
            }
        } isInitial: {
            $0 == "evaluatorVersion" ? generation == .legacy : $0 != "description" || description == nil
        }
    }

    /// The id that the script had in the file from which it came; its own when it came from none.
    /// - Parameter kept: what the file said besides.
    func amID(kept: JSONValue?) -> String {
        guard let text = Overlay(json: kept)["_id"]?.string, ScriptRewriting.id(text) == id.text else {
            return id.text
        }
        return text
    }
}
