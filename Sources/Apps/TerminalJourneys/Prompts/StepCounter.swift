package import JourneyMessages

/// Asks the steps of one journey, each beneath a line with its number.
package final class StepCounter {
    private let title: String
    private let user: any JourneyConversation
    private var number = 0

    package init(title: String, _ user: any JourneyConversation = TerminalConversation()) {
        self.title = title
        self.user = user
    }

    /// Says which step begins.
    func begin() {
        number += 1
        user.say("\(title) · step \(number)")
    }

    package func answer(_ step: inout Step) throws {
        begin()
        try StepPrompt(user).answer(&step)
    }
}
