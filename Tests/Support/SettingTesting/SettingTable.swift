import Foundation
package import ResourceMessages

/// A table of `Tests/Settings` beside the declarations that it has rows for.
package enum SettingTable {
    /// The first column of a table.
    package static func rows(_ name: String) throws -> [String] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
        let table = try String(contentsOf: tests.appending(path: "Settings/\(name).tsv"), encoding: .utf8)
        return table.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }

    /// The members that a caller may send in bodies, as `shape.member`. What is only told is left out.
    package static func members(of bodies: [Shape]) -> Set<String> {
        var all: Set<String> = []
        for shape in bodies { collect(shape, into: &all) }
        return all
    }

    private static func collect(_ shape: Shape, into all: inout Set<String>) {
        switch shape {
        case .object(let object):
            for member in object.members where member.presence.isSent {
                if all.insert(object.name + "." + member.name).inserted { collectInside(member.shape, into: &all) }
            }
        case .list(let element, _), .map(let element, _): collectInside(element, into: &all)
        default: break
        }
    }

    /// Names that are together one value: a span of time, a reference.
    private static let values: Set<Set<String>> = [["duration", "timeUnit"], ["amount", "units"], ["id"]]

    private static func collectInside(_ shape: Shape, into all: inout Set<String>) {
        if case .object(let object) = shape, values.contains(Set(object.members.map(\.name))) { return }
        collect(shape, into: &all)
    }
}
