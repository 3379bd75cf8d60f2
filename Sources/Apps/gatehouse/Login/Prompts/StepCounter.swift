import JourneyMessages

/// Asks the steps of one journey, each beneath a line with its number.
final class StepCounter {
    private let title: String
    private let prompt = StepPrompt()
    private var number = 0

    init(title: String) { self.title = title }

    func answer(_ step: inout Step) throws {
        number += 1
        Terminal.complain("\(title) · step \(number)")
        try prompt.answer(&step)
    }
}
