public import Primitives

extension PatchOperation {
    /// Makes the change.
    /// - Throws: `impossible` when the value that is there doesn't allow it.
    public func apply(to object: inout JSONObject) throws(PatchError) {
        switch kind {
        case .replace: try set(value, in: &object)
        case .add: try set(added(to: object), in: &object)
        case .remove: try remove(from: &object)
        case .increment: try increment(in: &object)
        }
    }

    /// Field `list/-` means the place after a list's last element.
    private var list: FieldPath? {
        guard field.names.count > 1, field.names.last == "-" else { return nil }
        return field.prefix(field.names.count - 1)
    }

    private func added(to object: JSONObject) -> JSONValue? {
        guard let value else { return nil }
        guard let old = object[list ?? field]?.array else { return list == nil ? value : .array(value.array ?? [value]) }
        return .array((value.array ?? [value]).reduce(into: old) { if !$0.contains($1) { $0.append($1) } })
    }

    private func set(_ value: JSONValue?, in object: inout JSONObject) throws(PatchError) {
        let place = kind == .add ? list ?? field : field
        for depth in 1..<max(1, place.names.count) {
            let parent = place.prefix(depth)
            guard let there = object[parent], there.object == nil else { continue }
            throw PatchError(.impossible, "\(parent) is no object that could have \(place)")
        }
        object[place] = value == .null ? nil : value
    }

    private func remove(from object: inout JSONObject) throws(PatchError) {
        guard let value, value != .null else { return object[field] = nil }
        guard let there = object[field] else { return }
        if let elements = there.array {
            let gone = value.array ?? [value]
            object[field] = .array(elements.filter { !gone.contains($0) })
        } else if there == value {
            object[field] = nil
        }
    }

    private func increment(in object: inout JSONObject) throws(PatchError) {
        guard let there = object[field], let number = there.number, let step = value?.number else {
            throw PatchError(.impossible, "\(field) is no number that could be incremented")
        }
        if let whole = there.integer, let step = value?.integer {
            let (sum, overflows) = whole.addingReportingOverflow(step)
            guard !overflows else { throw PatchError(.impossible, "\(field) would be too large") }
            object[field] = .integer(sum)
        } else {
            guard (number + step).isFinite else { throw PatchError(.impossible, "\(field) would be too large") }
            object[field] = .number(number + step)
        }
    }
}
