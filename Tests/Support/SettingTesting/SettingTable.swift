import Foundation
package import ResourceMessages

/// A table of `Tests/Settings` beside the declarations that it has rows for.
package enum SettingTable {
    /// The settings of an area: their names, and the reasons of those that are taken without an effect.
    package typealias Declared = [String: String?]

    /// The differences between a table and what is declared. A setting that nothing acts upon has `ignored:` and the declaration's reason in the
    /// place of its test.
    package static func complaints(about table: String, declared: Declared) throws -> [String] {
        let rows = try rows(table)
        let names = Set(rows.map { $0.setting })
        var found = declared.keys.filter { !names.contains($0) }.map { "\($0) has no row in Tests/Settings/\(table).tsv" }
        if rows.count > names.count { found.append("a setting has two rows") }
        for row in rows {
            guard let reason = declared[row.setting] else {
                found.append("there is no \(row.setting)")
                continue
            }
            let isIgnored = row.test.hasPrefix("ignored: ")
            if let reason, row.test != "ignored: \(reason)" { found.append("\(row.setting) is declared as ignored: \(reason)") }
            if reason == nil, isIgnored { found.append("\(row.setting) isn't declared as ignored") }
        }
        return found.sorted()
    }

    /// Settings that all act.
    package static func acting(_ names: [String]) -> Declared {
        var all = Declared()
        for name in names { all.updateValue(nil, forKey: name) }
        return all
    }

    private static func rows(_ name: String) throws -> [(setting: String, test: String)] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
        let table = try String(contentsOf: tests.appending(path: "Settings/\(name).tsv"), encoding: .utf8)
        return table.split(separator: "\n").map { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return (columns[0], columns.count > 1 ? columns[1] : "")
        }
    }

    /// The members that a caller may send in bodies, as `shape.member`. What is only told is left out.
    package static func members(of bodies: [Shape]) -> Declared {
        var all = Declared()
        for shape in bodies { collect(shape, into: &all) }
        return all
    }

    private static func collect(_ shape: Shape, into all: inout Declared) {
        switch shape {
        case .object(let object):
            for member in object.members where member.presence.isSent {
                let name = object.name + "." + member.name
                guard all[name] == nil else { continue }
                all.updateValue(member.ignored, forKey: name)
                collectInside(member.shape, into: &all)
            }
        case .variants(let variants):
            let word = ObjectShape.Member(name: variants.member, shape: .choice(variants.words), presence: .required)
            collect(.object(ObjectShape(name: variants.name, members: [word] + variants.common)), into: &all)
            for variant in variants.variants { collect(.object(variant.own), into: &all) }
        case .list(let element, _), .map(let element, _): collectInside(element, into: &all)
        default: break
        }
    }

    /// Names that are together one value: a span of time, a reference.
    private static let values: Set<Set<String>> = [["duration", "timeUnit"], ["amount", "units"], ["id"]]

    private static func collectInside(_ shape: Shape, into all: inout Declared) {
        if case .object(let object) = shape, values.contains(Set(object.members.map(\.name))) { return }
        collect(shape, into: &all)
    }
}
