import Foundation
import Primitives
import ResourceMessages
import Testing

@testable import JourneyModel

@Suite("The catalogue's reference")
struct DocumentationTests {
    @Test("docs/nodes.md is what gatehouse journey nodes --markdown prints")
    func page() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/nodes.md").standardizedFileURL
        let page = try String(contentsOf: file, encoding: .utf8)
        #expect(page == NodeReference.markdown, "write it anew: gatehouse journey nodes --markdown > docs/nodes.md")
    }

    @Test("each setting's initial value is one that its schema allows", arguments: NodeCatalogue.standard.descriptions)
    func schemas(_ node: NodeDescription) throws {
        for setting in node.settings {
            guard let initial = setting.initial, initial != .null else { continue }
            let types = Set(
                (setting.form.schema["anyOf"]?.array ?? [.object(setting.form.schema)]).compactMap { $0.object?["type"]?.string })
            #expect(types.contains(initial.schemaType) || initial.isAsText(types), "\(node.alias).\(setting.name): \(initial.text)")
            if let number = initial.integer {
                #expect(
                    number >= setting.form.schema["minimum"]?.integer ?? .min && number <= setting.form.schema["maximum"]?.integer ?? .max)
            }
            if let names = setting.form.schema["enum"]?.strings { #expect(names.contains(try #require(initial.string))) }
        }
    }
}

extension JSONValue {
    /// JSON Schema's name for its type.
    fileprivate var schemaType: String {
        if object != nil { return "object" }
        if array != nil { return "array" }
        if bool != nil { return "boolean" }
        if string != nil { return "string" }
        return integer != nil ? "integer" : "number"
    }

    /// Whether it is a number that files have as a text.
    fileprivate func isAsText(_ types: Set<String>) -> Bool { types == ["number"] && string.flatMap(Double.init) != nil }
}
