import Primitives

extension ZoneName {
    /// Tells whether a printed name can be this one: each component with one of its transliterations.
    ///
    /// Of a name that may be cut off, components may be the beginnings of the printed ones, and the last ones may be missing.
    /// - Returns: false also for a name with letters that ``NameTransliteration`` doesn't have.
    public func matches(primary: String, secondary: String) -> Bool {
        guard let first = NameTransliteration.components(of: primary), let second = NameTransliteration.components(of: secondary) else {
            return false
        }
        return matches(self.primary, first) && matches(self.secondary, second)
    }

    private func matches(_ shown: [String], _ printed: [[[String]]]) -> Bool {
        guard mayBeTruncated ? shown.count <= printed.count : shown.count == printed.count else { return false }
        return zip(shown, printed).allSatisfy { matches($0, $1) }
    }

    /// Compares a component with the letters of a printed one: the places in it that letters so far can have reached.
    private func matches(_ shown: String, _ printed: [[String]]) -> Bool {
        let shown = Array(shown.utf8)
        var places: Set<Int> = [0]
        for alternatives in printed {
            if mayBeTruncated, places.contains(shown.count) { return true }
            let next = places.flatMap { place in
                alternatives.flatMap { letters -> [Int] in
                    let rest = shown[min(place, shown.count)...]
                    // A cut may stand within the letters of one.
                    if mayBeTruncated, rest.count < letters.utf8.count, letters.utf8.starts(with: rest) { return [shown.count] }
                    return rest.starts(with: letters.utf8) ? [place + letters.utf8.count] : []
                }
            }
            places = Set(next)
        }
        return places.contains(shown.count)
    }
}
