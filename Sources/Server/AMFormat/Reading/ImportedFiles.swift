import Foundation
package import JourneyModel
package import Primitives

/// Files to import, sorted into journeys and scripts. The form is told by the members, never by what a file says about itself
/// (`docs/protocols/journey-nodes.md` 1.1).
package struct ImportedFiles {
    /// The journeys in AM's form, in the order of the files.
    package private(set) var entries: [ImportEntry] = []
    /// The scripts, by their ids, with the file that each stands in.
    package private(set) var scripts: [(id: String, script: JSONObject, file: String)] = []
    /// Identity providers that stand in files of their own.
    package private(set) var providers: [(id: String, provider: JSONObject)] = []
    /// The journeys in our own form.
    package private(set) var journeys: [JourneyDefinition] = []
    /// The findings so far.
    package private(set) var findings: [ImportFinding] = []
    /// The realm that the files come from, by its last name.
    package private(set) var realm: String?

    /// Nodes that stand in files of their own, by id, and graphs that do.
    private var pool: [String: JSONObject] = [:]
    private var trees: [(tree: JSONObject, file: String)] = []
    private let catalogue: NodeCatalogue

    /// Reads the files and sorts their content; more than the limits allow is a finding.
    package init(_ files: [ImportFile], _ catalogue: NodeCatalogue) {
        self.catalogue = catalogue
        guard files.count <= ImportLimits.files, files.reduce(0, { $0 + $1.bytes.count }) <= ImportLimits.bytes else {
            note(
                "import", "more than \(ImportLimits.files) files or \(ImportLimits.bytes >> 20) MiB in all; import them in several parts")
            return
        }
        for file in files { read(file) }
        for (tree, file) in trees { add(["tree": .object(tree)], tree["_id"]?.string, file, pool) }
        noteUnused()
    }

    /// Settings of nodes that no journey of the files has.
    private mutating func noteUnused() {
        let used = Set(entries.flatMap { entry in entry.places.flatMap { [$0.name] + entry.children(of: $0.name) } })
        for (id, node) in pool.sorted(by: { $0.key < $1.key }) where !used.contains(id) {
            let kind = node["_type"]?["_id"]?.string ?? "node"
            findings.append(ImportFinding(.note, "\(kind) \(id)", "belongs to no journey of these files; left out"))
        }
    }

    private mutating func read(_ file: ImportFile) {
        guard !file.bytes.starts(with: [0x50, 0x4B]) else { return note(file.path, "a ZIP archive; unpack it and import the folder") }
        guard let first = file.bytes.first(where: { !Self.isSpace($0) }) else { return note(file.path, "the file is empty") }
        guard first == UInt8(ascii: "{") else { return readOwn(file) }
        do {
            guard let object = try JSONValue(body: file.bytes, limits: ImportLimits.json).object else { return }
            sort(object, file)
        } catch { note(file.path, error.reason) }
    }

    private mutating func sort(_ object: JSONObject, _ file: ImportFile) {
        if let origin = object["meta"]?["origin"]?.string { realm = realm ?? Self.realm(ofOrigin: origin) }
        if let trees = object["trees"]?.object {
            guard trees.count <= ImportLimits.journeys else { return note(file.path, "more than \(ImportLimits.journeys) journeys") }
            for member in trees.members { add(member.value.object ?? JSONObject(), member.name, file.path) }
        } else if object["tree"]?.object != nil {
            // Nodes that run other journeys have a setting of the same name.
            add(object, nil, file.path)
        } else if let data = object["data"]?.object, let metadata = object["metadata"]?.object {
            realm = realm ?? metadata["realm"]?.string.flatMap(Self.lastName)
            sortEntity(data, metadata["entityType"]?.string ?? "", metadata["entityId"]?.string, file, container: Self.configuration)
        } else if object["start"] != nil, object["nodes"] != nil {
            readOwn(file)
        } else {
            sortEntity(object, "", nil, file)
        }
    }

    /// An object that has a file of its own, as Amster and the configuration tools write them.
    /// - Parameter container: the beginning that ids have in files of this kind, which is no part of them.
    private mutating func sortEntity(
        _ object: JSONObject, _ type: String, _ entityID: String?, _ file: ImportFile, container: String = ""
    ) {
        let id = (object["_id"]?.string ?? entityID).map { $0.hasPrefix(container) ? String($0.dropFirst(container.utf8.count)) : $0 }
        var object = object
        if object["_id"] != nil { object["_id"] = id.map(JSONValue.string) }
        if object["entryNodeId"] != nil {
            realm = realm ?? Self.realm(ofPath: file.path)
            var tree = object
            tree["_id"] = id.map(JSONValue.string)
            trees.append((tree, file.path))
        } else if let id, object["script"] != nil, object["context"] != nil {
            scripts.append((id, object, file.path))
        } else if let id, AM.providerTypes[object["_type"]?["_id"]?.string ?? ""] != nil {
            providers.append((id, object))
        } else if let id, object["_type"]?["_id"]?.string != nil || Self.isNode(type) {
            pool[id] = object
        } else {
            let what = type.isEmpty ? "no journey, node or script" : "a \(type), which isn't part of a journey"
            findings.append(ImportFinding(type.isEmpty ? .error : .note, file.path, "\(what); left out"))
        }
    }

    private mutating func add(_ entry: JSONObject, _ name: String?, _ file: String, _ pool: [String: JSONObject] = [:]) {
        guard entries.count < ImportLimits.journeys else { return note(file, "more than \(ImportLimits.journeys) journeys") }
        // A tree without an entry is no journey, whatever its file is called.
        let named = entry["tree"]?["entryNodeId"] == nil ? nil : Self.name(ofFile: file)
        guard let entry = ImportEntry(entry, name: name ?? entry["tree"]?["_id"]?.string ?? named, file: file, pool: pool) else {
            return note(name ?? file, "has no tree with a name")
        }
        entries.append(entry)
        for member in entry.others["scripts"]?.object?.members ?? [] {
            guard scripts.count < ImportLimits.objects else { return note(file, "more than \(ImportLimits.objects) scripts") }
            if let script = member.value.object { scripts.append((script["_id"]?.string ?? member.name, script, file)) }
        }
    }

    /// A journey in our own form.
    private mutating func readOwn(_ file: ImportFile) {
        guard file.bytes.count <= JourneyLimits.file.bytes, let text = String(foreign: file.bytes) else {
            return note(file.path, "no text of at most \(JourneyLimits.file.bytes >> 10) KiB")
        }
        do { journeys.append(try JourneyDefinition(text: text, catalogue: catalogue)) } catch {
            for problem in error.problems { findings.append(ImportFinding(.error, file.path, problem.description)) }
        }
    }

    private mutating func note(_ subject: String, _ reason: String) { findings.append(ImportFinding(.error, subject, reason)) }

    /// Amster's names of the kinds of nodes leave out what our kinds of other objects have.
    private static func isNode(_ entityType: String) -> Bool {
        !entityType.isEmpty && NodeCatalogue.standard.kinds.contains { $0.type.name == entityType || $0.type.name == entityType + "Node" }
    }

    /// The container of what AM's file-based configuration keeps: an entity's id is written `default/Login`.
    private static let configuration = "default/"

    /// The name of a journey whose graph has none, by its file's: `Login` of `journeys/Login.json` and `Login.journey.json`.
    private static func name(ofFile path: String) -> String? {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        guard file.hasSuffix(".json") else { return nil }
        let name = String(file.dropLast(".json".utf8.count))
        let shorter = name.hasSuffix(".journey") ? String(name.dropLast(".journey".utf8.count)) : name
        return shorter.isEmpty ? nil : shorter
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

// MARK: - Where it comes from

extension ImportedFiles {
    /// `https://tenant.example/platform/?realm=alpha#/journeys`
    private static func realm(ofOrigin origin: String) -> String? {
        URLComponents(string: origin)?.queryItems?.first { $0.name == "realm" }?.value.flatMap(lastName)
    }

    /// `realms/alpha/journeys/Login/Login.json`
    private static func realm(ofPath path: String) -> String? {
        let names = path.split(separator: "/")
        guard let index = names.firstIndex(of: "realms"), names.indices.contains(index + 1) else { return nil }
        return String(names[index + 1])
    }

    private static func lastName(_ realm: String) -> String? { realm.split(separator: "/").last.map(String.init) }
}
