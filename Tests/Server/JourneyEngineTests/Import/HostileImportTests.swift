import AMFormat
import JourneyModel
import JourneyTransfer
import Primitives
import Testing

@testable import JourneyEngine

@Suite("Hostile files to import")
struct HostileImportTests {
    private static let deep = String(repeating: "{\"trees\":", count: 200) + "{}" + String(repeating: "}", count: 200)

    static let texts: [String] = [
        "", " ", "PK\u{3}\u{4}", "{", "{}", "{\"trees\":{}}x", deep, "{\"trees\":{\"A\":{}}}", "{\"tree\":7}", "{\"tree\":{}}",
        "{\"metadata\":{},\"data\":{}}", "[]", "{\"trees\":{\"A\":{\"tree\":{\"nodes\":{\"success\":{}}}}}}",
        "{\"tree\":{\"_id\":\"x\",\"nodes\":{\"\":{}}}}", "{\"_id\":\"x\",\"script\":1,\"context\":\"y\"}",
    ]

    @Test("give findings and no journey", arguments: texts)
    func refused(_ text: String) {
        let read = JourneyImport([ImportFile(path: "x.json", bytes: Array(text.utf8))])
        #expect(read.journeys.isEmpty)
        #expect(!read.findings.isEmpty || text == "{\"trees\":{}}")
    }

    @Test("a journey of too many nodes, or a node of too many members, is left out at once", .timeLimit(.minutes(1)))
    func bombs() {
        let nodes = JSONObject((0..<501).map { ("n\($0)", ["nodeType": "MessageNode"]) })
        let members = JSONObject((0..<2000).map { ("m\($0)", 1) })
        let many = AMFiles.changed { $0[path: ["tree", "nodes"]] = .object(nodes) }
        let wide = AMFiles.changed { $0[path: ["nodes", AMFiles.check]] = .object(members) }
        for file in [many, wide] {
            let read = JourneyImport([file])
            #expect(read.journeys.isEmpty && read.findings.contains { $0.level == .error && $0.subject == "journey Office" })
        }
    }

    @Test("any cut of a file, and any part of it of another kind, is refused or a journey, and never more")
    func cuts() {
        let text = JSONValue.object(AMFiles.entry).text
        for end in stride(from: 0, to: text.count, by: 97) {
            _ = JourneyImport([ImportFile(path: "cut.json", bytes: Array(text.prefix(end).utf8))])
        }
        let values: [JSONValue] = [.null, "x", [], ["x": "y"]]
        for path in Self.paths(of: .object(AMFiles.entry)).filter({ $0.count < 5 }) {
            for value in values { _ = JourneyImport([AMFiles.changed { $0[path: path] = value }]) }
        }
    }

    /// The paths of all members.
    private static func paths(of json: JSONValue) -> [[String]] {
        (json.object?.members ?? []).flatMap { member in [[member.name]] + paths(of: member.value).map { [member.name] + $0 } }
    }
}
