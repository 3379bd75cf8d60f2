import Foundation
import Primitives
import ResourceMessages
import Testing

@testable import DialectBase
@testable import PlatformDialect

@Suite("The members that the platform's routes take")
struct PlatformSettingTableTests {
    /// The first column of `Tests/Settings/platform.tsv`.
    private static func rows() throws -> Set<String> {
        let tests = URL(filePath: #filePath).pathComponents.prefix { !$0.hasSuffix("Server") }
        let file = URL(filePath: tests.joined(separator: "/")).appending(path: "Settings/platform.tsv")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        return Set(lines.map { String($0.prefix { $0 != "\t" }) })
    }

    /// The members that a caller may send in any body, as `shape.member`. What is only told is left out.
    private static func members() -> Set<String> {
        var all: Set<String> = []
        for shape in PlatformRoutes.all.flatMap(\.actions).compactMap(\.body) { collect(shape, into: &all) }
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

    @Test("each has a row that names the test of its effect, and each row is a member")
    func whole() throws {
        let (members, rows) = (Self.members(), try Self.rows())
        #expect(members.subtracting(rows).sorted() == [], "they have no row in Tests/Settings/platform.tsv")
        #expect(rows.subtracting(members).sorted() == [], "no body has them")
    }
}
