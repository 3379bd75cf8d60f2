import Primitives

extension Shape: CustomStringConvertible {
    /// The values in words, for people.
    package var description: String {
        switch self {
        case .flag: "true or false"
        case .integer(let range?, let unit?): "\(unit.words), \(range.lowerBound) to \(range.upperBound)"
        case .integer(nil, let unit?): unit.words
        case .integer(let range?, unit: nil): "number \(range.lowerBound) to \(range.upperBound)"
        case .integer(nil, unit: nil), .measure: "number"
        case .text(let bounds): bounds.length.map { "text of \($0.lowerBound) to \($0.upperBound) characters" } ?? "text"
        case .secret: "secret"
        case .localizedText: "text, or texts by language"
        case .choice(let names): names.joined(separator: " or ")
        case .name(let referent, _): "name of \([.attribute, .application].contains(referent) ? "an" : "a") \(referent.rawValue)"
        case .list(let element, _): "list of \(element.plural)"
        case .map(let element, _): "map of \(element.plural)"
        case .object(let object): object.members.map(\.name).joined(separator: ", ")
        case .variants(let variants): "map with \(variants.member): \(variants.words.joined(separator: " or "))"
        case .open, .again: "map"
        case .any: "any value"
        case .nullable(let shape): "\(shape), or none"
        case .called(let words, _): words
        case .naming(_, let shape): shape.description
        }
    }

    private var plural: String {
        switch self {
        case .text(let bounds) where bounds.length == nil: "texts"
        case .name(let referent, _): "names of \(referent.rawValue)s"
        default: description
        }
    }
}
