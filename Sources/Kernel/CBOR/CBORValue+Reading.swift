import Primitives

extension CBORValue {
    /// The whole number, when it is one and fits.
    public var integer: Int? {
        switch self {
        case .unsigned(let number): Int(exactly: number)
        case .negative(let number): Int(exactly: number).map { -1 - $0 }
        default: nil
        }
    }

    /// The byte string, when it is one.
    public var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
    /// The text, when it is one.
    public var text: String? { if case .text(let text) = self { text } else { nil } }
    /// The items, when it is a list.
    public var array: [CBORValue]? { if case .array(let items) = self { items } else { nil } }
    /// The pairs, when it is a map.
    public var map: [CBORKey: CBORValue]? { if case .map(let pairs) = self { pairs } else { nil } }
    /// The truth value, when it is one.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The value that a map holds for a key; nil when it holds nothing for it, or is no map.
    public subscript(key: CBORKey) -> CBORValue? { map?[key] }
}
