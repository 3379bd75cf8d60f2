/// Arithmetic of whole numbers, so that every machine computes the same.
enum Integers {
    /// The greatest whole number whose square isn't greater; 0 for a negative number.
    static func squareRoot(_ number: Int) -> Int {
        guard number > 0 else { return 0 }
        var (low, high) = (0, 3_037_000_499)
        while low < high {
            let middle = (low + high + 1) / 2
            if middle <= number / middle { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// A score of a count between two thresholds (docs/risk.md, "The scale"): below `medium` up to 399, below `high` up to 699, and 700 from
    /// there on, rising by 300 until twice `high`. Both are 1 at least, and `high` is greater.
    static func scale(_ count: Int, medium: Int, high: Int) -> Int {
        let medium = max(1, medium)
        let high = max(medium + 1, high)
        if count < medium { return max(0, count) * 400 / medium }
        if count < high { return 400 + (count - medium) * 300 / (high - medium) }
        return min(1000, 700 + (min(count, 2 * high) - high) * 300 / high)
    }
}
