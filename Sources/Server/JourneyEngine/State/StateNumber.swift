package import Primitives

/// The numbers that nodes keep in a run's state and reckon with.
///
/// Scripts write the state too, whatever they like: a sum that no number holds would end the server, with the sign-ins of all other users. So a
/// number of the state is read here, and nowhere else.
package enum StateNumber {
    /// The whole numbers that are distinguished in JavaScript. Sums and differences of several of them are numbers here.
    package static let bounds: ClosedRange<Int64> = -(1 << 53)...(1 << 53)

    /// The number of a value: a whole one within the bounds, or the text of one; nil for anything else.
    package static func of(_ value: JSONValue?) -> Int64? {
        guard let number = value?.integer ?? value?.string.flatMap({ Int64($0) }), bounds.contains(number) else { return nil }
        return number
    }

    /// The number of a secret, by the same rule.
    package static func of(_ secret: Secret?) -> Int64? { of(secret.map(TransientValue.json)) }
}
