import Primitives

/// A type of objects whose members depend on a word: the form of its own members, as a value that stands for all types.
package struct Variant<Value: Sendable>: Sendable {
    let shape: VariantShape.Variant
    let read: @Sendable (JSONValue, inout ShapeReading) -> Value?
    /// The own members of a value; nil for a value of another type.
    let write: @Sendable (Value) -> JSONObject?

    /// - Parameters:
    ///   - form: the form of an object.
    ///   - wrap: makes the value that stands for all types.
    ///   - unwrap: the value of this type; nil for one of another.
    package init<Own>(
        _ word: String, _ form: Form<Own>, wrap: @escaping @Sendable (Own) -> Value, unwrap: @escaping @Sendable (Value) -> Own?
    ) {
        if case .object(let own) = form.shape {
            shape = .init(word, own)
        } else {
            shape = .init(word, ObjectShape(name: word, members: []))
        }
        read = { form.read($0, &$1).map(wrap) }
        write = { unwrap($0).flatMap { form.write($0).object } }
    }
}

extension Form {
    /// An object whose members depend on the word that one of them holds. A member of another type is refused by its place.
    ///
    /// - Parameters:
    ///   - name: the name in a document that describes it.
    ///   - member: the member that holds the word.
    ///   - common: the members that all types have, beside that one.
    ///   - start: the value before any member is read.
    ///   - path: the part of the value that depends on the type; the value itself when nothing is common to all.
    package static func variants<Own>(
        _ name: String, by member: String = "type", common: [Member<Value>] = [], from start: @escaping @Sendable () -> Value,
        at path: any WritableKeyPath<Value, Own> & Sendable, _ variants: [Variant<Own>]
    ) -> Form {
        let initial = start()
        let shape = VariantShape(
            name: name, by: member, common: common.map { $0.described(from: initial) }, variants: variants.map(\.shape))
        let shared = Form.object(name, common, from: start)
        let names = Set(common.map(\.name) + [member])
        return Form(.variants(shape)) { json, reading in
            guard let type = shape.variant(of: json, &reading), let object = json.object,
                let variant = variants.first(where: { $0.shape.word == type.word })
            else { return nil }
            let told = object.members.map { ($0.name, $0.value) }
            let value = shared.read(.object(JSONObject(told.filter { names.contains($0.0) && $0.0 != member })), &reading)
            let own = variant.read(.object(JSONObject(told.filter { !names.contains($0.0) })), &reading)
            guard var value, let own else { return nil }
            let place: WritableKeyPath<Value, Own> = path
            value[keyPath: place] = own
            return value
        } write: { value in
            var object = shared.write(value).object ?? JSONObject()
            let place: WritableKeyPath<Value, Own> = path
            for variant in variants {
                guard let own = variant.write(value[keyPath: place]) else { continue }
                object[member] = .string(variant.shape.word)
                for told in own.members { object[told.name] = told.value }
                break
            }
            return .object(object)
        }
    }
}
