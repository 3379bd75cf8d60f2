import Primitives

/// Changes requests at random, from a seed: repeats, nests, lengthens, swaps and tears their parts.
package struct FrontMutations {
    private let dice: Dice

    package init(seed: UInt64) { dice = Dice(seed: seed) }

    /// One of some inputs, changed a few times.
    package mutating func next(_ inputs: [FrontInput]) -> FrontInput {
        var input = inputs[dice.pick(inputs.count)]
        for _ in 0...dice.pick(4) { change(&input, other: inputs[dice.pick(inputs.count)]) }
        return input
    }

    private mutating func change(_ input: inout FrontInput, other: FrontInput) {
        switch dice.pick(7) {
        case 0: input.target = "/" + repeated(input.target.split(separator: "/").map(String.init)).joined(separator: "/")
        case 1: input.target += (input.target.contains("?") ? "&" : "?") + (other.target.split(separator: "?").last.map(String.init) ?? "")
        case 2: input.fields = Array(repeated(input.fields).prefix(200))
        case 3: input.fields += other.fields
        case 4: input.body = torn(input.body, other.body)
        case 5: input.method = other.method
        default: input.body = repeated(input.body)
        }
    }

    /// A part of something, over and over.
    private mutating func repeated<Element>(_ parts: [Element]) -> [Element] {
        guard !parts.isEmpty, parts.count < 60_000 else { return parts }
        let start = dice.pick(parts.count)
        let end = min(parts.count, start + 1 + dice.pick(16))
        let times = 1 << dice.pick(8)
        let middle = Array(repeatElement(parts[start..<end], count: times).joined())
        return Array(parts[..<start]) + middle + Array(parts[end...])
    }

    private mutating func torn(_ one: [UInt8], _ other: [UInt8]) -> [UInt8] {
        Array(one.prefix(dice.pick(one.count + 1))) + Array(other.suffix(dice.pick(other.count + 1)))
    }
}
