import Foundation
import Primitives
import ResourceMessages

extension NotificationContent {
    /// Looks at a content as one of a template's.
    /// - Throws: ``ShapeError`` for what couldn't be sent so.
    func check(as template: NotificationTemplate) throws(ShapeError) {
        guard template.methods.contains(method) else {
            let methods = template.methods.map(\.rawValue).joined(separator: ", ")
            throw ShapeError(.invalid, at: "method", "the template \(template.rawValue) is delivered by \(methods)")
        }
        let names = texts.reduce(into: Set<String>()) { $0.formUnion(VariableText($1).names) }
        if template.needsCode(by: method), !bodies.contains(where: { VariableText($0).names.contains(NotificationVariables.code) }) {
            throw ShapeError(.invalid, at: content == nil ? "body" : "content", "the text must have ${otp}, which is what is sent")
        }
        if method == .push, names.contains(NotificationVariables.code) {
            throw ShapeError(.invalid, at: "body", "a push has no ${otp}")
        }
        let unknown = names.subtracting(template.variables).sorted()
        if !template.takesVariables, let name = unknown.first {
            throw ShapeError(.invalid, at: "body", "nothing gives a value for ${\(name)} in the template \(template.rawValue)")
        }
        if let name = unknown.first(where: NotificationVariables.reserved.contains) {
            throw ShapeError(.invalid, at: "body", "the template \(template.rawValue) has no ${\(name)}")
        }
    }

    private var bodies: [String] { [body, content].compactMap(\.self) }

    /// Whether a request can't tell it from another one.
    func isSame(as other: NotificationContent) -> Bool {
        method == other.method && locale == other.locale && variant?.lowercased() == other.variant?.lowercased()
    }
}
