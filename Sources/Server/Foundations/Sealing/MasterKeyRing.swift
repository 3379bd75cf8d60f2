import Primitives

/// The master keys of a server: one that seals, and older ones that still open what they sealed.
package struct MasterKeyRing: Sendable {
    /// The key that seals.
    let current: MasterKey
    let all: [MasterKey]

    /// A ring that seals with `current` and also opens with the older keys.
    package init(_ current: MasterKey, older: [MasterKey] = []) {
        self.current = current
        all = [current] + older
    }

    /// The keys of a text, each in base64, separated by white space or commas; the first one seals.
    package init(parsing text: String) throws(SealError) {
        var keys: [MasterKey] = []
        for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "," }) { keys.append(try MasterKey(base64: word)) }
        guard let current = keys.first else { throw SealError(.malformedKey, "there is no master key") }
        self.init(current, older: Array(keys.dropFirst()))
    }

    /// The key with an id.
    func key(_ id: some Collection<UInt8>) -> MasterKey? { all.first { $0.id.elementsEqual(id) } }
}
